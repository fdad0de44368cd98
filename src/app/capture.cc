#include "app/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "capture/capture_load.h"
#include "coherence/plan.h"

namespace freshet {
namespace {

std::unexpected<Error> invalid_capture(std::string message) {
  return std::unexpected(Error{Errc::invalid, std::move(message)});
}

std::vector<std::string> texts_of(const std::vector<Url>& seeds) {
  std::vector<std::string> texts;
  for (const Url& seed : seeds) texts.emplace_back(seed.href_without_fragment());
  return texts;
}

// "example.org-20261118T142501Z"
std::string default_name(const CaptureRow& row, Time now) {
  std::string time(iso_time(now).substr(0, 19));
  std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
  return fmt::format("{}-{}Z", row.hosts.empty() ? "capture" : row.hosts.front().key(), time);
}

Result<CaptureRow> new_row(const CaptureRequest& request, Time now) {
  if (request.seeds.empty())
    return invalid_capture("no unfinished capture to resume; give a URL to start one");
  if (const auto policy = find_plan_policy(request.order.policy); !policy)
    return std::unexpected(policy.error());
  CaptureRow row{.name = request.name, .order = request.order, .began = now, .round_began = now};
  row.order.seeds = texts_of(request.seeds);
  for (const Url& seed : request.seeds)
    if (const auto host = Host::of(seed);
        host && std::ranges::find(row.hosts, *host) == row.hosts.end())
      row.hosts.push_back(*host);
  if (row.name.empty()) row.name = default_name(row, now);
  return row;
}

// Returns the unfinished capture that the request means, if there is one.
Result<std::optional<CaptureRow>> unfinished(Captures& captures, const CaptureRequest& request) {
  const auto all = captures.captures();
  if (!all) return std::unexpected(all.error());
  const std::vector<std::string> seeds = texts_of(request.seeds);
  for (auto row = all->rbegin(); row != all->rend(); ++row) {
    const bool is_meant = request.name.empty() ? seeds.empty() || row->order.seeds == seeds
                                               : row->name == request.name;
    if (!is_meant) continue;
    if (row->stage != CaptureStage::ended) return *row;
    if (!request.name.empty())
      return invalid_capture(fmt::format(
          "the capture \"{}\" has already ended; choose another name", visible(request.name)));
  }
  return std::nullopt;
}

}  // namespace

Result<PreparedCapture> prepare_capture(ArchiveSession& session, const CaptureRequest& request) {
  PreparedCapture prepared;
  auto known = unfinished(session.catalog(), request);
  if (!known) return std::unexpected(known.error());
  const Time now = session.now();
  if (*known) {
    prepared.row = **std::move(known);
  } else {
    auto made = new_row(request, now);
    if (!made) return std::unexpected(made.error());
    prepared.row = *std::move(made);
  }
  auto planner = session.load_planner(now, true);
  if (!planner) return std::unexpected(planner.error());
  auto book = load_capture(session.catalog(), prepared.row,
                           [&](PageBelief& belief) { (*planner)->describe(belief, now); });
  if (!book) return std::unexpected(book.error());
  prepared.book = *std::move(book);
  prepared.recorder = *std::move(planner);
  return prepared;
}

Result<PreparedCapture> prepare_first_capture(const CaptureRequest& request,
                                              const FirstSight& first_sight,
                                              const GoneBackoff& gone, Time now) {
  auto row = new_row(request, now);
  if (!row) return std::unexpected(row.error());
  return PreparedCapture{.row = *std::move(row),
                         .recorder = std::make_unique<FirstSightRecorder>(first_sight, gone)};
}

}  // namespace freshet
