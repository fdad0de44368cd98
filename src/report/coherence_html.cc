#include "report/coherence_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/markup.h"
#include "base/wording.h"
#include "report/html_parts.h"
#include "report/plot_parts.h"
#include "report/site_graph.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr std::size_t kListedPagesMax = 200;  // that are not proven
constexpr std::size_t kListedUrlMax = 200;
constexpr std::size_t kPieceShownMax = 300;

std::string big_number(std::string_view value, std::string_view name, bool leads = false) {
  return fmt::format("<div{}><dt>{}</dt><dd>{}</dd></div>\n", leads ? " class=\"lead\"" : "",
                     as_markup(name), as_markup(value));
}

std::string head_figures(const SiteCoherence& site) {
  std::string out = "<dl class=\"numbers\">\n";
  out += big_number(percent_words(site.proven_share()), "of pages proven at this instant", true);
  out += big_number(grouped(site.count(Verdict::proven)),
                    fmt::format("of {} proven", counted(site.present(), "page", "pages")));
  out += big_number(grouped(site.count(Verdict::changed)), "changed around the instant");
  out += big_number(grouped(site.count(Verdict::probable)), "probably as kept");
  out += big_number(grouped(site.count(Verdict::unknown)), "unknown");
  out += big_number(grouped(site.linked_part.pages.size()),
                    "pages in the largest proven part linked from the home page");
  out += big_number(fmt::format("{:.3f}", site.inducible.share), "inducible coherence");
  out += big_number(site.rated > 0 ? fmt::format("{:.3f}", site.blur) : "-",
                    "changes a page that a reader meets (blur)");
  return out + "</dl>\n";
}

std::string colour_keys() {
  const std::string keys = draw_key(0, "same", "proven") + draw_key(90, "maybe", "probable") +
                           draw_key(190, "change", "changed") + draw_key(290, "trouble", "unknown");
  return drawing({kWidePlotWidth, 26}, "Colours", "Proven, probable, changed, unknown.", keys);
}

std::string plot_defects(const SiteCoherence& site) {
  std::size_t most = 1;
  std::size_t all = 0;
  for (const std::size_t count : site.defects.of_kind) {
    most = std::max(most, count);
    all += count;
  }
  if (all == 0) return "<p>No page was seen to differ around the instant.</p>\n";
  const BarRows rows;
  std::string out;
  for (std::size_t i = 0; i < kDefects; ++i)
    out += rows.draw(i, name_of(static_cast<Defect>(i)),
                     static_cast<double>(site.defects.of_kind[i]) / static_cast<double>(most),
                     grouped(site.defects.of_kind[i]),
                     static_cast<Defect>(i) == Defect::noise ? "trouble" : "change");
  return drawing({kPlotWidth, rows.y(kDefects) + 8}, "Differences by kind",
                 fmt::format("{} pages differ.", all), out);
}

std::string plot_policies(const SiteCoherence& site) {
  if (site.policies.empty() || site.rated == 0) return "";
  const BarRows rows;
  std::string out;
  for (std::size_t i = 0; i < site.policies.size(); ++i)
    out += rows.draw(i, site.policies[i].name, site.policies[i].coherent,
                     percent_words(site.policies[i].coherent), i == 0 ? "same" : "maybe");
  return drawing({kPlotWidth, rows.y(site.policies.size()) + 8}, "Plans compared",
                 "Expected share of proven pages.", out);
}

std::string measure_row(std::string_view name, std::string_view meaning,
                        const CoherenceMeasure& measure) {
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{:.4f}</td><td>{}</td><td class=\"url\">{}</td></tr>\n",
      as_markup(name), measure.share, grouped(measure.errors), as_markup(meaning));
}

std::string measures_table(const SiteCoherence& site) {
  std::string out =
      "<table>\n<thead><tr><th scope=\"col\">coherence</th><th scope=\"col\">C</th>"
      "<th scope=\"col\">errors</th><th scope=\"col\" class=\"word\">a page is an error "
      "unless</th></tr></thead>\n<tbody>\n";
  out += measure_row("observable", "it was unchanged from its date to its download at one instant",
                     site.observable);
  out += measure_row("measurable", "its date is not after the first visit", site.measurable);
  out += measure_row("inducible", "visit and revisit found the same around one instant",
                     site.inducible);
  out += "</tbody>\n</table>\n";
  if (site.rated > 0)
    out += fmt::format("<p class=\"note\">Blur: {:.3f} changes a page.</p>\n", site.blur);
  if (site.dates.clock.is_wrong())
    out += fmt::format(
        "<p class=\"note\">The server's clock is {:.1f} s {}; dates are corrected.</p>\n",
        std::abs(std::chrono::duration<double>(site.dates.clock.ahead).count()),
        site.dates.clock.ahead > Duration::zero() ? "ahead" : "behind");
  if (!site.dates.are_dates_trusted())
    out +=
        "<p class=\"note\">Dates of this server contradict what was seen; none is "
        "trusted.</p>\n";
  return out;
}

// The gravest first; pages that are proven and the same are left out.
std::string pages_table(const SiteCoherence& site) {
  std::vector<const PageCoherence*> listed;
  for (const PageCoherence& page : site.pages)
    if (!page.is_absent() && (page.defect || page.verdict.verdict != Verdict::proven))
      listed.push_back(&page);
  if (listed.empty()) return "";
  std::ranges::stable_sort(listed, {}, [](const PageCoherence* page) {
    return std::pair(page->verdict.verdict != Verdict::changed,
                     page->defect ? static_cast<int>(*page->defect) : static_cast<int>(kDefects));
  });
  const std::size_t all = listed.size();
  if (listed.size() > kListedPagesMax) listed.resize(kListedPagesMax);
  std::string out =
      "<table class=\"hosts\">\n<thead><tr><th scope=\"col\">page</th>"
      "<th scope=\"col\" class=\"word\">verdict</th><th scope=\"col\" class=\"word\">difference"
      "</th><th scope=\"col\" class=\"word\">evidence</th></tr></thead>\n<tbody>\n";
  for (const PageCoherence* page : listed) {
    std::string difference(page->defect ? name_of(*page->defect) : "");
    if (!page->difference.empty())
      difference = fmt::format("<a href=\"#d{}\">{}</a>", page - site.pages.data(), difference);
    out += fmt::format(
        "<tr><td class=\"url\">{}</td><td class=\"word\">{}{}</td><td class=\"word\">{}</td>"
        "<td class=\"word\">{}</td></tr>\n",
        as_markup(shortened(page->url, kListedUrlMax)), name_of(page->verdict.verdict),
        page->verdict.probability > 0 && page->verdict.verdict != Verdict::proven
            ? fmt::format(" {:.2f}", page->verdict.probability)
            : "",
        difference, as_markup(evidence_words(*page)));
  }
  out += "</tbody>\n</table>\n";
  if (all > listed.size())
    out += fmt::format(
        "<p class=\"note\">{} more are in <code>freshet coherence --pages</code>."
        "</p>\n",
        grouped(all - listed.size()));
  return out;
}

std::string difference_line(const DiffLine& line) {
  std::string out = "<p>";
  for (const DiffPiece& piece : line.pieces) {
    const std::string text = as_markup(shortened(piece.text, kPieceShownMax));
    const bool is_gone = piece.kind == DiffKind::removed || line.kind == DiffLine::Kind::removed;
    const bool is_new = piece.kind == DiffKind::added || line.kind == DiffLine::Kind::added;
    out += is_gone ? "<del>" + text + "</del> " : is_new ? "<ins>" + text + "</ins> " : text + " ";
  }
  return out + "</p>\n";
}

std::string differences(const SiteCoherence& site) {
  std::string out;
  for (std::size_t i = 0; i < site.pages.size(); ++i) {
    const PageCoherence& page = site.pages[i];
    if (page.difference.empty()) continue;
    out += fmt::format("<article id=\"d{}\">\n<h3>{}</h3>\n", i,
                       as_markup(shortened(page.url, kListedUrlMax)));
    for (const DiffLine& line : page.difference) out += difference_line(line);
    out += "</article>\n";
  }
  return out;
}

}  // namespace

std::string coherence_html(const SiteCoherence& site) {
  const std::string of =
      site.capture.empty() ? site.host : fmt::format("{}, capture {}", site.host, site.capture);
  std::string out = html_head(
      "coherence of " + of, "Coherence of " + of,
      fmt::format("{} at {} UTC, {}. Observed from {} to {}.",
                  site.is_best ? "The instant with most pages proven:" : "Judged",
                  second_words(site.at), site.is_strict ? "bytes compared" : "noise left out",
                  second_words(site.observed.from), second_words(site.observed.until)));
  out += head_figures(site) + "<div class=\"sections\">\n";
  out += html_section("Coherence strip",
                      "One bar per page, from the last sighting before the instant to the first "
                      "one after it. Pages that are unchanged where their bar crosses the line "
                      "are proven.",
                      colour_keys() + plot_strip(site), true);
  out += html_section("The site by depth", "Pages by the number of links from the home page.",
                      colour_keys() + plot_site_graph(site), true);
  out += html_section("Differences by kind", "How the sightings around the instant differ.",
                      plot_defects(site));
  out += html_section(
      "Plans of a capture",
      fmt::format("Expected share of proven pages of a capture with {} between requests, by the "
                  "rates of these pages.",
                  span_words(site.slot)),
      plot_policies(site));
  out += html_section("Measures", "As defined by Spaniol (2009): C = 1 - errors / pages.",
                      measures_table(site), true);
  out += html_section("Pages that are not proven, or differ", "", pages_table(site), true);
  out += html_section("Differences", "The first lines that differ, of the first pages.",
                      differences(site), true);
  return out + "</div>\n</main>\n<footer><p>Made by freshet.</p></footer>\n</body>\n</html>\n";
}

}  // namespace freshet
