#include "cli/inspected_page.h"

#include <fmt/format.h>

#include <string>

#include "base/log.h"
#include "charset/charset.h"
#include "charset/content_type.h"

namespace freshet {
namespace {

// Returns the URL of the page, if it was given.
std::expected<std::optional<Url>, Failure> page_url(const Arguments& arguments) {
  const auto& given = arguments.value("--url");
  if (!given) return std::nullopt;
  auto url = Url::parse(*given);
  if (!url) {
    return wrong_usage(fmt::format("--url: {}; give a complete URL such as https://example.com/",
                                   url.error().message));
  }
  if (!url->is_http()) {
    return wrong_usage(fmt::format("--url must be an http or https URL, not {}", url->scheme()));
  }
  return *std::move(url);
}

// Returns the Content-Type that was given. Warns if its charset is unknown.
std::string page_content_type(const Arguments& arguments) {
  const std::string content_type = arguments.value("--content-type").value_or("");
  const auto charset = content_type_charset(content_type);
  if (charset && !encoding_from_label(*charset)) {
    log(LogLevel::warning, "the charset of --content-type is unknown and ignored",
        {{"charset", *charset}});
  }
  return content_type;
}

}  // namespace

std::expected<InspectedPage, Failure> read_inspected_page(const Session& session) {
  const Settings& settings = session.config.settings;
  auto url = page_url(session.arguments);
  if (!url) return std::unexpected(url.error());
  const std::string content_type = page_content_type(session.arguments);
  auto saved = read_saved_page(*session.arguments.value("FILE"), content_type, settings);
  if (!saved) return could_not(saved.error().message);
  return InspectedPage{*std::move(saved), *std::move(url)};
}

}  // namespace freshet
