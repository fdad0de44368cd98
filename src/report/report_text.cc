#include "report/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "base/json.h"
#include "base/wording.h"
#include "report/page_history.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr std::size_t kHostNameMax = 30;
constexpr std::size_t kUrlMax = 49;  // so that a line has at most 80 characters
constexpr std::size_t kLineMax = 80;

std::vector<HostReport> watched_hosts(const Report& report) {
  std::vector<HostReport> hosts;
  std::copy_if(report.hosts.begin(), report.hosts.end(), std::back_inserter(hosts),
               [](const HostReport& host) { return host.scheduled > 0; });
  return hosts;
}

std::uint64_t rounded(double number) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(number, 0.0, 1e15)));
}

// Breaks between words, so that no line is longer than a terminal is wide.
std::string folded(std::string_view sentence) {
  std::string out;
  while (sentence.size() > kLineMax) {
    const std::size_t end = sentence.rfind(' ', kLineMax);
    if (end == std::string_view::npos) break;
    out += std::string(sentence.substr(0, end)) + "\n";
    sentence.remove_prefix(end + 1);
  }
  return out + std::string(sentence) + "\n";
}

std::string host_table(std::string_view title, const std::vector<HostReport>& hosts,
                       bool in_color) {
  if (hosts.empty()) return "";
  std::string out = "\n";
  out += bold(fmt::format("{:<{}}  {:>6}  {:>6}  {:>6}  {:>7}  {}", title, kHostNameMax, "pages",
                          "fresh", "checks", "changes", "a page changes"),
              in_color);
  for (const HostReport& host : hosts) {
    out += fmt::format("\n{:<{}}  {:>6}  {:>6}  {:>6}  {:>7}  {}",
                       shortened(visible(host.name), kHostNameMax), kHostNameMax, host.scheduled,
                       fmt::format("{:.0f} %", 100 * host.fresh), host.checks.checks(),
                       host.checks.changed, pace_words(host.rate));
  }
  return out + "\n";
}

std::string changed_table(const Report& report, bool in_color) {
  if (report.changed.empty()) return "";
  std::string out = fmt::format("\n{}\n", bold("changed recently (UTC)", in_color));
  for (const ChangedPage& page : report.changed)
    out += fmt::format("{}  {:<9}  {}\n", minute_words(page.time), stored_class_text(page.change),
                       shortened(visible(page.url), kUrlMax));
  return out;
}

std::string moved_table(std::string_view title, const std::vector<MovedPage>& pages,
                        bool in_color) {
  if (pages.empty()) return "";
  std::string out = fmt::format("\n{}\n", bold(title, in_color));
  for (const MovedPage& page : pages)
    out += fmt::format("{}  {}\n", minute_words(page.time), shortened(visible(page.url), kUrlMax));
  return out;
}

std::string orphan_table(const Report& report, bool in_color) {
  if (report.orphans.empty()) return "";
  std::string out = fmt::format(
      "\n{}\n", bold("orphans, with the time of the last removed link (UTC)", in_color));
  for (std::size_t i = 0; i < std::min(report.orphans.size(), kOrphansListedMax); ++i)
    out += fmt::format("{}  {}\n", minute_words(report.orphans[i].since),
                       shortened(visible(report.orphans[i].url), kUrlMax));
  return out;
}

void write_moved(JsonWriter& json, std::string_view name, const std::vector<MovedPage>& pages) {
  json.key(name).begin_array();
  for (const MovedPage& page : pages)
    json.begin_object()
        .key("url")
        .value(page.url)
        .key("time")
        .value(iso_time(page.time))
        .end_object();
  json.end_array();
}

void write_sums(JsonWriter& json, const CheckSums& sums) {
  json.key("checks").value(sums.checks()).key("same").value(sums.same);
  json.key("not_modified").value(sums.not_modified).key("changed").value(sums.changed);
  json.key("gone").value(sums.gone).key("back").value(sums.back);
  json.key("failed").value(sums.failed).key("bytes").value(sums.bytes);
}

void write_equal(JsonWriter& json, const Report& report) {
  json.key("equal_visiting");
  if (!report.equal) {
    json.null();
    return;
  }
  const EqualVisiting& equal = *report.equal;
  json.begin_object().key("from").value(iso_time(report.equal_from));
  json.key("until").value(iso_time(report.equal_until)).key("checks").value(equal.checks);
  json.key("fresh").value(equal.fresh).key("equal_fresh").value(equal.equal_fresh);
  json.key("noise").value(equal.noise).key("clear").value(equal.is_clear());
  json.key("equal_checks").value(equal.equal_checks);
  json.key("checks_saved").value(equal.checks_saved()).end_object();
}

}  // namespace

std::vector<HostReport> most_changing(const Report& report) {
  std::vector<HostReport> hosts = watched_hosts(report);
  hosts.resize(std::min(kHostsListedMax, (hosts.size() + 1) / 2));
  return hosts;
}

std::vector<HostReport> least_changing(const Report& report) {
  std::vector<HostReport> hosts = watched_hosts(report);
  std::reverse(hosts.begin(), hosts.end());
  hosts.resize(std::min(kHostsListedMax, hosts.size() / 2));
  return hosts;
}

std::string fresh_sentence(const Report& report) {
  if (report.scheduled == 0) return "No page is tracked yet; freshet crawl finds pages.";
  return fmt::format(
      "{} of {} estimated to be up to date.", percent_words(report.fresh),
      report.scheduled == 1 ? std::string("1 copy is") : grouped(report.scheduled) + " copies are");
}

std::string orphans_sentence(const Report& report) {
  std::string out;
  if (!report.orphans.empty())
    out =
        fmt::format("{} no page of {} host links any more; {} still checked.",
                    report.orphans.size() == 1 ? std::string("To 1 page")
                                               : "To " + grouped(report.orphans.size()) + " pages",
                    report.orphans.size() == 1 ? "its" : "their",
                    report.orphans.size() == 1 ? "it is" : "they are");
  if (report.orphans_unsure > 0)
    out += fmt::format("{}{} for which this is unknown: too many copies would have to be read.",
                       out.empty() ? "There are " : " There are ",
                       counted(report.orphans_unsure, "page", "pages"));
  return out;
}

std::string checks_sentence(const Report& report) {
  const CheckSums& sums = report.checks;
  if (sums.checks() == 0) return "No page has been checked yet; run freshet refresh.";
  std::string out = fmt::format("{} {} since {}: {} found a page unchanged", grouped(sums.checks()),
                                sums.checks() == 1 ? "check" : "checks",
                                day_words(*report.first_check), grouped(sums.same));
  if (sums.same > 0)
    out += fmt::format(
        " ({} of them by a 304, without a body)",
        percent_words(static_cast<double>(sums.not_modified) / static_cast<double>(sums.same)));
  return out + fmt::format(", {} changed, {} gone, {} back, {} got no answer; {} were transferred.",
                           grouped(sums.changed), grouped(sums.gone), grouped(sums.back),
                           grouped(sums.failed), size_words(sums.bytes));
}

std::string equal_sentence(const Report& report) {
  if (!report.equal) return "";
  const EqualVisiting& equal = *report.equal;
  std::string out = fmt::format(
      "By estimate, from {} to {} copies were fresh {} of the time, with {} checks. Had every page "
      "been checked equally often with as many, it would have been {}",
      day_words(report.equal_from), day_words(report.equal_until), percent_words(equal.fresh),
      grouped(equal.checks), percent_words(equal.equal_fresh));
  if (!equal.is_clear()) return out + ", which is no significant difference with so few checks.";
  out += "; to be as fresh it would have taken ";
  const std::uint64_t needed = rounded(equal.equal_checks);
  if (equal.checks_saved() < 0) {
    return out + fmt::format("{} checks, {} fewer.", grouped(needed),
                             grouped(equal.checks - std::min(equal.checks, needed)));
  }
  return out + fmt::format("{} checks, {} more.", grouped(needed),
                           grouped(rounded(equal.checks_saved())));
}

std::string report_text(const Report& report, std::string_view archive, bool in_color) {
  std::string out =
      bold(fmt::format("{} at {} UTC", visible(archive), second_words(report.now)), in_color) +
      "\n\n" + folded(fresh_sentence(report));
  if (report.gone + report.faded > 0)
    out += folded(fmt::format("{} {} gone and re-checked now and then, {} given up.",
                              counted(report.gone, "page", "pages"),
                              report.gone == 1 ? "is" : "are", grouped(report.faded)));
  if (const std::string orphans = orphans_sentence(report); !orphans.empty())
    out += folded(orphans);
  out += folded(checks_sentence(report));
  if (const std::string equal = equal_sentence(report); !equal.empty()) out += folded(equal);
  if (const std::string funnel = funnel_text(report.funnel); !funnel.empty())
    out += fmt::format("\n{}\n{}", bold("what the pages say", in_color), funnel);
  out += host_table("hosts that change most", most_changing(report), in_color);
  out += host_table("hosts that change least", least_changing(report), in_color);
  out += orphan_table(report, in_color);
  out += moved_table("new recently (UTC)", report.added, in_color);
  out += moved_table("gone recently (UTC)", report.removed, in_color);
  return out + changed_table(report, in_color);
}

std::string report_json(const Report& report, std::string_view archive) {
  JsonWriter json;
  json.begin_object().key("archive").value(archive).key("time").value(iso_time(report.now));
  json.key("fresh").value(report.fresh).key("watched").value(report.scheduled);
  json.key("gone").value(report.gone).key("faded").value(report.faded);
  json.key("orphans").begin_array();
  for (const OrphanPage& page : report.orphans)
    json.begin_object()
        .key("url")
        .value(page.url)
        .key("since")
        .value(iso_time(page.since))
        .end_object();
  json.end_array().key("orphans_unsure").value(report.orphans_unsure);
  json.key("totals").begin_object();
  write_sums(json, report.checks);
  json.end_object();
  write_equal(json, report);
  json.key("days").begin_array();
  for (const auto& [day, sums] : report.days) {
    json.begin_object().key("day").value(day_words(day));
    write_sums(json, sums);
    json.end_object();
  }
  json.end_array().key("hosts").begin_array();
  for (const HostReport& host : report.hosts) {
    json.begin_object().key("host").value(host.name).key("watched").value(host.scheduled);
    json.key("pages_gone").value(host.gone).key("fresh").value(host.fresh);
    json.key("changes_per_day").value(host.rate);
    write_sums(json, host.checks);
    json.end_object();
  }
  json.end_array().key("changed").begin_array();
  for (const ChangedPage& page : report.changed) {
    json.begin_object().key("url").value(page.url).key("time").value(iso_time(page.time));
    json.key("class").value(stored_class_text(page.change)).key("score").value(page.score);
    json.end_object();
  }
  json.end_array();
  write_moved(json, "new_pages", report.added);
  write_moved(json, "gone_pages", report.removed);
  write_funnel(json, report.funnel);
  return json.end_object().take();
}

}  // namespace freshet
