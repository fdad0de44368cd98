#include "web/answer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr int kSwitchingProtocols = 101;

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view protocol_of(std::string_view version) {
  if (version == "HTTP/1.0") return "http/1.0";
  if (version.starts_with("HTTP/2")) return "h2";
  return "http/1.1";
}

}  // namespace

bool AnswerReader::refuse(std::string problem) {
  problem_ = std::move(problem);
  return false;
}

bool AnswerReader::read_status_line(std::string_view line) {
  if (!line.starts_with("HTTP/")) return refuse("the answer does not begin like HTTP");
  const std::size_t version_end = std::min(line.find(' '), line.size());
  const std::string_view rest = trim_ascii_whitespace(line.substr(version_end));
  int status = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), status);
  if (error != std::errc() || end - rest.data() != 3 || status < 100)
    return refuse("the answer has no status");
  answer_.status = status;
  answer_.reason = trim_ascii_whitespace(rest.substr(3));
  answer_.protocol = protocol_of(line.substr(0, version_end));
  place_ = Place::fields;
  return true;
}

void AnswerReader::read_field(std::string_view line) {
  const bool is_folded = line.starts_with(' ') || line.starts_with('\t');
  if (is_folded && !answer_.headers.empty()) {
    // RFC 9112, 5.2: a line fold is read as a space.
    answer_.headers.back().value.append(" ").append(trim_ascii_whitespace(line));
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;  // not a field: ignored, as browsers do
  answer_.headers.push_back({std::string(trim_ascii_whitespace(line.substr(0, colon))),
                             std::string(trim_ascii_whitespace(line.substr(colon + 1)))});
}

bool AnswerReader::end_head() {
  if (answer_.status == kSwitchingProtocols)
    return refuse("the server switched to a protocol that nobody asked for");
  if (answer_.status >= 200) {
    place_ = Place::body;
    return true;
  }
  answer_.headers.clear();
  answer_.status = 0;
  place_ = Place::status_line;
  return true;
}

// Trailers are dropped, but libcurl keeps a copy of each until the request ends.
bool AnswerReader::on_trailer(std::string_view line) {
  trailer_bytes_ += line.size();
  has_long_trailers_ = trailer_bytes_ > head_bytes_max_ || ++trailer_lines_ > head_lines_max_;
  return !has_long_trailers_;
}

bool AnswerReader::on_line(std::string_view line) {
  if (place_ == Place::body) return on_trailer(line);
  head_bytes_ += line.size();
  if (head_bytes_ > head_bytes_max_)
    return refuse(fmt::format("the head is longer than {} bytes", head_bytes_max_));
  if (++head_lines_ > head_lines_max_)
    return refuse(fmt::format("the head has more than {} lines", head_lines_max_));
  line = without_line_end(line);
  if (place_ == Place::status_line) return read_status_line(line);
  if (line.empty()) return end_head();
  read_field(line);
  return true;
}

// string::reserve() may allocate twice as much as requested.
void AnswerReader::move_body(std::size_t bytes) {
  std::string larger;
  larger.reserve(bytes);
  larger.append(answer_.body);
  answer_.body.swap(larger);
}

bool AnswerReader::make_room(std::size_t piece_bytes) {
  std::string& body = answer_.body;
  if (body.empty()) {
    std::size_t length = 0;
    const auto field = warc::find_field(answer_.headers, "Content-Length").value_or("");
    std::from_chars(field.data(), field.data() + field.size(), length);
    body.reserve(std::min({length, body_bytes_max_, kBodyReserveBytesMax}));
  }
  const std::size_t needed = std::min(body.size() + piece_bytes, body_bytes_max_);
  if (needed <= std::max(body.capacity(), kBodyReserveBytesMax)) return true;
  // Growth by half: doubling would waste more than a copy costs.
  const std::size_t ample = std::min(needed + needed / 2, body_bytes_max_);
  for (const std::size_t bytes : {ample, needed}) {
    if (!memory_.try_set(bytes)) continue;
    move_body(bytes);
    return true;
  }
  // One body at a time may exceed the pool, so that at least one completes.
  if (!memory_.try_overdraw()) return false;
  memory_.set(ample);
  move_body(ample);
  return true;
}

bool AnswerReader::on_body(std::string_view piece) {
  std::string& body = answer_.body;
  is_cut_ = piece.size() > body_bytes_max_ - body.size();
  body.append(piece.substr(0, body_bytes_max_ - body.size()));
  return !is_cut_;
}

}  // namespace freshet
