#include "monitor/watch_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/log.h"
#include "monitor/change_message.h"
#include "monitor/silence.h"
#include "registry/limits.h"
#include "watch/watch_compare.h"

namespace freshet {
namespace {

WatchCondition condition_of(const WatchState& state) {
  if (state.trouble_checks > 0) return WatchCondition::failing;
  return state.part_is_lost || state.missing_checks > 0 ? WatchCondition::lost
                                                        : WatchCondition::working;
}

// The archive lost the version, which no retry brings back.
bool is_lost_version(const Error& error) {
  return error.code == Errc::not_found || error.code == Errc::corrupt;
}

// One watch and its looks.
class WatchRound {
 public:
  WatchRound(Registry& registry, const ActiveWatch& watch, SharedBodies* bodies,
             TellingMaker& making)
      : registry_(registry), watch_(watch), bodies_(bodies), making_(making) {}

  Status begin() {
    const auto stored = registry_.watches().state(watch_.row.id);
    if (!stored) return std::unexpected(stored.error());
    if (!*stored) return {};
    stored_ = **stored;
    auto state = read_watch_state(stored_);
    if (state)
      state_ = *std::move(state);
    else
      log(LogLevel::error, fmt::format("watch {} begins anew: its state is damaged: {}",
                                       watch_.row.id, state.error().message));
    return {};
  }

  Status see(const CheckLook& look) {
    WatchObservation seen{.at = look.at,
                          .status = look.status,
                          .problem = look.problem,
                          .is_unchanged = look.is_unchanged};
    if (auto read = read_part(look, seen); !read) return read;
    return take(seen);
  }

  Status see(const PrivateAnswer& answer) {
    WatchObservation seen{.at = answer.at, .status = answer.status, .problem = answer.problem};
    const bool is_compared = answer.status < 400 || watch_.spec.compares_error_pages;
    if (seen.problem.empty() && is_compared) {
      auto part = watch_.reader->read({.content_type = answer.content_type, .body = answer.body});
      if (part)
        seen.part = *std::move(part);
      else
        seen.problem = part.error().message;
    }
    return take(seen);
  }

  WatchOutcome end() {
    std::string state = to_json(state_);
    if (state.size() > kStateBytesMax) {
      log(LogLevel::warning,
          fmt::format("watch {} begins anew: its page is too large to be remembered",
                      watch_.row.id));
      state = to_json(WatchState{});
    }
    making_.add_progress({.watch = watch_.row.id,
                          .state = state == stored_ ? std::nullopt : std::optional(state),
                          .condition = outcome_.condition,
                          .checked = outcome_.checked,
                          .number = number_});
    return outcome_;
  }

 private:
  bool needs_page(const CheckLook& look) const {
    if (!look.is_unchanged || state_.needs_body() || watch_.spec.keeps_number) return true;
    // The first look after an edit decides what later ones are compared with.
    return !watch_.row.checked || watch_.row.edited > *watch_.row.checked;
  }

  Status read_part(const CheckLook& look, WatchObservation& seen) {
    auto version = look.content;
    if (!version && watch_.spec.compares_error_pages) version = look.answer;
    if (!version || bodies_ == nullptr || !needs_page(look)) return {};
    const auto body = bodies_->find(*version);
    if (!body && is_lost_version(body.error())) {
      seen.problem = "the archive has lost this version";
      return {};
    }
    if (!body) return std::unexpected(body.error());
    auto part = watch_.reader->read((*body)->answer());
    if (!part) {
      seen.problem = part.error().message;
      return {};
    }
    seen.version = version_name(version->time);
    if ((*body)->is_html && part->kind == PageKind::html && part->is_whole && state_.told_at) {
      auto change = bodies_->pages().judge(bodies_->history(), watch_.spec, state_, look, **body);
      if (!change) return std::unexpected(change.error());
      seen.change = *std::move(change);
    }
    seen.part = *std::move(part);
    return {};
  }

  Status take(const WatchObservation& seen) {
    WatchStep step = advance(watch_.spec, std::move(state_), seen);
    state_ = std::move(step.state);
    outcome_.checked = seen.at;
    outcome_.needs_recheck = step.verdict.needs_recheck;
    outcome_.condition = condition_of(state_);
    if (step.verdict.number) number_ = step.verdict.number;
    return tell(seen, std::move(step.verdict));
  }

  Status tell(const WatchObservation& seen, WatchVerdict verdict) {
    if (!verdict.tells()) return {};
    const auto rules = registry_.rules().list(watch_.row.id);
    if (!rules) return std::unexpected(rules.error());
    Silenced silenced = silence(*rules, verdict.hunks);
    making_.add_hits(std::move(silenced.hits));
    if (silenced.all && verdict.event == WatchEvent::changed) return {};
    return making_.tell(watch_,
                        message_of({.watch = watch_.row,
                                    .at = seen.at,
                                    .page = watch_.page.url,
                                    .title = seen.part ? seen.part->title : state_.told_title,
                                    .verdict = verdict,
                                    .change = seen.change,
                                    .old_version = version_time(verdict.since_version),
                                    .new_version = version_time(seen.version)}));
  }

  Registry& registry_;
  const ActiveWatch& watch_;
  SharedBodies* bodies_;  // none: there is no page to read
  TellingMaker& making_;
  std::string stored_;  // the state as the registry has it
  WatchState state_;
  std::optional<double> number_;
  WatchOutcome outcome_;
};

// Looks are CheckLook or PrivateAnswer.
template <class Look>
Result<WatchOutcome> check_looks(Registry& registry, const ActiveWatch& watch,
                                 std::span<const Look> looks, SharedBodies* bodies,
                                 TellingMaker& making) {
  const TellingMaker::Mark mark = making.mark();
  WatchRound round(registry, watch, bodies, making);
  Status status = round.begin();
  for (const Look& look : looks)
    if (status) status = round.see(look);
  if (status) return round.end();
  making.return_to(mark);
  return std::unexpected(status.error());
}

}  // namespace

Result<const PageBody*> SharedBodies::find(const SnapshotRow& version) {
  if (const auto known = bodies_.find(version.time); known != bodies_.end()) return &known->second;
  auto body = pages_.body(history_, version);
  if (!body) return std::unexpected(body.error());
  return &bodies_.emplace(version.time, *std::move(body)).first->second;
}

Result<WatchOutcome> check_watch(Registry& registry, const ActiveWatch& watch,
                                 const std::vector<CheckLook>& looks, SharedBodies& bodies,
                                 TellingMaker& making) {
  const std::size_t count = std::min(looks.size(), kLooksAtOnce);
  return check_looks<CheckLook>(registry, watch, std::span(looks).last(count), &bodies, making);
}

Result<WatchOutcome> check_watch(Registry& registry, const ActiveWatch& watch,
                                 const PrivateAnswer& answer, TellingMaker& making) {
  return check_looks<PrivateAnswer>(registry, watch, std::span(&answer, 1), nullptr, making);
}

Result<WatchOutcome> check_watch(Registry& registry, const ActiveWatch& watch,
                                 const CheckLook& look, TellingMaker& making) {
  return check_looks<CheckLook>(registry, watch, std::span(&look, 1), nullptr, making);
}

}  // namespace freshet
