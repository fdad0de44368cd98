// freshet inspect: what freshet reads in a saved page.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/log.h"
#include "charset/charset.h"
#include "charset/content_type.h"
#include "cli/commands/commands.h"
#include "cli/inspect_views.h"
#include "url/url.h"

namespace freshet {
namespace {

struct PageView {
  std::string_view flag;
  void (*show)(const InspectedPage& page, bool as_json, Output& out);
};

constexpr std::array<PageView, 6> kPageViews = {{{"--tags", show_tags},
                                                 {"--links", show_links},
                                                 {"--text", show_text},
                                                 {"--main", show_main},
                                                 {"--features", show_features},
                                                 {"--packed", show_packed}}};

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

std::expected<InspectedPage, Failure> read_page(const Session& session) {
  const Settings& settings = session.config.settings;
  auto url = page_url(session.arguments);
  if (!url) return std::unexpected(url.error());
  const std::string content_type = page_content_type(session.arguments);
  auto saved = read_saved_page(*session.arguments.value("FILE"), content_type, settings);
  if (!saved) return could_not(saved.error().message);
  return InspectedPage{*std::move(saved), *std::move(url)};
}

CommandResult run_inspect(const Session& session) {
  const PageView* chosen = nullptr;
  for (const PageView& view : kPageViews) {
    if (!session.arguments.has(view.flag)) continue;
    if (chosen)
      return wrong_usage(fmt::format("{} and {} cannot be combined", chosen->flag, view.flag));
    chosen = &view;
  }
  if (!chosen)
    return wrong_usage("use one of --tags, --links, --text, --main, --features and --packed");
  const auto page = read_page(session);
  if (!page) return std::unexpected(page.error());
  chosen->show(*page, session.arguments.has("--json"), session.out);
  return {};
}

}  // namespace

Command inspect_command() {
  return {.name = "inspect",
          .summary = "Show what freshet extracts from a saved page",
          .details =
              "Reads one page as a crawl would: decodes it to UTF-8, indexes its tags once, and\n"
              "shows what is derived from them. Offsets count bytes of the UTF-8 text.",
          .usage = "FILE --tags|--links|--text|--main|--features|--packed",
          .operands = {{"FILE", "The page; - reads it from standard input"}},
          .options = {{"--tags", "", "Every tag: start, length, name offset, name length"},
                      {"--links", "", "Every link: kind, URL, anchor text"},
                      {"--text", "",
                       "The visible text, with control characters escaped; exact with --json"},
                      {"--main", "", "Blocks of text, how likely each is main text, and why"},
                      {"--features", "", "Title, language, robots, encoding and counts"},
                      {"--packed", "", "The tag index as it is stored"},
                      {"--url", "URL", "URL of the page, to resolve its links"},
                      {"--content-type", "T", "Its Content-Type header"},
                      {"--json", "", "Print JSON"}},
          .sections = {},
          .examples = {{"freshet inspect page.html --text", "read a page without a browser"},
                       {"freshet inspect page.html --links --url https://example.com/",
                        "its links, resolved"},
                       {"curl -s https://example.com/ | freshet inspect - --features --json",
                        "counts for programs"}},
          .run = run_inspect};
}

}  // namespace freshet
