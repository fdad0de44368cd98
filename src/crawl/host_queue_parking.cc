// Hosts of name servers that are judged parking: left out, probed, or woken when the verdict falls.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "crawl/host_queue.h"
#include "url/site.h"

namespace freshet {

// Notes the verdict on the name server of a host that is to be visited.
void HostQueue::note_parking(Out& out, const Resolved& answer) const {
  if (tools_.parking == nullptr) return;
  out.name_server = name_server_key(answer.name_servers);
  out.parking.reset();
  const ServerJudgement* judged = tools_.parking->find_parking(out.name_server);
  if (judged == nullptr) return;
  out.parking = ParkingNote{.name_server = out.name_server,
                            .parked = judged->parked,
                            .owners = judged->owners,
                            .confidence = judged->confidence};
}

// Returns true if the host is left out. Hosts that were visited before or that the user named are
// not, nor are those whose name servers were others when they were asked before.
Result<bool> HostQueue::is_left_out(Out& out) {
  const Host& host = out.claim.fence.host;
  if (!out.parking || tools_.plan.parking != ParkingMode::skip ||
      !tools_.source.takes_new_hosts() || !out.claim.continuation.empty() ||
      tools_.scope.is_named(host))
    return false;
  if (is_probed(host)) {
    out.parking->is_probe = true;
    return false;
  }
  const auto row = tools_.frontier.find_host(host);
  if (!row) return std::unexpected(row.error());
  return !*row || (*row)->name_servers.empty() ||
         stored_name_server_key((*row)->name_servers) == out.name_server;
}

// Stores the name servers of a host that is claimed.
Status HostQueue::note_name_servers(const LeaseFence& fence, const Resolved& answer) {
  if (answer.name_servers.empty()) return {};
  std::string names;
  for (const std::string& name : answer.name_servers) names += (names.empty() ? "" : " ") + name;
  return tools_.frontier.note_name_servers(fence, names);
}

// Releases a host that is not visited. It keeps no continuation: it counts as new when it is woken.
Status HostQueue::leave_out(const Out& out) {
  VisitReport report{.state = VisitState::left_out,
                     .why = VisitReason::cut_off(DropReason::parked)};
  report.dropped[DropReason::parked] =
      static_cast<std::uint64_t>(std::max<std::int64_t>(out.claim.score, 1));
  report.parking = out.parking;
  ++totals_.left_out;
  if (tools_.visit_ended) tools_.visit_ended(out.claim.fence.host, report);
  return release_host(out.claim.fence, {.due_value = 1, .report = report.json()});
}

// Judges the name server of a visited host by its home page.
Status HostQueue::watch_home(const Out& out, const VisitEnd& end) {
  if (out.parking && out.parking->is_probe) ++totals_.probed;
  if (tools_.parking == nullptr || !end.home || out.name_server.empty()) return {};
  const Host& host = out.claim.fence.host;
  const VerdictChange change = tools_.parking->add(
      {std::string(host.key()), std::string(site_of(host.name())), out.name_server, *end.home});
  return change == VerdictChange::withdrawn ? withdraw_verdict(out.name_server) : Status{};
}

// Wakes the hosts that were left out by a verdict that no longer stands.
Status HostQueue::withdraw_verdict(const std::string& name_server) {
  ++totals_.withdrawn;
  std::vector<HostWake> hosts;
  std::bitset<kPartitionCount> changed;
  const Status each = tools_.frontier.each_host([&](const HostRow& row) {
    if (row.place != HostPlace::retired || stored_name_server_key(row.name_servers) != name_server)
      return true;
    const auto report = VisitReport::from_json(row.report);
    if (!report || report->state != VisitState::left_out) return true;
    hosts.push_back({.host = row.host});
    changed.set(row.host.partition());
    return true;
  });
  if (!each || hosts.empty()) return each;
  if (tools_.warning)
    tools_.warning(fmt::format(
        "the name server {} is no longer judged parking; {} {} left out "
        "before and will be visited",
        visible(name_server), hosts.size(), hosts.size() == 1 ? "host was" : "hosts were"));
  if (auto woken = tools_.frontier.wake_hosts(hosts); !woken) return woken;
  return look_at_all(changed);
}

}  // namespace freshet
