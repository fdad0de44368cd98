#include "report/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/markup.h"
#include "base/wording.h"
#include "report/html_parts.h"
#include "report/page_history.h"
#include "report/plots.h"
#include "report/report_text.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr std::size_t kHostShownMax = 26;
constexpr std::size_t kUrlShownMax = 300;

std::string number(std::string_view value, std::string_view name, bool leads = false) {
  return fmt::format("<div{}><dt>{}</dt><dd>{}</dd></div>\n", leads ? " class=\"lead\"" : "",
                     as_markup(name), as_markup(value));
}

std::string head_numbers(const Report& report) {
  const CheckSums& sums = report.checks;
  std::string out = "<dl class=\"numbers\">\n";
  out += number(report.scheduled == 0 ? "-" : percent_words(report.fresh), "of copies fresh now",
                true);
  out += number(grouped(report.scheduled), "pages tracked");
  out += number(grouped(report.gone + report.faded),
                fmt::format("pages gone, {} given up", grouped(report.faded)));
  out += number(grouped(sums.checks()), "checks");
  out += number(grouped(sums.changed), "changes found");
  if (sums.checks() > 0)
    out += number(
        percent_words(static_cast<double>(sums.not_modified) / static_cast<double>(sums.checks())),
        "of checks were a 304");
  out += number(size_words(sums.bytes), "transferred");
  if (report.equal && report.equal->is_clear() && report.equal->checks_saved() >= 0)
    out += number(grouped(static_cast<std::uint64_t>(
                      std::llround(std::min(report.equal->checks_saved(), 1e15)))),
                  "checks saved over equal visiting");
  return out + "</dl>\n";
}

std::string host_table(std::string_view caption, const std::vector<HostReport>& hosts) {
  if (hosts.empty()) return "";
  std::string out = fmt::format(
      "<table class=\"hosts\">\n<caption>{}</caption>\n<thead><tr>"
      "<th scope=\"col\">host</th><th scope=\"col\">pages</th><th scope=\"col\">fresh</th>"
      "<th scope=\"col\">checks</th><th scope=\"col\">changes</th>"
      "<th scope=\"col\">a page changes</th></tr></thead>\n<tbody>\n",
      as_markup(caption));
  for (const HostReport& host : hosts) {
    out += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "</tr>\n",
        as_markup(shortened(host.name, kHostShownMax)), grouped(host.scheduled),
        percent_words(host.fresh), grouped(host.checks.checks()), grouped(host.checks.changed),
        pace_words(host.rate));
  }
  return out + "</tbody></table>\n";
}

std::string table_section(const std::string& tables) {
  if (tables.empty()) return "";
  return "<section><div class=\"table\">\n" + tables + "</div></section>\n";
}

std::string changed_table(const Report& report) {
  if (report.changed.empty()) return "";
  std::string out =
      "<section class=\"wide\"><div class=\"table\"><table>\n<caption>Changed recently</caption>\n"
      "<thead><tr><th scope=\"col\">found (UTC)</th><th scope=\"col\" class=\"word\">change</th>"
      "<th scope=\"col\">score</th><th scope=\"col\" "
      "class=\"word\">page</th></tr></thead>\n<tbody>\n";
  for (const ChangedPage& page : report.changed) {
    out += fmt::format(
        "<tr><td>{}</td><td class=\"word\">{}</td><td>{:.2f}</td><td class=\"url\">{}</td></tr>\n",
        minute_words(page.time), stored_class_text(page.change), page.score,
        as_markup(shortened(page.url, kUrlShownMax)));
  }
  return out + "</tbody></table></div></section>\n";
}

std::string moved_section(std::string_view caption, const std::vector<MovedPage>& pages) {
  if (pages.empty()) return "";
  std::string out = fmt::format(
      "<section class=\"wide\"><div class=\"table\"><table>\n<caption>{}</caption>\n"
      "<thead><tr><th scope=\"col\">when (UTC)</th>"
      "<th scope=\"col\" class=\"word\">page</th></tr></thead>\n<tbody>\n",
      caption);
  for (const MovedPage& page : pages)
    out += fmt::format("<tr><td>{}</td><td class=\"url\">{}</td></tr>\n", minute_words(page.time),
                       as_markup(shortened(page.url, kUrlShownMax)));
  return out + "</tbody></table></div></section>\n";
}

std::string orphan_table(const Report& report) {
  if (report.orphans.empty()) return "";
  std::string out =
      "<section class=\"wide\"><div class=\"table\"><table>\n<caption>Orphans</caption>\n"
      "<thead><tr><th scope=\"col\">no link since (UTC)</th>"
      "<th scope=\"col\" class=\"word\">page</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < std::min(report.orphans.size(), kOrphansListedMax); ++i)
    out += fmt::format("<tr><td>{}</td><td class=\"url\">{}</td></tr>\n",
                       minute_words(report.orphans[i].since),
                       as_markup(shortened(report.orphans[i].url, kUrlShownMax)));
  return out + fmt::format("</tbody></table>\n<p>{}</p></div></section>\n",
                           as_markup(orphans_sentence(report)));
}

std::string foot() {
  return "<footer>\n"
         "<p>A copy is fresh if it is what the server would send now. The change rate of a page is "
         "estimated from its features at first sight and from the results of its checks; the "
         "probability that a copy is fresh follows from it.</p>\n"
         "<p>Equal visiting checks every page every I days; a page with r changes a day is then "
         "fresh for (1 - e^(-rI)) / (rI) of the time, by the rates that are estimated now. The "
         "freshness of our copies is estimated from the results of the checks, and from the time "
         "of each change where the server reported it. The estimate is low where many checks find "
         "a change whose time was not reported.</p>\n"
         "</footer>\n";
}

}  // namespace

std::string report_html(const Report& report, std::string_view archive) {
  std::string out =
      html_head(archive, fmt::format("How fresh is {}?", archive),
                fmt::format("As of {} UTC. {}", minute_words(report.now), fresh_sentence(report)));
  out += head_numbers(report);
  out += "<div class=\"sections\">\n";
  out += html_section("What the checks found", checks_sentence(report),
                      report.checks.checks() > 0 ? plot_checks(report) : " ");
  out += html_section("Compared with equal visiting", equal_sentence(report), plot_equal(report));
  const bool is_wide = has_wide_calendar(report);
  const std::string most = host_table("Hosts that change most", most_changing(report));
  const std::string least = host_table("Hosts that change least", least_changing(report));
  out += html_section("Changes, day by day", "", plot_calendar(report), is_wide);
  out += html_section("How often pages change", "", plot_rates(report));
  out += html_section("Freshness by host", "", plot_hosts(report));
  out += is_wide ? table_section(most) + table_section(least) : table_section(most + least);
  out += funnel_html(report.funnel);
  out += orphan_table(report);
  out += moved_section("New recently", report.added);
  out += moved_section("Gone recently", report.removed);
  out += changed_table(report);
  return out + "</div>\n</main>\n" + foot() + "</body>\n</html>\n";
}

}  // namespace freshet
