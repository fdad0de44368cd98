#include "warc/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/percent.h"

namespace freshet::warc {
namespace {

constexpr std::array<std::pair<RecordType, std::string_view>, 8> kTypeNames{{
    {RecordType::warcinfo, "warcinfo"},
    {RecordType::response, "response"},
    {RecordType::resource, "resource"},
    {RecordType::request, "request"},
    {RecordType::metadata, "metadata"},
    {RecordType::revisit, "revisit"},
    {RecordType::conversion, "conversion"},
    {RecordType::continuation, "continuation"},
}};

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

constexpr bool is_blank(char c) { return is_control(c) || c == ' '; }

bool holds_uri(std::string_view name) {
  return equals_ignoring_case(name, "WARC-Target-URI") ||
         equals_ignoring_case(name, "WARC-Refers-To-Target-URI") ||
         equals_ignoring_case(name, "WARC-Profile");
}

bool is_version_line(std::string_view line) {
  if (!line.starts_with("WARC/")) return false;
  line.remove_prefix(5);
  const std::size_t dot = line.find('.');
  if (dot == 0 || dot == std::string_view::npos || dot + 1 == line.size()) return false;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (i != dot && !is_ascii_digit(line[i])) return false;
  return line.size() <= 8;
}

// Removes the first line from `text`; returns it without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void append_safe_uri(std::string& out, std::string_view uri) {
  const auto is_safe = [](char c) {
    return !is_control(c) && c != ' ' && c != '<' && c != '>' && is_ascii(c);
  };
  while (!uri.empty()) {
    const auto safe =
        static_cast<std::size_t>(std::ranges::find_if_not(uri, is_safe) - uri.begin());
    out.append(uri, 0, safe);
    if (safe == uri.size()) return;
    append_percent_byte(out, static_cast<unsigned char>(uri[safe]));
    uri.remove_prefix(safe + 1);
  }
}

void append_safe_value(std::string& out, std::string_view value) {
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  const std::size_t begin = out.size();
  out.append(value);
  for (std::size_t i = begin; i < out.size(); ++i)
    if (is_control(out[i])) out[i] = ' ';
}

}  // namespace

std::string_view name_of(RecordType type) {
  for (const auto& [known, name] : kTypeNames)
    if (known == type) return name;
  return "unknown";
}

std::optional<std::string_view> find_field(const std::vector<Field>& fields,
                                           std::string_view name) {
  for (const Field& field : fields)
    if (equals_ignoring_case(field.name, name)) return field.value;
  return std::nullopt;
}

void Header::add(std::string_view name, std::string_view value) {
  fields.push_back({std::string(name), std::string(value)});
}

void Header::set(std::string_view name, std::string_view value) {
  for (Field& field : fields) {
    if (!equals_ignoring_case(field.name, name)) continue;
    field.value = value;
    return;
  }
  add(name, value);
}

void Header::remove(std::string_view name) {
  std::erase_if(fields, [&](const Field& field) { return equals_ignoring_case(field.name, name); });
}

RecordType Header::type() const {
  const std::string_view text = find("WARC-Type").value_or("");
  for (const auto& [type, name] : kTypeNames)
    if (equals_ignoring_case(text, name)) return type;
  return RecordType::unknown;
}

std::optional<std::uint64_t> Header::content_length() const {
  const auto text = find("Content-Length");
  if (!text || text->empty()) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : *text) {
    if (!is_ascii_digit(c)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

std::optional<Time> Header::date() const {
  const auto text = find("WARC-Date");
  return text ? parse_time(*text) : std::nullopt;
}

std::string Header::record_id() const {
  return std::string(without_brackets(find("WARC-Record-ID").value_or("")));
}

std::string Header::target_uri() const {
  return std::string(without_brackets(find("WARC-Target-URI").value_or("")));
}

std::vector<std::string> Header::concurrent_to() const {
  std::vector<std::string> ids;
  for (const Field& field : fields)
    if (equals_ignoring_case(field.name, "WARC-Concurrent-To"))
      ids.emplace_back(without_brackets(field.value));
  return ids;
}

std::size_t header_length(std::string_view bytes, std::size_t from) {
  for (std::size_t at = bytes.find('\n', from); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    const std::string_view next = bytes.substr(at + 1, 2);
    if (next.starts_with('\n')) return at + 2;
    if (next == "\r\n") return at + 3;
  }
  return 0;
}

std::vector<Field> parse_fields(std::string_view text) {
  std::vector<Field> fields;
  while (!text.empty() && fields.size() <= kHeaderFieldsMax) {
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    if (line.front() == ' ' || line.front() == '\t') {
      const std::string_view more = trim_ascii_whitespace(line);
      if (!fields.empty() && !more.empty()) fields.back().value.append(" ").append(more);
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    fields.push_back({std::string(trim_ascii_whitespace(line.substr(0, colon))),
                      std::string(trim_ascii_whitespace(line.substr(colon + 1)))});
  }
  return fields;
}

Result<Header> parse_header(std::string_view bytes) {
  Header header;
  const std::string_view version = trim_ascii_whitespace(take_line(bytes));
  if (!is_version_line(version)) {
    return std::unexpected(Error{
        Errc::corrupt,
        fmt::format("expected a line \"WARC/1.1\", found \"{}\"", visible(version.substr(0, 40)))});
  }
  header.version = version;
  header.fields = parse_fields(bytes);
  if (header.fields.size() > kHeaderFieldsMax) {
    return std::unexpected(Error{
        Errc::limit, fmt::format("expected at most {} fields in a header", kHeaderFieldsMax)});
  }
  return header;
}

std::string safe_uri(std::string_view uri) {
  std::string safe;
  append_safe_uri(safe, uri);
  return safe;
}

std::string safe_value(std::string_view value) {
  std::string safe;
  append_safe_value(safe, value);
  return safe;
}

void HeaderWriter::add(std::string_view name, std::string_view value) {
  out_.append(name).append(": ");
  append_safe_value(out_, value);
  out_.append("\r\n");
}

void HeaderWriter::add_uri(std::string_view name, std::string_view uri) {
  out_.append(name).append(": ");
  append_safe_uri(out_, uri);
  out_.append("\r\n");
}

void HeaderWriter::add_id(std::string_view name, std::string_view id) {
  out_.append(name).append(": <");
  append_safe_value(out_, id);
  out_.append(">\r\n");
}

bool is_token(std::string_view name) {
  constexpr std::string_view kPunctuation = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::ranges::all_of(name, [&](char c) {
    return is_ascii_alnum(c) || kPunctuation.find(c) != std::string_view::npos;
  });
}

void append_fields(std::string& out, const std::vector<Field>& fields) {
  for (const Field& field : fields) {
    if (!is_token(field.name)) continue;
    out.append(field.name).append(": ");
    if (holds_uri(field.name))
      append_safe_uri(out, without_brackets(field.value));
    else
      append_safe_value(out, field.value);
    out.append("\r\n");
  }
}

void append_header(std::string& out, const Header& header) {
  out.append("WARC/1.1\r\n");
  append_fields(out, header.fields);
  out.append("\r\n");
}

std::string bracketed(std::string_view id) {
  std::string text("<");
  return text.append(id).append(">");
}

std::string_view without_brackets(std::string_view text) {
  if (text.size() < 2 || text.front() != '<' || text.back() != '>') return text;
  return text.substr(1, text.size() - 2);
}

}  // namespace freshet::warc
