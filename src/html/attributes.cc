#include "html/attributes.h"

#include <algorithm>

#include "html/entities.h"

namespace freshet {
namespace {

// Delimiter classes of bytes, so that the scans below need one table.
enum ByteClass : unsigned char { kSpace = 1, kSlash = 2, kEquals = 4 };

constexpr std::array<unsigned char, 256> kClasses = [] {
  std::array<unsigned char, 256> classes{};
  for (const char c : {' ', '\n', '\t', '\r', '\f'})
    classes[static_cast<unsigned char>(c)] = kSpace;
  classes['/'] = kSlash;
  classes['='] = kEquals;
  return classes;
}();

bool is_in(char c, int classes) { return (kClasses[static_cast<unsigned char>(c)] & classes) != 0; }

std::size_t skip(std::string_view text, std::size_t at, std::size_t end, int classes) {
  while (at < end && is_in(text[at], classes)) ++at;
  return at;
}

std::size_t skip_until(std::string_view text, std::size_t at, std::size_t end, int classes) {
  while (at < end && !is_in(text[at], classes)) ++at;
  return at;
}

}  // namespace

std::optional<TagAttribute> next_attribute(std::string_view text, std::size_t& at,
                                           std::size_t end) {
  at = skip(text, at, end, kSpace | kSlash);
  if (at >= end) return std::nullopt;
  // A '=' at the start of a name is its first letter.
  const std::size_t name_start = at;
  const std::size_t name_end = skip_until(text, at + 1, end, kSpace | kSlash | kEquals);
  const std::size_t equals = skip(text, name_end, end, kSpace);
  if (equals >= end || text[equals] != '=') {
    at = equals;
    return TagAttribute{name_start, name_end, name_end, name_end};
  }
  const std::size_t value = skip(text, equals + 1, end, kSpace);
  if (value < end && (text[value] == '"' || text[value] == '\'')) {
    const std::size_t close = std::min(text.substr(0, end).find(text[value], value + 1), end);
    at = std::min(close + 1, end);
    return TagAttribute{name_start, name_end, value + 1, close};
  }
  at = skip_until(text, value, end, kSpace);
  return TagAttribute{name_start, name_end, value, at};
}

std::optional<std::string_view> find_attribute(std::string_view text, const Tag& tag,
                                               std::string_view name) {
  std::size_t at = tag.start + tag.name_offset + tag.name_length;
  while (const auto attribute = next_attribute(text, at, tag.end() - 1))
    if (equals_ignoring_case(attribute->name(text), name)) return attribute->value(text);
  return std::nullopt;
}

std::optional<std::string_view> find_attribute_in(std::string_view rest, std::string_view name) {
  if (rest.empty()) return std::nullopt;
  std::size_t at = 0;
  while (const auto attribute = next_attribute(rest, at, rest.size() - 1))
    if (equals_ignoring_case(attribute->name(rest), name)) return attribute->value(rest);
  return std::nullopt;
}

bool is_self_closing(std::string_view text, const Tag& tag) {
  const std::size_t end = tag.end() - 1;
  if (text[end - 1] != '/') return false;
  // In <a href=x/> the slash is part of the value.
  std::size_t at = tag.start + tag.name_offset + tag.name_length;
  while (const auto attribute = next_attribute(text, at, end))
    if (attribute->value_end == end) return false;
  return true;
}

void append_attribute(std::string& out, std::string_view raw) {
  while (!raw.empty()) {
    const auto is_special = [](char c) { return c == '\r' || c == '\0'; };
    const std::size_t special =
        static_cast<std::size_t>(std::find_if(raw.begin(), raw.end(), is_special) - raw.begin());
    append_decoded(out, raw.substr(0, special), ReferenceContext::attribute);
    if (special == raw.size()) return;
    if (raw[special] == '\0') {
      out += "\uFFFD";
    } else if (special + 1 == raw.size() || raw[special + 1] != '\n') {
      out.push_back('\n');
    }
    raw.remove_prefix(special + 1);
  }
}

std::string decode_attribute(std::string_view raw) {
  std::string value;
  value.reserve(raw.size());
  append_attribute(value, raw);
  return value;
}

}  // namespace freshet
