#include "warc/not_modified.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace freshet::warc {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kValidators = {
    {{"ETag", kEtagField}, {"Last-Modified", kLastModifiedField}}};

constexpr int kNotModifiedStatus = 304;

}  // namespace

bool is_not_modified_revisit(const Header& header) {
  return header.type() == RecordType::revisit &&
         header.find("WARC-Profile").value_or("").find("server-not-modified") !=
             std::string_view::npos;
}

std::vector<Field> not_modified_fields(const HttpHead& http) {
  std::vector<Field> fields;
  fields.push_back({std::string(kNotModifiedHeadField), http.start_line});
  for (const Field& field : http.fields)
    fields.push_back(
        {std::string(kNotModifiedHeadField), fmt::format("{}: {}", field.name, field.value)});
  return fields;
}

HttpHead read_not_modified_head(const std::vector<Field>& metadata) {
  std::string text;
  for (const Field& field : metadata)
    if (field.name == kNotModifiedHeadField) text += field.value + "\r\n";
  if (text.empty()) return {};
  return read_http_head(text + "\r\n");
}

HttpHead head_of_not_modified(const Header& header) {
  HttpHead http;
  http.status = kNotModifiedStatus;
  for (const auto& [name, field] : kValidators)
    if (const auto value = header.find(field))
      http.fields.push_back({std::string(name), std::string(*value)});
  return http;
}

Header without_block(Header header, const HttpHead& http) {
  header.remove("Content-Type");
  for (const auto& [name, field] : kValidators) {
    header.remove(field);
    if (const auto value = http.find(name)) header.add(field, *value);
  }
  return header;
}

}  // namespace freshet::warc
