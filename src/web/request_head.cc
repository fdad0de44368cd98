#include "web/request_head.h"

#include <fmt/format.h>

#include <algorithm>

namespace freshet {
namespace {

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
  });
}

}  // namespace

std::string request_target(const Url& url) {
  std::string target(url.path());
  if (const auto query = url.query()) target.append("?").append(*query);
  return target;
}

std::string request_authority(const Url& url) {
  return url.port() ? fmt::format("{}:{}", url.hostname(), *url.port())
                    : std::string(url.hostname());
}

bool can_be_sent(const warc::Field& field) {
  return !field.name.empty() && field.name.find_first_of(":; \t") == std::string::npos &&
         !has_control(field.name) && !has_control(field.value);
}

std::string header_line(const warc::Field& field) {
  return field.value.empty() ? field.name + ":" : fmt::format("{}: {}", field.name, field.value);
}

}  // namespace freshet
