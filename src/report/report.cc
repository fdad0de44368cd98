#include "report/report.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/hash.h"

namespace freshet {
namespace {

std::size_t rate_bin(double rate) {
  if (!(rate > kRateBinsFrom)) return 0;
  const double bin = std::log10(rate / kRateBinsFrom) * static_cast<double>(kRateBinsPerDecade);
  return static_cast<std::size_t>(std::min(bin, static_cast<double>(kRateBins - 1)));
}

bool gives_copy(CheckOutcome outcome) {
  return outcome == CheckOutcome::same || outcome == CheckOutcome::changed ||
         outcome == CheckOutcome::back;
}

double days_between(Time from, Time until) {
  return std::chrono::duration<double, std::chrono::days::period>(until - from).count();
}

}  // namespace

void CheckSums::add(const PageCheck& check) {
  switch (check.outcome) {
    case CheckOutcome::same:
      ++same;
      if (check.status == 304) ++not_modified;
      break;
    case CheckOutcome::changed:
      ++changed;
      break;
    case CheckOutcome::gone:
      ++gone;
      break;
    case CheckOutcome::back:
      ++back;
      break;
    case CheckOutcome::failed:
      ++failed;
      break;
  }
  bytes += check.bytes;
}

std::uint32_t ReportMaker::host_number(const PageKey& page) {
  const auto [known, is_new] = by_host_.try_emplace(
      page.host ? page.host->hash() : 0, static_cast<std::uint32_t>(report_.hosts.size()));
  if (is_new) report_.hosts.push_back({.name = std::string(page.host ? page.host->key() : "-")});
  return known->second;
}

void ReportMaker::add(const ReportedPage& page) {
  const bool is_scheduled = page.state == PageState::scheduled;
  const std::uint32_t number = host_number(page.page);
  HostReport& host = report_.hosts[number];
  by_url_.emplace(hash64(page.page.url), static_cast<std::uint32_t>(pages_.size()));
  pages_.push_back({.host = number,
                    .is_scheduled = is_scheduled,
                    .first_seen = page.first_seen,
                    .copied = page.first_seen,
                    .rate = believed_rate(page.rate, page.rate_low, page.rate_high)});
  if (!is_scheduled) {
    ++host.gone;
    ++(page.state == PageState::gone ? report_.gone : report_.faded);
    return;
  }
  ++report_.scheduled;
  ++report_.rates[rate_bin(page.rate)];
  ++host.scheduled;
  host.rate += std::isfinite(page.rate) ? page.rate : 0;
  const double fresh = page.fresh > 0 ? std::min(page.fresh, 1.0) : 0;
  host.fresh += fresh;
  fresh_pages_ += fresh;
}

void ReportMaker::add(const PageCheck& check) {
  if (check.time > report_.now) return;
  report_.checks.add(check);
  report_.days[std::chrono::floor<std::chrono::days>(check.time)].add(check);
  report_.first_check = std::min(report_.first_check.value_or(check.time), check.time);
  report_.last_check = std::max(report_.last_check.value_or(check.time), check.time);
  if (check.outcome == CheckOutcome::changed) note_change(check);
  const auto known = by_url_.find(hash64(check.page.url));
  if (known == by_url_.end()) return;
  Page& page = pages_[known->second];
  report_.hosts[page.host].checks.add(check);
  if (!page.is_scheduled || !gives_copy(check.outcome)) return;
  if (check.time < report_.now - kComparedDays)
    page.copied = check.time;
  else
    recent_.push_back(
        {known->second, check.outcome != CheckOutcome::same, check.time, check.changed_at});
}

// Keeps the newest, in no order; finish() orders them.
void ReportMaker::note_change(const PageCheck& check) {
  std::vector<ChangedPage>& changed = report_.changed;
  const auto is_newer = [](const ChangedPage& a, const ChangedPage& b) {
    return std::tie(b.time, a.url) < std::tie(a.time, b.url);
  };
  changed.push_back({check.page.url, check.time, check.change, check.score});
  std::push_heap(changed.begin(), changed.end(), is_newer);
  if (changed.size() <= kChangedPagesMax) return;
  std::pop_heap(changed.begin(), changed.end(), is_newer);
  changed.pop_back();
}

// From the first check that counts to the last one: what was before or comes after is nobody's
// visiting, neither ours nor another's.
void ReportMaker::compare() {
  if (recent_.empty()) return;
  const auto [first, last] = std::minmax_element(
      recent_.begin(), recent_.end(),
      [](const RecentCheck& a, const RecentCheck& b) { return a.time < b.time; });
  const Time from = first->time;
  const Time until = last->time;
  std::stable_sort(recent_.begin(), recent_.end(),
                   [](const RecentCheck& a, const RecentCheck& b) { return a.page < b.page; });
  std::vector<FollowedPage> followed;
  std::vector<SeenCheck> checks;
  checks.reserve(recent_.size());  // they stay where they are
  auto next = recent_.begin();
  for (std::uint32_t number = 0; number < pages_.size(); ++number) {
    const Page& page = pages_[number];
    const std::size_t first_here = checks.size();
    const Time begin = std::max(from, page.first_seen);
    for (; next != recent_.end() && next->page == number; ++next) {
      checks.push_back({days_between(begin, next->time), next->has_changed});
      if (next->told) checks.back().told = days_between(begin, *next->told);
    }
    if (!page.is_scheduled || begin >= until) continue;
    followed.push_back({.host = page.host,
                        .rate = page.rate,
                        .age = days_between(std::min(page.copied, begin), begin),
                        .days = days_between(begin, until),
                        .checks = std::span(checks).subspan(first_here)});
  }
  report_.equal = compare_with_equal(followed);
  report_.equal_from = from;
  report_.equal_until = until;
}

Report ReportMaker::finish() && {
  compare();
  if (report_.scheduled > 0) report_.fresh = fresh_pages_ / static_cast<double>(report_.scheduled);
  for (HostReport& host : report_.hosts) {
    if (host.scheduled == 0) continue;
    host.rate /= static_cast<double>(host.scheduled);
    host.fresh /= static_cast<double>(host.scheduled);
  }
  std::sort(report_.hosts.begin(), report_.hosts.end(),
            [](const HostReport& a, const HostReport& b) {
              return std::tie(b.rate, a.name) < std::tie(a.rate, b.name);
            });
  std::sort(report_.changed.begin(), report_.changed.end(),
            [](const ChangedPage& a, const ChangedPage& b) {
              return std::tie(b.time, a.url) < std::tie(a.time, b.url);
            });
  return std::move(report_);
}

}  // namespace freshet
