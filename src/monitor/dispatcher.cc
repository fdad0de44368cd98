#include "monitor/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/log.h"
#include "monitor/channel_trouble.h"
#include "monitor/delivery_form.h"
#include "monitor/telling_maker.h"
#include "notify/stored_notification.h"

namespace freshet {
namespace {

constexpr Duration kMinute = std::chrono::minutes(1);

void forget_before(std::deque<Time>& sent, Time time) {
  while (!sent.empty() && sent.front() < time) sent.pop_front();
}

// The registry knows better than we if a person has resumed the channel.
void follow_registry(const Channel& channel, ChannelHealth& health) {
  if (!channel.is_paused) health.paused_at.reset();
  if (channel.failures == 0 && health.failures_in_a_row > 0) health = {};
}

}  // namespace

Status Dispatcher::begin() {
  const auto count = registry_.deliveries().requeue_sending();
  if (!count) return std::unexpected(count.error());
  if (*count > 0)
    log(LogLevel::info, "messages that were being sent are sent again", {{"messages", *count}});
  return {};
}

Result<std::vector<Outgoing>> Dispatcher::take(Time now, std::size_t count) {
  if (auto held = hold_due(now); !held) return std::unexpected(held.error());
  std::vector<Outgoing> outgoing;
  for (auto& [channel, line] : lines_) {
    if (outgoing.size() == count) break;
    if (line.held.empty() || under_way_.contains(channel)) continue;
    auto next = next_of(channel, line, now);
    if (!next) return std::unexpected(next.error());
    if (!*next) continue;
    under_way_.insert(channel);
    outgoing.push_back(**std::move(next));
  }
  return outgoing;
}

// A delivery that a person has dropped meanwhile is not due any more, and is forgotten.
Status Dispatcher::hold_due(Time now) {
  auto due = registry_.deliveries().due(now, kHeldMax, kHeldMax);
  if (!due) return std::unexpected(due.error());
  std::map<std::string, Held> known;
  for (auto& [channel, line] : lines_)
    for (Held& held : std::exchange(line.held, {}))
      known.emplace(held.delivery.id, std::move(held));
  for (Delivery& delivery : *due) {
    Line& line = lines_[delivery.channel];
    const auto held = known.find(delivery.id);
    if (held != known.end() && held->second.delivery == delivery) {
      line.held.push_back(std::move(held->second));
      continue;
    }
    auto read = read_delivery(std::move(delivery));
    if (!read) return std::unexpected(read.error());
    line.held.push_back(*std::move(read));
  }
  return {};
}

Result<Dispatcher::Held> Dispatcher::read_delivery(Delivery delivery) {
  Held held;
  for (const HappeningId id : delivery.happenings) {
    const auto happening = registry_.happenings().find(id);
    if (!happening) return std::unexpected(happening.error());
    if (!*happening) continue;
    auto stored = read_notification((*happening)->message);
    if (!stored || stored->messages.empty()) continue;
    ChangeMessage message = std::move(stored->messages.front());
    message.links = links_.links_of(message, id, (*happening)->watch, delivery.channel);
    held.messages.push_back(std::move(message));
    const auto watch = registry_.watches().find((*happening)->watch);
    if (!watch) return std::unexpected(watch.error());
    if (*watch && (*watch)->spec.importance == Importance::high) held.is_urgent = true;
  }
  held.delivery = std::move(delivery);
  return held;
}

Result<std::optional<Outgoing>> Dispatcher::next_of(ChannelId channel, Line& line, Time now) {
  const auto row = registry_.channels().find(channel);
  if (!row) return std::unexpected(row.error());
  if (!*row) {  // its deliveries went with it
    line = {};
    return std::nullopt;
  }
  const auto secrets = registry_.channels().secrets(channel);
  if (!secrets) return std::unexpected(secrets.error());
  const auto config = channel_config(**row, secrets->value_or("{}"));
  if (!config) {
    if (auto dropped = drop_broken(channel, line, config.error().message, now); !dropped)
      return std::unexpected(dropped.error());
    return std::nullopt;
  }
  follow_registry(**row, line.health);
  forget_before(line.sent, now - kMinute);
  const DeliveryRules rules = delivery_rules(*config);
  std::vector<WaitingDelivery> waiting;
  for (const Held& held : line.held)
    if (!held.messages.empty())
      waiting.push_back(waiting_delivery(held.delivery, held.messages, rules, held.is_urgent));
  const std::vector<Time> sent(line.sent.begin(), line.sent.end());
  const SendPlan plan = plan_sends(rules, line.health, std::move(waiting), sent, now);
  if (!plan.now.empty()) {
    auto outgoing = send_batch(*config, line, plan.now.front(), now);
    if (outgoing) return *std::move(outgoing);
    // Somebody has dropped one of them a moment ago.
    if (outgoing.error().code == Errc::not_found) return std::nullopt;
    return std::unexpected(outgoing.error());
  }
  if (plan.next && *plan.next <= now + kHoldMax) return std::nullopt;
  if (auto done = postpone(line, plan.next.value_or(now)); !done)
    return std::unexpected(done.error());
  return std::nullopt;
}

// Deliveries about nothing are given up: what they carried is gone.
Status Dispatcher::postpone(Line& line, Time next) {
  const Status status = registry_.atomically([&]() -> Status {
    for (const Held& held : line.held) {
      const std::string& id = held.delivery.id;
      const Status done = held.messages.empty() ? registry_.deliveries().drop(id, next)
                                                : registry_.deliveries().postpone(id, next);
      if (!done) return done;
    }
    return {};
  });
  line.held.clear();
  return status;
}

// The settings of the channel cannot be used: it is paused, and its messages wait.
Status Dispatcher::drop_broken(ChannelId channel, Line& line, const std::string& problem,
                               Time now) {
  const std::string delivery = line.held.front().delivery.id;
  line.held.clear();
  return pause(channel, delivery, problem, now);
}

Result<Outgoing> Dispatcher::send_batch(const ChannelConfig& config, Line& line,
                                        const SendBatch& batch, Time now) {
  auto begun = registry_.deliveries().begin(batch.ids);
  if (!begun) return std::unexpected(begun.error());
  std::vector<ChangeMessage> messages;
  for (const std::string& id : batch.ids) {
    const auto held =
        std::ranges::find_if(line.held, [&](const Held& each) { return each.delivery.id == id; });
    for (ChangeMessage& message : held->messages) messages.push_back(std::move(message));
    line.held.erase(held);
  }
  line.sent.push_back(now);
  return Outgoing{
      .delivery = begun->id,
      .channel = begun->channel,
      .attempts = begun->attempts,
      .composed = compose(
          config, notification_of_delivery(*begun, delivery_rules(config), std::move(messages)))};
}

Status Dispatcher::on_answer(const Outgoing& sent, const SendAnswer& answer, Time now) {
  under_way_.erase(sent.channel);
  Line& line = lines_[sent.channel];
  Outcome outcome = judge_answer(sent.composed.kind, answer, now);
  if (answer.failure == SendFailure::own) outcome.retry_after = kOwnFailureWait;
  log(outcome.verdict == SendVerdict::sent ? LogLevel::info : LogLevel::warning,
      outcome.verdict == SendVerdict::sent ? "a message was sent" : "a message was not taken",
      {{"delivery", sent.delivery},
       {"channel", sent.channel},
       {"attempt", sent.attempts},
       {"reason", outcome.sentence}});
  const Status noted = registry_.atomically([&] { return note(sent, outcome, line, now); });
  // A person has removed the channel meanwhile.
  if (!noted && noted.error().code == Errc::not_found) return {};
  return noted;
}

Status Dispatcher::note(const Outgoing& sent, const Outcome& outcome, Line& line, Time now) {
  Deliveries& deliveries = registry_.deliveries();
  if (outcome.verdict == SendVerdict::sent) {
    line.health = health_after(line.health, outcome, false, now);
    return deliveries.mark_sent(sent.delivery, now);
  }
  std::optional<Time> next;
  if (outcome.verdict == SendVerdict::retry)
    next =
        next_attempt(sent.delivery, static_cast<int>(std::min<std::int64_t>(sent.attempts, 1000)),
                     now, outcome.retry_after, seed_);
  const bool gave_up = !next;
  // A channel that takes nothing any more says nothing about the message: it waits.
  if (outcome.stops_channel) next = now;
  const bool was_paused = line.health.paused_at.has_value();
  line.health = health_after(line.health, outcome, gave_up, now);
  const Status marked = deliveries.mark_failed(sent.delivery, outcome.sentence, next, now);
  if (!marked || !line.health.paused_at || was_paused) return marked;
  return pause(sent.channel, sent.delivery, outcome.sentence, now);
}

Status Dispatcher::pause(ChannelId channel, const std::string& delivery, const std::string& reason,
                         Time now) {
  log(LogLevel::warning, "a channel is paused", {{"channel", channel}, {"reason", reason}});
  if (auto paused = registry_.channels().pause(channel, reason); !paused) return paused;
  return tell_of_paused(registry_, channel, delivery, reason, now);
}

}  // namespace freshet
