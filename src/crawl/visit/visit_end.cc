// The end of a visit: the host is complete, cut by a limit, put back for later, or given up.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "crawl/visit/visit.h"

namespace freshet {
namespace {

// The longest wait before a known host that is down is tried again.
constexpr Duration kRetryMax = std::chrono::days(1);

}  // namespace

Continuation Visit::continuation(bool is_complete, int failed_visits) const {
  Continuation left{.is_complete = is_complete,
                    .crawl = tools_.crawl_id,
                    .made = tools_.clock.now(),
                    .pages = report_.pages,
                    .failed_visits = failed_visits,
                    .refusals = pace_.refusals(),
                    .statuses = report_.statuses,
                    .dropped = report_.dropped,
                    .examples = report_.examples,
                    .robots_down = gate_.down()};
  if (!is_complete) left.wanted_after = before_.wanted_after;
  if (is_complete && task_.is_more_wanted) left.wanted_after = task_.wanted.back().url;
  if (!is_complete) left.unread = memory_.unread();
  agenda_.leave(left, errand_ ? &*errand_ : nullptr);
  pages_.leave(left);
  // Checks that failed leave the crawl of the host as complete as it was.
  if (task_.checks_known_pages && before_.is_complete) left.is_complete = true;
  return left;
}

void Visit::finish_when_nothing_is_left() {
  if (agenda_.postponed() > 0 && before_.failed_visits + 1 < limits_.visits) {
    agenda_.retry_postponed();
    progress_.has_failed = true;
    return finish(VisitState::partial, {.cause = VisitCause::robots_unavailable},
                  tools_.clock.now() + limits_.down_wait, before_.failed_visits + 1);
  }
  // The next run tries again: a robots.txt that is unreachable for 30 days counts as absent.
  if (agenda_.postponed() > 0 && report_.pages == 0 && !task_.checks_known_pages) {
    agenda_.retry_postponed();
    return finish(VisitState::failed, {.cause = VisitCause::robots_unavailable}, std::nullopt,
                  before_.failed_visits + 1);
  }
  if (task_.is_more_wanted)
    return finish(VisitState::complete, {.cause = VisitCause::more_wanted}, tools_.clock.now(), 0,
                  true);
  agenda_.fail_postponed();
  pages_.links().count_nofollowed();
  const std::size_t failed = agenda_.failed().size();
  const VisitReason failed_urls{.cause = VisitCause::urls_failed,
                                .count = static_cast<std::int64_t>(failed)};
  const bool has_nothing = failed > 0 && report_.pages == 0 && report_.requisites == 0;
  if (has_nothing && !task_.checks_known_pages)
    return finish(VisitState::failed, failed_urls, std::nullopt, 0);
  // Nothing is left to ask for. The host is complete only if no limit and no trap cut it off, and
  // no URL is left to the next run.
  auto cut = most_frequent(report_.dropped, DropKind::limit);
  if (report_.dropped.contains(DropReason::page_limit)) cut = DropReason::page_limit;
  VisitReason why = failed == 0 ? VisitReason{.cause = VisitCause::nothing_left} : failed_urls;
  if (cut) why = VisitReason::cut_off(*cut);
  const bool is_complete = !cut && failed == 0;
  finish(is_complete ? VisitState::complete : VisitState::partial, std::move(why), std::nullopt, 0,
         true);
}

void Visit::put_back(Duration wait, VisitCause why) {
  const int failed = progress_.has_answered ? 0 : before_.failed_visits;
  if (pace_.refusals() > 0) wait = std::max(wait, pace_.next_start() - tools_.events.tick());
  finish(VisitState::partial, {.cause = why}, tools_.clock.now() + wait, failed);
}

// The host fails too often to continue now. After a few such visits in a row without an answer it
// is given up.
void Visit::give_up_for_now(VisitReason why, bool is_final, std::optional<Duration> wait) {
  const int failed = (progress_.has_answered ? 0 : before_.failed_visits) + 1;
  progress_.has_failed = true;
  if (!task_.checks_known_pages && (is_final || failed >= limits_.visits))
    return finish(VisitState::failed, std::move(why), std::nullopt, failed);
  const Duration by_failures =
      std::min<Duration>(limits_.down_wait * (1 << std::min(failed - 1, 10)), kRetryMax);
  finish(VisitState::partial, std::move(why), tools_.clock.now() + wait.value_or(by_failures),
         failed);
}

// Counts the URLs that failed in this visit: an earlier one may have had others.
void Visit::note_failed_urls() {
  const std::vector<LinkNumber>& urls = agenda_.failed();
  report_.failed_urls = urls.size();
  report_.dropped.erase(DropReason::failed);
  report_.dropped.erase(DropReason::robots_unreachable);
  const std::size_t unreachable = std::min(agenda_.postponed(), urls.size());
  if (unreachable > 0) report_.dropped[DropReason::robots_unreachable] = unreachable;
  const std::size_t failed = urls.size() - unreachable;
  if (failed > 0) report_.dropped[DropReason::failed] = failed;
  // Those whose robots.txt is unreachable are at the end.
  for (std::size_t i = 0; i < urls.size(); ++i)
    add_example(report_.examples, i < failed ? DropReason::failed : DropReason::robots_unreachable,
                agenda_.url(urls[i]));
}

void Visit::finish(VisitState state, VisitReason why, std::optional<Time> due, int failed_visits,
                   bool is_complete) {
  progress_.state = State::over;
  waker_.cancel();
  requests_.close();
  report_.state = state;
  report_.why = std::move(why);
  note_failed_urls();
  if (auto templates = pages_.templates().take(task_.host, tools_.clock.now()))
    tools_.sink->tell({.templates = std::move(templates)});
  if (task_.checks_known_pages) {
    // A check meets the same links again, so the counts of the crawl are not added to.
    for (const auto& [reason, count] : before_.dropped)
      report_.dropped[reason] = std::max(report_.dropped[reason], count);
    for (const auto& [reason, urls] : before_.examples)
      for (const std::string& url : urls) add_example(report_.examples, reason, url);
  }
  std::string left = continuation(is_complete, failed_visits).text();
  const std::int64_t waiting =
      agenda_.append_pending(left, is_complete, errand_ ? &*errand_ : nullptr);
  agenda_.clear_links();  // they may be many, and are in the text now
  pages_.links().clear();
  if (task_.memory) task_.memory->set(left.capacity());
  VisitEnd end{.due = due,
               .waiting = waiting,
               .has_used_slice = progress_.has_used_slice,
               .has_failed = progress_.has_failed,
               .pages = report_.pages - before_.pages,
               .continuation = std::move(left),
               .report = report_,
               .adopted = pages_.links().adopted(),
               .unchecked = std::move(progress_.unchecked),
               .hints = pages_.sitemaps().take_hints(),
               .home = pages_.take_home_look()};
  for (const auto& [number, order] : agenda_.orders())
    end.unchecked.push_back({.url = order.page.url, .asked = order.asked});
  std::ranges::sort(end.unchecked, {}, &UncheckedPage::url);
  tools_.events.at(tools_.events.tick(),
                   [on_end = on_end_, end = std::move(end)]() mutable { on_end(std::move(end)); });
}

}  // namespace freshet
