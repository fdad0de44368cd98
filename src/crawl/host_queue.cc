#include "crawl/host_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/stored_time.h"
#include "crawl/continuation.h"
#include "crawl/crawl_memory.h"
#include "crawl/turns.h"

namespace freshet {

Status HostQueue::open() {
  // A run that was killed has left one.
  if (auto closed = tools_.frontier.close_sessions_of(tools_.worker); !closed)
    return std::unexpected(closed.error());
  if (auto reaped = tools_.frontier.reap_sessions(tools_.clock.now()); !reaped)
    return std::unexpected(reaped.error());
  if (auto opened = open_session(); !opened) return opened;
  unmerged_.set();
  if (auto restored = restore_domains(); !restored) return restored;
  return look_at_all(stale_.set());
}

Status HostQueue::open_session() {
  auto session = tools_.frontier.open_session(tools_.worker, tools_.clock.now() + kSessionLife);
  if (!session) return std::unexpected(session.error());
  session_ = *session;
  renew_at_ = tools_.events.tick() + kIdleCheck;
  return {};
}

// A session that was reaped, because this machine slept or clocks differ, is replaced: the fences
// of the hosts that were lost with it keep their results out.
Status HostQueue::renew_session() {
  renew_at_ = tools_.events.tick() + kIdleCheck;
  Status renewed = tools_.frontier.renew_session(session_, tools_.clock.now() + kSessionLife);
  return renewed || renewed.error().code != Errc::denied ? renewed : open_session();
}

// Counts the hosts visited by earlier runs.
Status HostQueue::restore_domains() {
  if (!tools_.source.takes_new_hosts()) return {};
  return tools_.frontier.each_host([&](const HostRow& row) {
    if (row.continuation.empty()) return true;
    const auto report = VisitReport::from_json(row.report).value_or(VisitReport{});
    tools_.domains.restore(row.host, report.pages, report.home_sketch);
    return true;
  });
}

// Applies the limits of its domain. A host visited before is already counted, and one of a seed is
// always admitted.
std::optional<DropReason> HostQueue::refusal_of(const HostClaim& claim) const {
  if (!tools_.source.takes_new_hosts() || !claim.continuation.empty() ||
      tools_.scope.has_seed(claim.fence.host))
    return std::nullopt;
  return tools_.domains.refusal(claim.fence.host);
}

// Releases a host that is not to be visited. It keeps no continuation, so that it counts as new if
// the limits differ in the next run.
Status HostQueue::skip_host(const HostClaim& claim, DropReason why) {
  VisitReport report{.state = VisitState::failed, .why = VisitReason::cut_off(why)};
  report.dropped[why] = static_cast<std::uint64_t>(std::max<std::int64_t>(claim.score, 1));
  ++totals_.failed;
  if (tools_.visit_ended) tools_.visit_ended(claim.fence.host, report);
  return release_host(claim.fence, {.due_value = 1, .report = report.json()});
}

void HostQueue::start() { wake_at(tools_.events.tick()); }

void HostQueue::wake_at(Tick when) {
  if (wake_at_ && *wake_at_ <= when) return;
  wake_at_ = when;
  const std::uint64_t wake = ++wakes_;
  tools_.events.at(when, [this, wake] {
    if (wake != wakes_) return;
    wake_at_.reset();
    pump();
  });
}

void HostQueue::links_changed(const std::bitset<kPartitionCount>& partitions) {
  unmerged_ |= partitions;
  if (!is_stopping_ && out_.size() < tools_.plan.visits_max)
    wake_at(std::max(tools_.events.tick(), merge_at_));
}

void HostQueue::choose_now() {
  choose_at_ = Time::min();
  if (!is_stopping_) wake_at(tools_.events.tick());
}

void HostQueue::stop() {
  if (is_stopping_) return;
  is_stopping_ = true;
  for (const LoopHandle& handle : loops_) handle.post([loop = handle.loop] { loop->stop(); });
  wake_at(tools_.events.tick());
}

Status HostQueue::close() { return tools_.frontier.close_session(session_); }

void HostQueue::fail(const Error& error) {
  if (status_) status_ = std::unexpected(error);
  is_done_ = true;
}

Status HostQueue::look_at(unsigned partition) {
  auto edge = tools_.frontier.frontier_edge(partition);
  if (!edge) return std::unexpected(edge.error());
  edges_[partition] = *edge;
  stale_.reset(partition);
  return {};
}

Status HostQueue::look_at_all(std::bitset<kPartitionCount> partitions) {
  for (unsigned partition = 0; partition < kPartitionCount; ++partition)
    if (partitions.test(partition))
      if (auto looked = look_at(partition); !looked) return looked;
  return {};
}

Status HostQueue::release_host(const LeaseFence& fence, const HostRelease& release) {
  auto woken = tools_.frontier.release_host(fence, release, tools_.clock.now());
  // Lost with its session: it is another's now.
  if (!woken && woken.error().code == Errc::denied) return {};
  if (!woken) return std::unexpected(woken.error());
  if (*woken) stale_.set(**woken);
  return {};
}

Status HostQueue::merge_links() {
  // No visit under way can add more: there is no reason to wait.
  if (unmerged_.none() || (tools_.events.tick() < merge_at_ && !out_.empty())) return {};
  merge_at_ = tools_.events.tick() + kMergeEvery;
  const auto estimate =
      tools_.plan.priority == LinkPriority::bloom ? LinkEstimate::bloom : LinkEstimate::in_degree;
  for (unsigned partition = 0; partition < kPartitionCount; ++partition) {
    if (!unmerged_.test(partition)) continue;
    if (auto merged = tools_.frontier.merge_links(partition, estimate); !merged)
      return std::unexpected(merged.error());
    if (auto looked = look_at(partition); !looked) return looked;
  }
  unmerged_.reset();
  return {};
}

// Wakes hosts with pages to check; those worth most are visited first.
Status HostQueue::choose_checks() {
  const Time now = tools_.clock.now();
  // A time further away than that was set before the clock went back.
  const bool is_early = choose_at_ && now < *choose_at_ && *choose_at_ - now <= kChooseEvery;
  if (!choose_at_ || is_early) return {};
  const std::vector<HostWake> hosts = tools_.source.choose(now);
  choose_at_ = tools_.source.next_choice(now);
  if (hosts.empty()) return {};
  if (auto woken = tools_.frontier.wake_hosts(hosts); !woken) return woken;
  std::bitset<kPartitionCount> changed;
  for (const HostWake& wake : hosts) changed.set(wake.host.partition());
  return look_at_all(changed);
}

// Returns the partition with the host of the highest priority; due hosts count by the score they
// wait with.
std::optional<unsigned> HostQueue::best_partition() const {
  const Time now = tools_.clock.now();
  std::optional<unsigned> best;
  std::int64_t best_score = 0;
  for (unsigned partition = 0; partition < kPartitionCount; ++partition) {
    const PartitionEdge& edge = edges_[partition];
    std::optional<std::int64_t> score = edge.top_score;
    if (edge.next_due && is_due(*edge.next_due, now, kDueWaitMax))
      score = score ? std::max(*score, edge.due_value) : edge.due_value;
    if (!score || (best && *score <= best_score)) continue;
    best = partition;
    best_score = *score;
  }
  return best;
}

// Claims the next host and resolves its name; returns false if there is none.
Result<bool> HostQueue::begin_next() {
  const auto partition = best_partition();
  if (!partition) return false;
  auto claims = tools_.frontier.claim_hosts(session_, *partition, 1, tools_.clock.now());
  if (!claims && claims.error().code == Errc::denied) {
    // The clock was set ahead, or this machine slept, beyond the end of the session.
    if (auto renewed = renew_session(); !renewed) return std::unexpected(renewed.error());
    claims = tools_.frontier.claim_hosts(session_, *partition, 1, tools_.clock.now());
  }
  if (!claims) return std::unexpected(claims.error());
  if (auto looked = look_at(*partition); !looked) return std::unexpected(looked.error());
  if (claims->empty()) return true;
  HostClaim& claim = claims->front();
  if (const auto refusal = refusal_of(claim)) {
    if (auto skipped = skip_host(claim, *refusal); !skipped)
      return std::unexpected(skipped.error());
    if (auto looked = look_at(*partition); !looked) return std::unexpected(looked.error());
    return true;
  }
  // Until it is parsed into the table, the continuation is in memory twice.
  auto memory = std::make_shared<MemoryShare>(tools_.links);
  const std::size_t needed = 2 * claim.continuation.size();
  const bool is_granted =
      tools_.links == nullptr ||
      needed <= links_granted(tools_.links->bytes_max(), tools_.plan.visits_max);
  if (is_granted || out_.empty()) {
    memory->set(needed);
  } else if (!memory->try_set(needed)) {
    tools_.links->note_refusal();
    if (auto put = put_off(claim); !put) return std::unexpected(put.error());
    return true;
  }
  const std::string key(claim.fence.host.key());
  const auto loop =
      static_cast<std::size_t>(std::min_element(load_.begin(), load_.end()) - load_.begin());
  ++load_[loop];
  std::string name(claim.fence.host.name());
  out_.emplace(key, Out{.claim = std::move(claim), .loop = loop, .memory = std::move(memory)});
  if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
  const LoopHandle& handle = loops_[loop];
  handle.post([this, key, name = std::move(name), loop = handle.loop] {
    loop->resolve(name, [this, key](const Resolved& answer) { resolved(key, answer); });
  });
  return true;
}

// Postpones a host with more links than there is memory for.
Status HostQueue::put_off(const HostClaim& claim) {
  auto known = tools_.frontier.find_host(claim.fence.host);
  if (!known) return std::unexpected(known.error());
  const Status done = release_host(claim.fence, {.next_due = tools_.clock.now() + kMemoryWait,
                                                 .due_value = claim.score,
                                                 .continuation = claim.continuation,
                                                 .report = *known ? (*known)->report : ""});
  return done ? look_at(claim.fence.host.partition()) : done;
}

// Returns the back-off after failed visits.
Duration HostQueue::wait_after(int failed_visits) const {
  return tools_.plan.limits.down_wait * (1 << std::min(failed_visits, kDoublingsMax));
}

Status HostQueue::give_back(const Out& out, VisitReason why, bool is_final) {
  Continuation left = Continuation::parse(out.claim.continuation);
  ++left.failed_visits;
  const bool is_over = tools_.source.takes_new_hosts() &&
                       (is_final || left.failed_visits >= tools_.plan.limits.visits);
  VisitReport report;
  report.state = is_over ? VisitState::failed : VisitState::partial;
  report.why = std::move(why);
  ++(is_over ? totals_.failed : totals_.partial);
  const std::int64_t turns = is_over ? 0 : turns_of(out.claim.score);
  HostRelease release{
      .due_value = score_after(turns, 1), .continuation = left.text(), .report = report.json()};
  if (!is_over)
    release.next_due =
        tools_.clock.now() + (tools_.source.takes_new_hosts()
                                  ? tools_.plan.limits.down_wait
                                  : std::min(wait_after(left.failed_visits), kDownMax));
  if (tools_.visit_ended) tools_.visit_ended(out.claim.fence.host, report);
  tools_.source.visit_ended(out.claim.fence.host, {.due = release.next_due, .has_failed = true},
                            tools_.clock.now());
  return release_host(out.claim.fence, release);
}

void HostQueue::pump() {
  if (is_done_) return;
  if (is_stopping_) {
    is_done_ = out_.empty();
    return;
  }
  if (tools_.events.tick() >= renew_at_)
    if (auto renewed = renew_session(); !renewed) return fail(renewed.error());
  if (auto chosen = choose_checks(); !chosen) return fail(chosen.error());
  if (auto merged = merge_links(); !merged) return fail(merged.error());
  while (out_.size() < tools_.plan.visits_max) {
    auto begun = begin_next();
    if (!begun) return fail(begun.error());
    if (*begun) continue;
    if (!std::exchange(has_ended_one_, false)) break;
    if (auto looked = look_at_all(stale_); !looked) return fail(looked.error());
  }
  decide_what_is_next();
}

void HostQueue::decide_what_is_next() {
  const Tick now = tools_.events.tick();
  next_due_.reset();
  for (const PartitionEdge& edge : edges_)
    if (edge.next_due && (!next_due_ || *edge.next_due < *next_due_)) next_due_ = edge.next_due;
  Tick wake = now + kIdleCheck;
  if (unmerged_.any()) wake = std::min(wake, merge_at_);
  if (choose_at_ && (!next_due_ || *choose_at_ < *next_due_)) next_due_ = choose_at_;
  const bool waits = next_due_ && (*next_due_ <= tools_.clock.now() + tools_.plan.patience ||
                                   is_due(*next_due_, tools_.clock.now(), kDueWaitMax));
  // A due host without a free slot is looked at again when a visit ends.
  if (waits && out_.size() < tools_.plan.visits_max) {
    const Duration wait = std::max(*next_due_ - tools_.clock.now(), Duration{0});
    wake = std::min(wake, now + std::min(wait + Duration{1}, kDueCheck));
  }
  if (out_.empty() && unmerged_.none() && !waits) return end_unless_somebody_is_ready();
  wake_at(std::max(now, wake));
}

// A host may be ready in a partition not looked at: one that waited for the address of a released
// host, or one that another worker woke.
void HostQueue::end_unless_somebody_is_ready() {
  if (auto looked = look_at_all(stale_.set()); !looked) return fail(looked.error());
  is_done_ = !best_partition();
  if (!is_done_) wake_at(tools_.events.tick());
}

}  // namespace freshet
