#include "app/url_inquiry.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/version_words.h"
#include "base/escape.h"
#include "base/wording.h"
#include "crawl/crawl_record.h"
#include "crawl/orphans.h"
#include "crawl/robots_answer.h"
#include "crawl/scope.h"
#include "crawl/traps.h"
#include "report/page_history.h"
#include "report/words.h"
#include "robots/path_pattern.h"
#include "robots/robots_access.h"
#include "robots/robots_txt.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

std::string robots_words(const RobotsDecision& decision, const std::string& when) {
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

// Returns "200 (text/html, 3 KB)".
std::string answer_words(const SnapshotRow& row) {
  if (row.kind == SnapshotKind::not_modified) return "304 (not modified)";
  return fmt::format("{} ({}, {})", row.status, visible(row.mime), size_words(row.payload_bytes));
}

}  // namespace

UrlInquiry::UrlInquiry(ArchiveSession& session, Url url)
    : session_(session),
      archive_(session.archive()),
      url_(std::move(url)),
      normal_(normal_form(url_, session.plan().normal_form)),
      key_(page_key_of(normal_.href())) {}

Result<std::vector<UrlFinding>> UrlInquiry::run() {
  if (normal_.href() != url_.href())
    add("url", std::string(normal_.href()),
        fmt::format("normalised to {}", visible(normal_.href())));
  for (const auto find : {&UrlInquiry::find_snapshots, &UrlInquiry::find_note,
                          &UrlInquiry::find_belief, &UrlInquiry::find_scope,
                          &UrlInquiry::find_robots, &UrlInquiry::find_trap, &UrlInquiry::find_host})
    if (auto found = (this->*find)(); !found) return std::unexpected(found.error());
  return std::move(findings_);
}

void UrlInquiry::add(std::string_view name, std::string answer, std::string words) {
  findings_.push_back({name, std::move(answer), std::move(words)});
}

Status UrlInquiry::find_snapshots() {
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
  auto rows = archive_.catalog().snapshots((*page)->id);
  if (!rows) return std::unexpected(rows.error());
  add("fetched", "yes",
      fmt::format("{} kept, the last at {} UTC with status {}", version_words(*rows),
                  second_words((*newest)->time), answer_words(**newest)));
  return {};
}

Status UrlInquiry::find_note() {
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
Status UrlInquiry::find_belief() {
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
Status UrlInquiry::find_links(const PageBelief& belief) {
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
        fmt::format("{}, and no other page links to it: it is an orphan, and still checked", lost));
  return {};
}

Status UrlInquiry::find_scope() {
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
Status UrlInquiry::find_robots() {
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
        fmt::format("robots.txt was answered with {} at {} UTC", (*found)->snapshot.status, when));
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

// Checks the URL alone; limits that count other URLs are in the host's report.
Status UrlInquiry::find_trap() {
  TrapGuard traps(session_.plan().traps, session_.now());
  if (const auto refusal = traps.refusal(normal_)) {
    is_refused_ = true;
    add("trap", "yes", fmt::format("not followed: {}", sentence_of(*refusal)));
  }
  return {};
}

}  // namespace freshet
