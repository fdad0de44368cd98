// The part of an inquiry that concerns the host of the URL.
#include <fmt/format.h>

#include <algorithm>

#include "app/crawl_words.h"
#include "app/url_inquiry.h"
#include "base/escape.h"
#include "base/wording.h"
#include "crawl/continuation.h"

namespace freshet {
namespace {

// Wanted URLs that are read in one call.
constexpr std::size_t kWantedRead = 1000;

}  // namespace

// Looks among the URLs that others want, seeds included. They are sorted: those before the URL
// are skipped.
Status UrlInquiry::find_wanted(const Host& host) {
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
        add("waiting", "link", fmt::format("waiting to be fetched: found on {}", visible(one.via)));
      return {};
    }
    if (wanted->size() < kWantedRead) return {};
    after = wanted->back().url;
  }
}

// Looks among the URLs that the last visit of the host left.
void UrlInquiry::find_pending(const HostRow& row) {
  if (is_waiting_) return;
  for (const Continuation::Pending& pending : Continuation::parse(row.continuation).pending) {
    if (!is_this(pending.url)) continue;
    is_waiting_ = true;
    if (pending.link.has_failed) return add("waiting", "failed", "the next run tries it again");
    return add("waiting", pending.link.is_seed ? "seed" : "link",
               pending.link.is_seed
                   ? "waiting to be fetched: it is a seed"
                   : fmt::format("waiting to be fetched: found on its host, {} from the home page",
                                 counted(pending.link.depth, "link", "links")));
  }
}

// Reports hold some of the URLs that were dropped, not all. What scope, robots.txt and traps say
// of this URL alone stands in findings of their own.
void UrlInquiry::find_dropped(const VisitReport& report, HostPlace place) {
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
    return add("left_out", "no",
               "the last visit of its host left out no URL, so no page that was read links to it");
  add("left_out", "unknown",
      "unknown if a link to it was found; these URLs of its host were left out:");
}

void UrlInquiry::find_parking(const VisitReport& report) {
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

Status UrlInquiry::find_host() {
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

}  // namespace freshet
