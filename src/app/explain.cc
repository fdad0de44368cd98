#include "app/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/crawl_words.h"
#include "app/page_lookup.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/wording.h"
#include "crawl/continuation.h"
#include "crawl/crawl_record.h"
#include "crawl/orphans.h"
#include "crawl/robots_answer.h"
#include "crawl/scope.h"
#include "crawl/traps.h"
#include "crawl/visit_report.h"
#include "report/page_history.h"
#include "report/words.h"
#include "robots/path_pattern.h"
#include "robots/robots_access.h"
#include "robots/robots_txt.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// Wanted URLs that are read in one call.
constexpr std::size_t kWantedRead = 1000;

// Gathers the findings on one URL.
class Inquiry {
 public:
  Inquiry(ArchiveSession& session, Url url)
      : session_(session),
        archive_(session.archive()),
        url_(std::move(url)),
        normal_(normal_form(url_, session.plan().normal_form)),
        key_(page_key_of(normal_.href())) {}

  Result<std::vector<UrlFinding>> run() {
    if (normal_.href() != url_.href())
      add("url", std::string(normal_.href()),
          fmt::format("normalised to {}", visible(normal_.href())));
    for (const auto find :
         {&Inquiry::find_snapshots, &Inquiry::find_note, &Inquiry::find_belief,
          &Inquiry::find_scope, &Inquiry::find_robots, &Inquiry::find_trap, &Inquiry::find_host})
      if (auto found = (this->*find)(); !found) return std::unexpected(found.error());
    return std::move(findings_);
  }

 private:
  void add(std::string_view name, std::string answer, std::string words) {
    findings_.push_back({name, std::move(answer), std::move(words)});
  }

  Status find_snapshots() {
    auto page = archive_.catalog().find_page(key_);
    if (!page) return std::unexpected(page.error());
    if (!*page) {
      add("fetched", "no", "not in the archive");
      return {};
    }
    auto newest = archive_.catalog().nearest((*page)->id, Time::max());
    if (!newest) return std::unexpected(newest.error());
    is_kept_ = true;
    if (!*newest) return {};
    add("fetched", "yes",
        fmt::format("kept {}, last at {} UTC with status {} ({}, {})",
                    counted(static_cast<std::uint64_t>((*page)->snapshots), "time", "times"),
                    second_words((*newest)->time), (*newest)->status, visible((*newest)->mime),
                    size_words((*newest)->payload_bytes)));
    return {};
  }

  Status find_note() {
    auto note = archive_.catalog().find_note(key_);
    if (!note) return std::unexpected(note.error());
    if (!*note) return {};
    is_failed_ = true;
    add("failure", (*note)->outcome,
        fmt::format("not kept at {} UTC: {} ({})", second_words((*note)->time),
                    visible((*note)->detail),
                    counted(static_cast<std::uint64_t>((*note)->tries), "try", "tries")));
    return {};
  }

  // When it is checked next, and why then.
  Status find_belief() {
    if (!is_kept_) return {};
    const auto found = session_.belief(key_);
    if (!found) return std::unexpected(found.error());
    if (!*found) return {};
    const PageBelief& belief = **found;
    const auto now = session_.reference_time();
    if (!now) return std::unexpected(now.error());
    if (belief.first_group > 0)
      add("first_sight", std::to_string(belief.first_group),
          fmt::format("at first sight it was expected to change {} (group {})",
                      pace_words(belief.first_rate), belief.first_group));
    add("rate", fmt::format("{:.4g}", belief.rate),
        fmt::format("it changes about {}, by {} with {}",
                    rate_words(belief.rate, belief.rate_low, belief.rate_high),
                    counted(static_cast<std::uint64_t>(belief.checks), "check", "checks"),
                    counted(static_cast<std::uint64_t>(belief.changes), "change", "changes")));
    if (belief.checked)
      add("checked", iso_time(*belief.checked),
          fmt::format("last checked {}{}", moment_words(*belief.checked, *now),
                      belief.changed
                          ? fmt::format("; last changed {}", moment_words(*belief.changed, *now))
                          : ""));
    const std::string_view state = state_text(belief.state);
    if (belief.state != PageState::scheduled)
      add("state", std::string(state),
          fmt::format("it is {}: not found by {} in a row", state,
                      counted(static_cast<std::uint64_t>(belief.misses), "check", "checks")));
    if (belief.unlinked)
      if (auto told = find_links(belief); !told) return told;
    add("next_check", belief.next_check ? iso_time(*belief.next_check) : "none",
        fmt::format("{}{}{}",
                    belief.next_check ? "next check " + moment_words(*belief.next_check, *now)
                                      : std::string("no check is planned"),
                    belief.why.empty() ? "" : ": ", visible(belief.why)));
    return {};
  }

  // A page that lost a link: whether others of its host have one.
  Status find_links(const PageBelief& belief) {
    const auto orphans = find_orphans(archive_, session_.plan(), key_);
    if (!orphans) return std::unexpected(orphans.error());
    const std::string lost = fmt::format("at {} UTC a page of its host removed its link to it",
                                         second_words(*belief.unlinked));
    if (orphans->unsure > 0)
      add("orphan", "unknown",
          fmt::format("{}; finding out if another page links to it would take too long", lost));
    else if (orphans->pages.empty())
      add("orphan", "no", fmt::format("{}; another page links to it", lost));
    else
      add("orphan", "yes",
          fmt::format("{}, and no other page links to it: it is an orphan, and still checked",
                      lost));
    return {};
  }

  Status find_scope() {
    const auto crawl = archive_.catalog().newest_crawl();
    if (!crawl) return std::unexpected(crawl.error());
    if (!*crawl) {
      add("in_scope", "unknown", "this archive has not been crawled");
      return {};
    }
    const CrawlRecord record = CrawlRecord::from_json((*crawl)->plan);
    auto scope = Scope::make(record.scope);
    if (!scope) return std::unexpected(scope.error());
    for (const std::string& key : record.adopted)
      if (const auto host = Host::from_key(key)) (*scope)->adopt(*host);
    const auto refusal = (*scope)->refusal(normal_);
    is_refused_ = refusal.has_value();
    if (refusal)
      add("in_scope", "no", fmt::format("out of scope: {}", sentence_of(*refusal)));
    else
      add("in_scope", "yes", fmt::format("in scope ({})", name_of(record.scope.kind)));
    return {};
  }

  // By robots.txt as it was kept last.
  Status find_robots() {
    const std::string url = fmt::format("{}/robots.txt", normal_.origin());
    auto found = archive_.find(url, Time::max());
    if (!found) return std::unexpected(found.error());
    if (!*found) {
      add("allowed", "unknown", fmt::format("{} is not in the archive", visible(url)));
      return {};
    }
    const std::string when = second_words((*found)->snapshot.time);
    const RobotsAccess access = robots_access({.status = (*found)->snapshot.status});
    if (access != RobotsAccess::read_body) {
      add("allowed", access == RobotsAccess::allow_all ? "yes" : "unknown",
          fmt::format("robots.txt was answered with {} at {} UTC", (*found)->snapshot.status,
                      when));
      return {};
    }
    auto with_body = archive_.with_body(**found);
    if (!with_body) return std::unexpected(with_body.error());
    auto record = archive_.read(*with_body);
    if (!record) return std::unexpected(record.error());
    const auto text = read_robots_body(record->http, record->payload());
    if (!text) {
      add("allowed", "unknown",
          fmt::format("robots.txt of {} UTC cannot be read: {}", when,
                      visible(text.error().message)));
      return {};
    }
    const RobotsTxt robots = RobotsTxt::parse(*text, session_.plan().robots);
    const RobotsDecision decision =
        robots.rules_for(session_.plan().agent).explain(path_to_match(normal_.href()));
    add("allowed", decision.allowed ? "yes" : "no", robots_words(decision, when));
    if (!decision.allowed) is_refused_ = true;
    return {};
  }

  static std::string robots_words(const RobotsDecision& decision, const std::string& when) {
    const std::string_view verb = decision.allowed ? "allows" : "forbids";
    switch (decision.reason) {
      case RobotsReason::rule:
        return fmt::format("robots.txt of {} UTC {} it in line {}: {}", when, verb, decision.line,
                           visible(decision.pattern));
      case RobotsReason::no_rule_matches:
        return fmt::format("robots.txt of {} UTC allows it: no rule matches", when);
      case RobotsReason::no_group:
        return fmt::format("robots.txt of {} UTC allows it: no group applies to us", when);
      case RobotsReason::robots_txt_itself:
        return "robots.txt itself is always allowed";
      case RobotsReason::unavailable:
      case RobotsReason::unreachable:
        break;
    }
    return fmt::format("robots.txt of {} UTC {} it", when, verb);
  }

  // Checks the URL alone; limits that count other URLs are in the host's report.
  Status find_trap() {
    TrapGuard traps(session_.plan().traps, session_.now());
    if (const auto refusal = traps.refusal(normal_)) {
      is_refused_ = true;
      add("trap", "yes", fmt::format("not followed: {}", sentence_of(*refusal)));
    }
    return {};
  }

  bool is_this(std::string_view url) const { return url == normal_.href() || url == url_.href(); }

  // Looks among the URLs that others want, seeds included. They are sorted: those before the URL
  // are skipped.
  Status find_wanted(const Host& host) {
    std::string after = std::min(std::string(normal_.href()), std::string(url_.href()));
    const std::string last = std::max(std::string(normal_.href()), std::string(url_.href()));
    after.pop_back();
    while (true) {
      const auto wanted = archive_.catalog().wanted(host, after, kWantedRead);
      if (!wanted) return std::unexpected(wanted.error());
      for (const WantedUrl& one : *wanted) {
        if (one.url > last) return {};
        if (!is_this(one.url)) continue;
        is_waiting_ = true;
        if (one.via.empty())
          add("waiting", "seed", "waiting to be fetched: it is a seed");
        else
          add("waiting", "link",
              fmt::format("waiting to be fetched: found on {}", visible(one.via)));
        return {};
      }
      if (wanted->size() < kWantedRead) return {};
      after = wanted->back().url;
    }
  }

  // Looks among the URLs that the last visit of the host left.
  void find_pending(const HostRow& row) {
    if (is_waiting_) return;
    for (const Continuation::Pending& pending : Continuation::parse(row.continuation).pending) {
      if (!is_this(pending.url)) continue;
      is_waiting_ = true;
      if (pending.link.has_failed) return add("waiting", "failed", "the next run tries it again");
      return add(
          "waiting", pending.link.is_seed ? "seed" : "link",
          pending.link.is_seed
              ? "waiting to be fetched: it is a seed"
              : fmt::format("waiting to be fetched: found on its host, {} from the home page",
                            counted(pending.link.depth, "link", "links")));
    }
  }

  // Reports hold some of the URLs that were dropped, not all. What scope, robots.txt and traps say
  // of this URL alone stands in findings of their own.
  void find_dropped(const VisitReport& report, HostPlace place) {
    if (is_kept_ || is_waiting_) return;
    for (const auto& [reason, urls] : report.examples)
      for (const std::string& url : urls)
        if (is_this(url))
          return add("left_out", std::string(code_of(reason)),
                     fmt::format("found and left out: {}", sentence_of(reason)));
    if (is_refused_ || is_failed_) return;
    if (place == HostPlace::claimed)
      return add("left_out", "unknown",
                 "unknown if a link to it was found: its host is being visited");
    if (report.state != VisitState::complete && report.dropped.empty())
      return add("left_out", "unknown",
                 "unknown if a link to it was found: the last visit of its host did not read all");
    if (report.dropped.empty())
      return add(
          "left_out", "no",
          "the last visit of its host left out no URL, so no page that was read links to it");
    add("left_out", "unknown",
        "unknown if a link to it was found; these URLs of its host were left out:");
  }

  void find_parking(const VisitReport& report) {
    const bool is_left_out = report.state == VisitState::left_out;
    add("parking",
        is_left_out                ? "left-out"
        : report.parking->is_probe ? "probe"
                                   : "marked",
        parking_words(*report.parking) + (is_left_out ? "; crawl.parking = mark visits it"
                                          : report.parking->is_probe
                                              ? "; it was visited to check that verdict"
                                              : ""));
  }

  Status find_host() {
    const auto host = Host::of(normal_);
    if (!host) return {};
    auto row = archive_.catalog().find_host(*host);
    if (!row) return std::unexpected(row.error());
    if (auto found = find_wanted(*host); !found) return found;
    if (*row) find_pending(**row);
    if (!*row) {
      add("host", "unknown", fmt::format("the host {} is not known", visible(host->key())));
      return {};
    }
    add("host", std::string(name_of((*row)->place)),
        fmt::format(
            "the host {} is {}{}", visible(host->key()), name_of((*row)->place),
            (*row)->next_due ? fmt::format(", at {} UTC", second_words(*(*row)->next_due)) : ""));
    const auto report = VisitReport::from_json((*row)->report);
    if (!report) return {};
    if (report->state == VisitState::left_out)
      add("visit", std::string(code_of(report->state)), "its host was left out and not visited");
    else
      add("visit", std::string(code_of(report->state)),
          fmt::format("its last visit is {}{}{}; {}", code_of(report->state),
                      report->why.sentence().empty() ? "" : ": ", visible(report->why.sentence()),
                      visit_words(*report)));
    if (report->parking) find_parking(*report);
    find_dropped(*report, (*row)->place);
    for (const auto& [reason, count] : report->dropped)
      add("dropped", std::string(code_of(reason)),
          fmt::format("{} dropped: {}", counted(count, "URL", "URLs"), sentence_of(reason)));
    return {};
  }

  ArchiveSession& session_;
  Archive& archive_;
  Url url_;
  Url normal_;
  PageKey key_;
  bool is_kept_ = false;
  bool is_failed_ = false;   // a note says why it was not kept
  bool is_waiting_ = false;  // to be fetched
  bool is_refused_ = false;  // by scope, robots.txt or traps
  std::vector<UrlFinding> findings_;
};

// Returns the first of the URLs that the archive has, or else the first.
Result<std::optional<Url>> choose_url(const std::vector<std::string>& urls, Archive& archive,
                                      const NormalFormOptions& form) {
  std::optional<Url> first;
  for (const std::string& text : urls) {
    const auto url = Url::parse(text);
    if (!url) continue;
    if (!first) first = *url;
    const auto page = archive.catalog().find_page(page_key_of(normal_form(*url, form).href()));
    if (!page) return std::unexpected(page.error());
    if (*page) return *url;
  }
  return first;
}

}  // namespace

Result<Explanation> explain(ArchiveSession& session, std::string_view text) {
  const auto urls = candidate_urls(text);
  if (!urls) return std::unexpected(urls.error());
  const auto url = choose_url(*urls, session.archive(), session.plan().normal_form);
  if (!url) return std::unexpected(url.error());
  if (!*url || !(*url)->is_http())
    return std::unexpected(
        Error{Errc::invalid, fmt::format("\"{}\" is not an http or https URL", visible(text))});
  auto findings = Inquiry(session, **url).run();
  if (!findings) return std::unexpected(findings.error());
  return Explanation{.url = std::string((*url)->href()), .findings = *std::move(findings)};
}

std::string to_json(const Explanation& explanation) {
  JsonWriter json;
  json.begin_object().key("url").value(explanation.url).key("findings").begin_array();
  for (const UrlFinding& finding : explanation.findings) {
    json.begin_object().key("name").value(finding.name).key("answer").value(finding.answer);
    json.key("words").value(finding.words).end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace freshet
