#include "report/site_coherence.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/escape.h"
#include "base/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

std::string_view sight_name(SightKind kind) {
  switch (kind) {
    case SightKind::fetched:
      return "fetched";
    case SightKind::not_modified:
      return "not_modified";
    case SightKind::same_length:
      return "same_length";
    case SightKind::dated:
      break;
  }
  return "dated";
}

void write_interval(JsonWriter& json, const std::optional<Interval>& interval) {
  if (!interval) {
    json.null();
    return;
  }
  json.begin_object().key("from").value(iso_time(interval->from));
  json.key("until").value(iso_time(interval->until)).end_object();
}

void write_sighting(JsonWriter& json, const std::optional<Sighting>& sighting) {
  if (!sighting) {
    json.null();
    return;
  }
  json.begin_object().key("sent").value(iso_time(sighting->sent));
  json.key("received").value(iso_time(sighting->received)).key("content");
  sighting->content == kAbsent ? json.null() : json.value(sighting->content);
  json.key("kind").value(sight_name(sighting->kind)).key("modified");
  sighting->modified ? json.value(iso_time(*sighting->modified)) : json.null();
  json.end_object();
}

void write_measure(JsonWriter& json, std::string_view name, const CoherenceMeasure& measure) {
  json.key(name).begin_object().key("coherence").value(measure.share);
  json.key("errors").value(measure.errors).key("instant");
  write_interval(json, measure.instant);
  json.end_object();
}

void write_part(JsonWriter& json, std::string_view name, const CoherentPart& part) {
  json.key(name).begin_object().key("pages").value(part.pages.size()).key("instant");
  write_interval(json, part.pages.empty() ? std::nullopt : std::optional(part.instant));
  json.key("exact").value(part.is_exact).end_object();
}

double seconds_of(Duration duration) { return std::chrono::duration<double>(duration).count(); }

void write_dates(JsonWriter& json, const HostDates& dates) {
  json.key("clock").begin_object().key("ahead_seconds").value(seconds_of(dates.clock.ahead));
  json.key("uncertainty_seconds").value(seconds_of(dates.clock.uncertainty));
  json.key("answers").value(dates.clock.answers).key("wrong").value(dates.clock.is_wrong());
  json.end_object().key("dates").begin_object().key("trusted").value(dates.are_dates_trusted());
  json.key("dated").value(dates.dated).key("ignored").value(dates.ignored);
  json.key("confirmed").value(dates.confirmed).key("contradicted").value(dates.contradicted);
  json.key("validators_trusted").value(dates.are_validators_trusted());
  json.key("stuck_validators").value(dates.stuck).end_object();
}

void write_page(JsonWriter& json, const PageCoherence& page) {
  const PageVerdict& verdict = page.verdict;
  json.begin_object().key("url").value(page.url).key("verdict").value(name_of(verdict.verdict));
  json.key("absent").value(page.is_absent()).key("probability").value(verdict.probability);
  json.key("proof");
  write_interval(json, verdict.proof);
  json.key("visit");
  write_sighting(json, verdict.before);
  json.key("revisit");
  write_sighting(json, verdict.after);
  json.key("sightings").value(page.sightings).key("version");
  page.version ? json.value(iso_time(*page.version)) : json.null();
  json.key("changes_per_day");
  page.rate ? json.value(*page.rate) : json.null();
  json.key("depth");
  page.depth ? json.value(*page.depth) : json.null();
  json.key("defect");
  page.defect ? json.value(name_of(*page.defect)) : json.null();
  json.end_object();
}

std::string interval_words(const Interval& interval) {
  if (interval.from == interval.until) return second_words(interval.from);
  return fmt::format("{} to {}", second_words(interval.from), second_words(interval.until));
}

std::string measure_line(std::string_view name, const CoherenceMeasure& measure) {
  return fmt::format("{:<20} {:.4f}  {}{}\n", name, measure.share,
                     counted(measure.errors, "error", "errors"),
                     measure.instant ? ", at " + interval_words(*measure.instant) : "");
}

std::string part_line(std::string_view name, const CoherentPart& part) {
  if (part.pages.empty()) return fmt::format("{:<20} none\n", name);
  return fmt::format("{:<20} {}, at {}{}\n", name, counted(part.pages.size(), "page", "pages"),
                     interval_words(part.instant),
                     part.is_exact ? "" : " (may not be the largest)");
}

std::string dates_line(const HostDates& dates) {
  std::string out;
  if (dates.clock.is_wrong())
    out += fmt::format("{:<20} {:.1f} s {} (+- {:.1f} s), corrected\n", "server's clock",
                       std::abs(seconds_of(dates.clock.ahead)),
                       dates.clock.ahead > Duration::zero() ? "ahead" : "behind",
                       seconds_of(dates.clock.uncertainty));
  if (dates.dated + dates.ignored == 0) return out;
  out += fmt::format("{:<20} {}: {} contradicted by sightings, {} confirmed", "dates of pages",
                     dates.are_dates_trusted() ? "trusted" : "not trusted",
                     dates.contradicted + dates.stuck, dates.confirmed);
  if (dates.ignored > 0) out += fmt::format(", {} impossible", dates.ignored);
  return out + "\n";
}

std::string defects_line(const DefectCounts& defects) {
  std::string out;
  for (std::size_t i = 0; i < kDefects; ++i)
    if (defects.of_kind[i] > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", defects.of_kind[i],
                         name_of(static_cast<Defect>(i)));
  return fmt::format("{:<20} {}\n", "differences", out.empty() ? "none" : out);
}

std::string page_line(const PageCoherence& page) {
  std::string what(name_of(page.verdict.verdict));
  if (page.is_absent()) what += ", not there";
  if (page.verdict.verdict != Verdict::proven && page.verdict.probability > 0)
    what += fmt::format(" {:.2f}", page.verdict.probability);
  return fmt::format("{:<16} {}\n{:<16} {}{}\n", what, visible(page.url), "", evidence_words(page),
                     page.defect ? fmt::format("; {}", name_of(*page.defect)) : "");
}

std::string sight_words(const Sighting& sighting) {
  const std::string at = second_words(sighting.sent);
  if (sighting.content == kAbsent) return "gone " + at;
  switch (sighting.kind) {
    case SightKind::not_modified:
      return "304 at " + at;
    case SightKind::same_length:
      return "same length at " + at;
    default:
      return "seen " + at;
  }
}

}  // namespace

std::size_t SiteCoherence::present() const {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

double SiteCoherence::proven_share() const {
  const std::size_t n = present();
  return n == 0 ? 0 : static_cast<double>(count(Verdict::proven)) / static_cast<double>(n);
}

std::string evidence_words(const PageCoherence& page) {
  const PageVerdict& verdict = page.verdict;
  std::string out;
  const auto add = [&](const std::string& words) { out += (out.empty() ? "" : ", ") + words; };
  const bool is_dated =
      verdict.proof && (!verdict.before || verdict.proof->from < verdict.before->sent);
  if (is_dated) add("dated " + second_words(verdict.proof->from));
  if (verdict.before) add(sight_words(*verdict.before));
  if (verdict.after) add(sight_words(*verdict.after));
  if (verdict.before && verdict.after && verdict.before->content != verdict.after->content)
    add("differs");
  return out.empty() ? "never seen" : out;
}

void write_json(JsonWriter& json, const SiteCoherence& site, PagesShown pages) {
  json.begin_object().key("format").value("freshet-coherence").key("version").value(1);
  json.key("host").value(site.host).key("capture");
  site.capture.empty() ? json.null() : json.value(site.capture);
  json.key("compared")
      .value(site.is_strict ? "bytes" : "judged")
      .key("at")
      .value(iso_time(site.at));
  json.key("best").begin_object().key("pages").value(site.best.pages).key("instant");
  write_interval(json, site.best.pages == 0 ? std::nullopt : std::optional(site.best.interval));
  json.end_object().key("observed");
  write_interval(json, site.pages.empty() ? std::nullopt : std::optional(site.observed));
  json.key("pages").value(site.present()).key("verdicts").begin_object();
  for (std::size_t i = 0; i < kVerdicts; ++i)
    json.key(name_of(static_cast<Verdict>(i))).value(site.counts[i]);
  json.end_object().key("absent").value(site.absent);
  json.key("without_content").value(site.without_content).key("unreadable").value(site.unreadable);
  json.key("coherence").value(site.proven_share());
  write_measure(json, "observable", site.observable);
  write_measure(json, "measurable", site.measurable);
  write_measure(json, "inducible", site.inducible);
  json.key("blur").value(site.blur).key("pages_with_rate").value(site.rated);
  write_part(json, "largest_part", site.part);
  write_part(json, "linked_part", site.linked_part);
  json.key("defects").begin_object();
  for (std::size_t i = 0; i < kDefects; ++i)
    json.key(name_of(static_cast<Defect>(i))).value(site.defects.of_kind[i]);
  json.end_object();
  write_dates(json, site.dates);
  json.key("policies").begin_array();
  for (const PolicyPromise& policy : site.policies) {
    json.begin_object().key("policy").value(policy.name).key("coherence").value(policy.coherent);
    json.key("blur").value(policy.blur).end_object();
  }
  json.end_array();
  if (pages == PagesShown::yes) {
    json.key("page_list").begin_array();
    for (const PageCoherence& page : site.pages) write_page(json, page);
    json.end_array();
  }
  json.end_object();
}

std::string to_json(const SiteCoherence& site, PagesShown pages) {
  JsonWriter json;
  write_json(json, site, pages);
  return json.take();
}

std::string coherence_text(const SiteCoherence& site, PagesShown pages) {
  const std::size_t n = site.present();
  std::string out = fmt::format("{}{}: {} of {} proven at {}{}\n", visible(site.host),
                                site.capture.empty() ? "" : ", capture " + visible(site.capture),
                                site.count(Verdict::proven), counted(n, "page", "pages"),
                                second_words(site.at), site.is_strict ? ", by bytes" : "");
  for (std::size_t i = 0; i < kVerdicts; ++i)
    out += fmt::format("{:<20} {}\n", name_of(static_cast<Verdict>(i)), site.counts[i]);
  if (site.absent > 0) out += fmt::format("{:<20} {}\n", "not there then", site.absent);
  if (site.best.pages > 0)
    out +=
        fmt::format("{:<20} {} proven, at {}\n", "best instant",
                    counted(site.best.pages, "page", "pages"), interval_words(site.best.interval));
  out += measure_line("observable", site.observable) + measure_line("measurable", site.measurable) +
         measure_line("inducible", site.inducible);
  if (site.rated > 0)
    out += fmt::format("{:<20} {:.4f} changes a page, by the rates of {}\n", "blur", site.blur,
                       counted(site.rated, "page", "pages"));
  out += part_line("largest part", site.part) + part_line("linked from home", site.linked_part);
  out += defects_line(site.defects) + dates_line(site.dates);
  if (pages == PagesShown::yes)
    for (const PageCoherence& page : site.pages) out += page_line(page);
  return out;
}

}  // namespace freshet
