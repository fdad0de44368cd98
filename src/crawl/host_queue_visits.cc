// The beginning and the end of the visit of a host that it has claimed.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/stored_time.h"
#include "crawl/continuation.h"
#include "crawl/host_queue.h"
#include "crawl/turns.h"

namespace freshet {
namespace {

// Most bytes of wanted URLs of a host in one visit; the next visit continues after them.
constexpr std::size_t kWantedBytesAtOnce = std::size_t{512} << 10;

// Returns how many of the first URLs fit into `bytes_max`; at least one.
std::size_t wanted_within(const std::vector<WantedUrl>& wanted, std::size_t bytes_max) {
  std::size_t count = 0;
  for (std::size_t bytes = 0; count < wanted.size(); ++count) {
    bytes += sizeof(WantedUrl) + wanted[count].url.size() + wanted[count].via.size();
    if (count > 0 && bytes > bytes_max) break;
  }
  return count;
}

}  // namespace

void HostQueue::resolved(const std::string& key, const Resolved& answer) {
  const auto known = out_.find(key);
  if (known == out_.end() || is_done_) return;
  Status done;
  if (is_stopping_) {
    const HostRelease release{.next_due = tools_.clock.now(),
                              .due_value = known->second.claim.score,
                              .continuation = known->second.claim.continuation};
    done = release_host(known->second.claim.fence, release);
    --load_[known->second.loop];
    out_.erase(known);
  } else {
    done = begin_visit(known->second, answer);
  }
  if (!done) return fail(done.error());
  wake_at(tools_.events.tick());
}

// If no name at all can be resolved, the hosts are not at fault.
void HostQueue::note_name(const Host& host, const Resolved& answer) {
  if (answer.failure == ResolveFailure::none) {
    has_resolved_ |= !IpAddress::parse(host.name()) && !host.name().starts_with('[');
    return;
  }
  ++totals_.failures;
  if (answer.failure != ResolveFailure::unavailable || has_resolved_ || has_warned_) return;
  has_warned_ = true;
  if (tools_.warning)
    tools_.warning(
        fmt::format("cannot resolve {} ({}), and no name was resolved before; check the network "
                    "or the setting crawl.resolver",
                    visible(host.key()), visible(answer.detail)));
}

// Leases the address and starts the visit; or releases the host.
Status HostQueue::begin_visit(Out& out, const Resolved& answer) {
  const LeaseFence& fence = out.claim.fence;
  const unsigned partition = fence.host.partition();
  note_name(fence.host, answer);
  const auto let_go = [&](Status done) {
    --load_[out.loop];
    out_.erase(std::string(fence.host.key()));
    if (!done) return done;
    return look_at(partition);
  };
  if (answer.failure != ResolveFailure::none) {
    const bool is_final = answer.failure == ResolveFailure::no_such_name;
    return let_go(
        give_back(out, {.cause = VisitCause::name_unresolved, .detail = answer.detail}, is_final));
  }
  std::vector<IpAddress> addresses = answer.addresses;
  std::string refusal;
  std::erase_if(addresses, [&](const IpAddress& address) {
    const auto why = tools_.plan.guard.refusal(address);
    if (why) refusal = fmt::format("{}: {}", address.text(), *why);
    return why.has_value();
  });
  if (addresses.empty())
    return let_go(give_back(out, {.cause = VisitCause::address_refused, .detail = refusal}, true));
  // Other hosts of its domain may have begun since it was claimed.
  if (const auto why = refusal_of(out.claim)) return let_go(skip_host(out.claim, *why));
  note_parking(out, answer);
  const auto is_parked = is_left_out(out);
  if (!is_parked) return let_go(std::unexpected(is_parked.error()));
  if (*is_parked) {
    const Status noted = note_name_servers(fence, answer);
    if (!noted && noted.error().code == Errc::denied)
      return let_go({});  // lost, as in release_host
    return let_go(noted ? leave_out(out) : noted);
  }
  // One address is leased, and only that one is connected to; after a failure the next one is
  // tried.
  const Continuation before = Continuation::parse_head(out.claim.continuation);
  const auto tries = static_cast<std::size_t>(before.failed_visits);
  const IpAddress address = addresses[tries % addresses.size()];
  auto leased = tools_.frontier.lease_host(fence, address.text(), tools_.plan.hosts_per_address);
  if (!leased && leased.error().code == Errc::denied)
    return let_go({});  // lost, as in release_host
  if (!leased) return let_go(std::unexpected(leased.error()));
  // The host has moved: hosts that waited for its old address may be ready, in any partition.
  if (!out.claim.last_address.empty() && out.claim.last_address != address.text()) stale_.set();
  if (*leased == LeaseAnswer::waits) return let_go({});
  if (auto noted = note_name_servers(fence, answer); !noted) return let_go(noted);
  const bool is_of_this_crawl = before.crawl == tools_.crawl_id;
  auto wanted = tools_.frontier.wanted(fence.host, is_of_this_crawl ? before.wanted_after : "",
                                       tools_.plan.wanted_at_once);
  if (!wanted) return let_go(std::unexpected(wanted.error()));
  auto templates = tools_.frontier.find_templates(fence.host);
  if (!templates) return let_go(std::unexpected(templates.error()));
  VisitTask task{.host = fence.host,
                 .lease = fence,
                 .addresses = {address},
                 .continuation = std::move(out.claim.continuation),
                 .templates = *templates ? std::move((*templates)->packed) : "",
                 .wanted = *std::move(wanted)};
  task.memory = out.memory;
  task.wants_home_look = tools_.parking != nullptr && !out.name_server.empty();
  task.is_more_wanted = task.wanted.size() == tools_.plan.wanted_at_once;
  if (const std::size_t fits = wanted_within(task.wanted, kWantedBytesAtOnce);
      fits < task.wanted.size()) {
    task.wanted.erase(task.wanted.begin() + static_cast<std::ptrdiff_t>(fits), task.wanted.end());
    task.is_more_wanted = true;
  }
  tools_.source.fill(task, tools_.clock.now());
  if (out.claim.continuation.empty()) tools_.domains.add_host(fence.host);
  ++totals_.visits;
  ++visiting_;
  const LoopHandle& handle = loops_[out.loop];
  handle.post([this, key = std::string(fence.host.key()), task = std::move(task),
               loop = handle.loop]() mutable {
    loop->visit(std::move(task), [this, key](VisitEnd end) { ended(key, std::move(end)); });
  });
  return {};
}

void HostQueue::ended(const std::string& key, VisitEnd end) {
  if (const auto known = out_.find(key); known != out_.end())
    end.report.parking = known->second.parking;
  auto kept = std::make_shared<const VisitEnd>(std::move(end));
  tools_.sink.when_acknowledged([this, key, kept] { release(key, *kept); });
  if (--visiting_ == 0) tools_.sink.flush_soon();
}

// Reports a seed that does not answer at once, since it may be mistyped, and not only when the
// crawl gives it up.
void HostQueue::tell_silent_seed(const Out& out, const VisitReport& report,
                                 const std::optional<Time>& due) const {
  const Host& host = out.claim.fence.host;
  const bool is_silent = report.requests > 0 && report.failures == report.requests;
  if (!is_silent || !due || !tools_.warning || !tools_.scope.has_seed(host)) return;
  if (Continuation::parse(out.claim.continuation).failed_visits > 0) return;
  const auto wait = std::chrono::ceil<std::chrono::minutes>(*due - tools_.clock.now());
  if (wait.count() <= 0) return;  // a run that was told to stop put it back
  tools_.warning(fmt::format("{} does not answer: {}; it is tried again in {} min",
                             visible(host.key()), visible(report.why.sentence()), wait.count()));
}

void HostQueue::release(const std::string& key, const VisitEnd& end) {
  const auto known = out_.find(key);
  if (known == out_.end() || is_done_) return;
  if (!end.adopted.empty())
    if (auto saved = tools_.save_scope(); !saved) return fail(saved.error());
  std::optional<Time> due = end.due;
  if (due) due = std::min(*due, tools_.clock.now() + kDueWaitMax);
  // A host keeps its place in the order of turns until it is done.
  const std::int64_t turns =
      end.due ? turns_of(known->second.claim.score) + (end.has_used_slice ? 1 : 0) : 0;
  const HostRelease release{.next_due = due,
                            .due_value = score_after(turns, end.waiting),
                            .continuation = end.continuation,
                            .report = end.report.json()};
  const LeaseFence fence = known->second.claim.fence;
  if (auto released = release_host(fence, release); !released) return fail(released.error());
  if (tools_.visit_ended) tools_.visit_ended(fence.host, end.report);
  tell_silent_seed(known->second, end.report, due);
  if (auto watched = watch_home(known->second, end); !watched) return fail(watched.error());
  tools_.source.visit_ended(fence.host, end, tools_.clock.now());
  --load_[known->second.loop];
  out_.erase(known);
  totals_.pages += end.pages;
  totals_.requests += end.report.requests;
  totals_.recalled += end.report.recalled;
  totals_.bytes += end.report.bytes;
  totals_.failures += end.report.failures;
  ++(end.report.state == VisitState::complete ? totals_.complete
     : end.report.state == VisitState::failed ? totals_.failed
                                              : totals_.partial);
  if (auto looked = look_at(fence.host.partition()); !looked) return fail(looked.error());
  has_ended_one_ = true;
  wake_at(tools_.events.tick());
}

}  // namespace freshet
