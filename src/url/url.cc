#include "url/url.h"

#include "url/scheme.h"
#include "url/url_parser.h"

namespace freshet {

Result<Url> Url::parse(std::string_view input) { return UrlParser::parse(input, nullptr); }

Result<Url> Url::parse(std::string_view input, const Url& base) {
  return UrlParser::parse(input, &base);
}

std::string_view Url::username() const {
  if (parts_.host == parts_.username_end) return {};
  return part(parts_.scheme_end + 3, parts_.username_end);
}

std::string_view Url::password() const {
  // The name is followed by "@" or ":password@".
  if (parts_.host < parts_.username_end + 2) return {};
  return part(parts_.username_end + 1, parts_.host - 1);
}

std::optional<std::string_view> Url::query() const {
  if (parts_.query == parts_.fragment) return std::nullopt;
  return part(parts_.query + 1, parts_.fragment);
}

std::optional<std::string_view> Url::fragment() const {
  if (parts_.fragment == href_.size()) return std::nullopt;
  return part(parts_.fragment + 1, href_.size());
}

std::optional<std::uint16_t> Url::effective_port() const {
  return parts_.port ? parts_.port : default_port(scheme());
}

std::string Url::origin() const {
  if (scheme() == "blob") {
    const auto inner = parse(path());
    return inner && inner->is_http() ? inner->origin() : "null";
  }
  if (!is_special() || scheme() == "file") return "null";
  return std::string(scheme()).append("://").append(part(parts_.host, parts_.path));
}

}  // namespace freshet
