#include "store/cdxj/cdxj_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/json.h"
#include "url/surt.h"

namespace freshet {
namespace {

constexpr bool is_key_byte(char c) { return c > ' ' && c < 0x7F; }

// Percent-encodes bytes that a key cannot hold.
void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (is_key_byte(c)) {
      out.push_back(c);
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

std::unexpected<Error> expected(std::string what) {
  return std::unexpected(Error{Errc::corrupt, "expected " + std::move(what)});
}

template <class T>
bool read_number(std::string_view text, T& into) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, into);
  return error == std::errc() && stop == end;
}

// Receives fields from the JSON parser; skips nested and unknown ones. Returns false, which ends
// the parsing, at the first invalid value.
class FieldReader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit FieldReader(CdxjLine& line) : line_(line) {}

  const std::string& complaint() const { return complaint_; }
  bool has_place() const { return has_url_ && has_filename_ && has_offset_ && has_length_; }

  bool key(std::string& name) override {
    if (depth_ == 1) name_ = name;
    return true;
  }
  bool string(std::string& text) override {
    if (depth_ == 0) return not_an_object();
    return depth_ != 1 || take_text(text) || take_number(text);
  }
  bool number_unsigned(std::uint64_t number) override {
    if (depth_ == 0) return not_an_object();
    return depth_ != 1 || take_number(fmt::format("{}", number)) || !is_text();
  }
  bool number_integer(std::int64_t number) override { return plain(fmt::format("{}", number)); }
  bool number_float(double, const std::string& text) override { return plain(text); }
  bool boolean(bool claim) override { return plain(claim ? "true" : "false"); }
  bool null() override { return depth_ > 0 || not_an_object(); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool start_array(std::size_t) override { return depth_ == 0 ? not_an_object() : begin(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::json::exception&) override {
    complaint_ = fmt::format("JSON, which breaks off at its byte {}", at);
    return false;
  }

 private:
  bool begin() {
    if (depth_ == 1) name_.clear();  // an object is never one of our fields
    ++depth_;
    return true;
  }
  bool end() {
    --depth_;
    return true;
  }
  bool not_an_object() {
    complaint_ = "a JSON object after the time";
    return false;
  }
  // Values of types that none of our fields has.
  bool plain(const std::string& text) {
    if (depth_ == 0) return not_an_object();
    return depth_ != 1 || take_number(text);
  }
  bool is_text() const {
    return name_ == "url" || name_ == "mime" || name_ == "filename" || name_ == "digest";
  }

  bool take_text(std::string& text) {
    if (!is_text()) return false;
    if (name_ == "digest") {
      line_.digest = Sha1Digest::parse(text);
    } else if (name_ == "mime") {
      line_.mime = text == "-" ? "" : std::move(text);
    } else if (name_ == "url") {
      line_.url = std::move(text);
      has_url_ = true;
    } else {
      line_.filename = std::move(text);
      has_filename_ = true;
    }
    return true;
  }

  // Also true for fields that are not ours.
  bool take_number(std::string_view text) {
    if (name_ == "offset") return has_offset_ = number(text, line_.offset);
    if (name_ == "length") return has_length_ = number(text, line_.length);
    if (name_ != "status") return !is_text() || complain(text);
    if (text == "-" || text.empty()) return true;
    return number(text, line_.status) && (line_.status <= 999 || complain(text));
  }

  template <class T>
  bool number(std::string_view text, T& into) {
    return read_number(text, into) || complain(text);
  }

  bool complain(std::string_view text) {
    complaint_ = fmt::format("{} in the field \"{}\", not \"{}\"", is_text() ? "text" : "a number",
                             name_, visible(text.substr(0, 64)));
    return false;
  }

  CdxjLine& line_;
  std::string name_;
  int depth_ = 0;
  bool has_url_ = false, has_filename_ = false, has_offset_ = false, has_length_ = false;
  std::string complaint_;
};

}  // namespace

std::string cdxj_key(std::string_view url) {
  std::string key = surt(url);
  if (std::ranges::all_of(key, is_key_byte)) return key;
  std::string encoded;
  append_encoded(encoded, key);
  return encoded;
}

Result<std::string> write_line(const CdxjLine& line) {
  if (line.key.empty() || !std::ranges::all_of(line.key, is_key_byte) || line.status > 999) {
    return std::unexpected(Error{
        Errc::invalid, fmt::format("an index line cannot have the key \"{}\" and the status {}",
                                   visible(line.key.substr(0, 256)), line.status)});
  }
  JsonWriter json;
  json.begin_object().key("url").value(line.url);
  if (!line.mime.empty()) json.key("mime").value(line.mime);
  if (line.status != 0) json.key("status").value(std::to_string(line.status));
  if (line.digest) json.key("digest").value("sha1:" + line.digest->base32());
  json.key("length").value(std::to_string(line.length));
  json.key("offset").value(std::to_string(line.offset));
  json.key("filename").value(line.filename).end_object();
  std::string written = line.key + ' ' + digits_time(line.time) + ' ' + json.take();
  if (written.size() > kCdxjLineBytesMax) {
    return std::unexpected(
        Error{Errc::limit,
              fmt::format("an index line has at most {} bytes, and this one of \"{}\" "
                          "has {}",
                          kCdxjLineBytesMax, visible(line.url.substr(0, 256)), written.size())});
  }
  return written;
}

Result<CdxjLine> parse_line(std::string_view line) {
  if (line.size() > kCdxjLineBytesMax)
    return expected(fmt::format("a line of at most {} bytes", kCdxjLineBytesMax));
  CdxjLine parsed;
  const std::size_t key_end = line.find(' ');
  const std::string_view key = line.substr(0, key_end);
  if (key_end == std::string_view::npos || key.empty() || !std::ranges::all_of(key, is_key_byte))
    return expected("a key of visible ASCII characters, then a space");
  parsed.key = key;

  const std::string_view rest = line.substr(key_end + 1);
  const std::size_t time_end = rest.find(' ');
  const std::string_view digits = rest.substr(0, time_end);
  const bool is_long_enough = digits.size() == 14 || digits.size() == 17;
  if (time_end == std::string_view::npos || !is_long_enough ||
      !std::ranges::all_of(digits, is_ascii_digit))
    return expected("a time of 14 or 17 digits after the key, then a space");
  const auto time = parse_time(digits);
  if (!time) return expected(fmt::format("a time that exists, not {}", digits));
  parsed.time = *time;

  FieldReader fields(parsed);
  const std::string_view json = rest.substr(time_end + 1);
  if (!nlohmann::json::sax_parse(json, &fields)) return expected(fields.complaint());
  if (!fields.has_place())
    return expected("the fields \"url\", \"filename\", \"offset\" and \"length\"");
  return parsed;
}

std::string write_cdx11_line(const CdxjLine& line) {
  std::string out;
  const auto field = [&out](std::string_view text) {
    if (!out.empty()) out.push_back(' ');
    if (text.empty()) text = "-";
    append_encoded(out, text);
  };
  field(line.key);                                             // N
  field(digits_time_14(line.time));                            // b
  field(line.url);                                             // a
  field(line.mime);                                            // m
  field(line.status == 0 ? "" : std::to_string(line.status));  // s
  field(line.digest ? line.digest->base32() : std::string());  // k
  field("");                                                   // r: where it redirects to
  field("");                                                   // M: robots flags
  field(std::to_string(line.length));                          // S
  field(std::to_string(line.offset));                          // V
  field(line.filename);                                        // g
  return out;
}

}  // namespace freshet
