// freshet inspect: what freshet reads in a saved page.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "cli/commands/commands.h"
#include "cli/inspect_views.h"
#include "cli/inspected_page.h"
#include "select/css_selector.h"

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

CommandResult select_in(const Session& session, const InspectedPage& page,
                        const std::string& selector) {
  const auto parsed = CssSelector::parse(selector);
  if (!parsed) return wrong_usage("--select: " + parsed.error().message);
  const HtmlTree tree = parse_html_tree(page.text(), page.scripting);
  const auto found = parsed->find(tree);
  if (!found) return could_not(found.error().message);
  show_selected(tree, *found, session.arguments.has("--json"), session.out);
  return {};
}

CommandResult run_inspect(const Session& session) {
  const PageView* chosen = nullptr;
  for (const PageView& view : kPageViews) {
    if (!session.arguments.has(view.flag)) continue;
    if (chosen)
      return wrong_usage(fmt::format("{} and {} cannot be combined", chosen->flag, view.flag));
    chosen = &view;
  }
  const auto& selector = session.arguments.value("--select");
  if (chosen && selector)
    return wrong_usage(fmt::format("{} and --select cannot be combined", chosen->flag));
  if (!chosen && !selector)
    return wrong_usage(
        "use one of --tags, --links, --text, --main, --features, --packed and --select");
  const auto page = read_inspected_page(session);
  if (!page) return std::unexpected(page.error());
  if (selector) return select_in(session, *page, *selector);
  chosen->show(*page, session.arguments.has("--json"), session.out);
  return {};
}

}  // namespace

Command inspect_command() {
  return {
      .name = "inspect",
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
                  {"--select", "CSS", "The elements that a CSS selector finds, with their text"},
                  {"--url", "URL", "URL of the page, to resolve its links"},
                  {"--content-type", "T", "Its Content-Type header"},
                  {"--json", "", "Print JSON"}},
      .sections = {},
      .examples = {{"freshet inspect page.html --text", "read a page without a browser"},
                   {"freshet inspect page.html --links --url https://example.com/",
                    "its links, resolved"},
                   {"freshet inspect page.html --select '#prices td:nth-child(2)'",
                    "try a selector that a browser's inspector copied"},
                   {"curl -s https://example.com/ | freshet inspect - --features --json",
                    "counts for programs"}},
      .run = run_inspect};
}

}  // namespace freshet
