#include "warc/http_head.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kHttp = "HTTP/";

// Returns true if the line is "METHOD target HTTP/1.1".
bool is_request_line(std::string_view line) {
  const std::size_t method_end = line.find(' ');
  const std::size_t version = line.rfind(' ');
  return method_end != std::string_view::npos && is_token(line.substr(0, method_end)) &&
         line.substr(version + 1).starts_with(kHttp);
}

std::string_view first_line(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void read_status(std::string_view line, HttpHead& head) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return;
  line = trim_ascii_whitespace(line.substr(space));
  std::size_t digits = 0;
  int status = 0;
  for (; digits < line.size() && is_ascii_digit(line[digits]); ++digits)
    if (digits < 3) status = status * 10 + (line[digits] - '0');
  if (digits != 3) return;
  head.status = status;
  head.reason = trim_ascii_whitespace(line.substr(digits));
}

// Returns the fields of `text`, up to the limit; folded lines are joined.
std::vector<Field> read_fields(std::string_view text) {
  std::vector<Field> fields;
  while (!text.empty()) {
    const std::string_view line = first_line(text);
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    const bool is_folded = line.starts_with(' ') || line.starts_with('\t');
    if (is_folded && !fields.empty()) {
      fields.back().value.append(" ").append(trim_ascii_whitespace(line));
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (fields.size() == kHttpHeadFieldsMax) break;
    fields.push_back({std::string(trim_ascii_whitespace(line.substr(0, colon))),
                      std::string(trim_ascii_whitespace(line.substr(colon + 1)))});
  }
  return fields;
}

}  // namespace

std::string HttpHead::joined(std::string_view name) const {
  std::string all;
  for (const Field& field : fields) {
    if (!equals_ignoring_case(field.name, name)) continue;
    if (!all.empty()) all.append(",");
    all.append(field.value);
  }
  return all;
}

std::string HttpHead::mime() const {
  const std::string_view type = trim_ascii_whitespace(find("Content-Type").value_or(""));
  return ascii_lower(type.substr(0, type.find_first_of("; ,\t")));
}

HttpHead read_http_head(std::string_view block) {
  HttpHead head;
  const std::string_view text = block.substr(0, kHttpHeadBytesMax);
  const std::string_view line = first_line(text);
  const bool is_response = text.starts_with(kHttp);
  if (!is_response && !is_request_line(line)) return head;
  head.start_line = line;
  if (is_response) read_status(line, head);
  const std::size_t length = header_length(text);
  head.payload_begin = length > 0 ? length : text.size();
  const std::size_t fields_begin = std::min(text.find('\n'), text.size() - 1) + 1;
  if (fields_begin < head.payload_begin)
    head.fields = read_fields(text.substr(fields_begin, head.payload_begin - fields_begin));
  return head;
}

bool has_whole_http_head(std::string_view block) {
  if (block.size() >= kHttpHeadBytesMax) return true;
  if (header_length(block) > 0) return true;
  if (block.starts_with(kHttp) || kHttp.starts_with(block)) return false;
  return block.find('\n') != std::string_view::npos && !is_request_line(first_line(block));
}

}  // namespace freshet::warc
