#include "notify/grouping.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;

constexpr Duration kMinute = std::chrono::minutes(1);
constexpr std::array<std::string_view, 4> kDigestNames = {"none", "hourly", "daily", "weekly"};
constexpr std::array<std::string_view, 7> kDayNames = {"sunday",   "monday", "tuesday", "wednesday",
                                                       "thursday", "friday", "saturday"};

template <std::size_t N>
unsigned place_of(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  require(found != names.end(), "a valid channel has known choices");
  return static_cast<unsigned>(found - names.begin());
}

Duration digest_span(Digest digest) {
  if (digest == Digest::hourly) return hours(1);
  return digest == Digest::daily ? Duration(days(1)) : Duration(days(7));
}

// Tests and redesigns answer an act of a person, or are one message already.
bool waits_for_digest(const DeliveryRules& rules, const WaitingDelivery& waiting) {
  return rules.digest != Digest::none && !waiting.is_urgent && !waiting.is_fixed &&
         waiting.kind != MessageKind::channel_test;
}

class Planner {
 public:
  Planner(const DeliveryRules& rules, std::span<const Time> sent, Time now)
      : rules_(rules), now_(now) {
    // A time in the future comes from a clock that was set back since; nothing waits for it.
    std::ranges::copy_if(sent, std::back_inserter(sent_), [&](Time time) { return time <= now; });
  }

  SendPlan plan(std::vector<WaitingDelivery> waiting) {
    std::ranges::sort(waiting, [](const WaitingDelivery& a, const WaitingDelivery& b) {
      return std::pair(!a.is_urgent, std::pair(a.created, std::string_view(a.id))) <
             std::pair(!b.is_urgent, std::pair(b.created, std::string_view(b.id)));
    });
    for (const WaitingDelivery& each : waiting) sort_in(each);
    const bool has_urgent = std::ranges::any_of(singles_, &WaitingDelivery::is_urgent);
    send_fixed(true);
    if (has_urgent) take_singles();
    take_redesigns();
    take_digest();
    send_fixed(false);
    if (!has_urgent) take_singles();
    return std::move(plan_);
  }

 private:
  void sort_in(const WaitingDelivery& waiting) {
    if (waiting.due > now_) return wake_at(waiting.due);
    if (waiting.is_fixed || waiting.kind == MessageKind::channel_test) {
      fixed_.push_back(&waiting);
    } else if (!waiting.redesign.empty()) {
      redesigns_[waiting.redesign].push_back(&waiting);
    } else if (waits_for_digest(rules_, waiting)) {
      digest_.push_back(&waiting);
    } else {
      singles_.push_back(&waiting);
    }
  }

  void wake_at(Time time) { plan_.next = std::min(plan_.next.value_or(time), time); }

  // Returns false if the pace of the channel does not allow another one.
  bool send(SendBatch batch) {
    const Time earliest = earliest_send(rules_.pace, sent_, now_);
    if (earliest > now_) {
      wake_at(earliest);
      return false;
    }
    sent_.push_back(now_);
    plan_.now.push_back(std::move(batch));
    return true;
  }

  // Sends those that come first, which are urgent ones and tests, or the others.
  void send_fixed(bool come_first) {
    for (const WaitingDelivery* const each : fixed_)
      if (come_first == (each->is_urgent || each->kind == MessageKind::channel_test))
        send({Together::single, {each->id}});
  }

  static std::vector<std::string> ids_of(const std::vector<const WaitingDelivery*>& waiting) {
    std::vector<std::string> ids;
    for (const WaitingDelivery* const each : waiting) ids.push_back(each->id);
    return ids;
  }

  void take_redesigns() {
    for (const auto& [key, pages] : redesigns_) {
      const auto created = [](const WaitingDelivery* each) { return each->created; };
      const Time first = created(*std::ranges::min_element(pages, {}, created));
      const Time last = created(*std::ranges::max_element(pages, {}, created));
      const Time ready = std::min(last + kRedesignQuiet, first + kRedesignWaitMax);
      if (ready > now_) {
        wake_at(ready);
      } else {
        send({pages.size() == 1 ? Together::single : Together::redesign, ids_of(pages)});
      }
    }
  }

  void take_digest() {
    if (digest_.empty()) return;
    const Time first = digest_.front()->created;
    const Time ready = next_digest(rules_, first);
    if (ready > now_) return wake_at(ready);
    send({Together::digest, ids_of(digest_), ready - digest_span(rules_.digest)});
  }

  std::size_t sent_last_minute() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(sent_, [&](Time time) { return time > now_ - kMinute; }));
  }

  // In a full minute urgent messages do not wait, but are one.
  void take_urgent() {
    std::vector<const WaitingDelivery*> urgent;
    const auto is_urgent = [](const WaitingDelivery* each) { return each->is_urgent; };
    std::ranges::copy_if(singles_, std::back_inserter(urgent), is_urgent);
    if (urgent.empty()) return;
    if (send({urgent.size() == 1 ? Together::single : Together::many, ids_of(urgent)}))
      std::erase_if(singles_, is_urgent);
  }

  // One by one while the minute has room for all; otherwise all as one, when it has room for that.
  void take_singles() {
    if (singles_.empty()) return;
    const auto most = static_cast<std::size_t>(std::max(rules_.per_minute, 1));
    const std::size_t used = sent_last_minute();
    if (used >= most) {
      take_urgent();
      const auto oldest =
          std::ranges::find_if(sent_, [&](Time time) { return time > now_ - kMinute; });
      if (!singles_.empty()) wake_at(*oldest + kMinute);
      return;
    }
    if (singles_.size() > most - used) {
      send({Together::many, ids_of(singles_)});
      return;
    }
    for (const WaitingDelivery* const each : singles_)
      if (!send({Together::single, {each->id}})) return;
  }

  const DeliveryRules& rules_;
  std::vector<Time> sent_;
  Time now_;
  SendPlan plan_;
  std::vector<const WaitingDelivery*> fixed_, digest_, singles_;
  std::map<std::string, std::vector<const WaitingDelivery*>> redesigns_;
};

}  // namespace

DeliveryRules delivery_rules(const ChannelConfig& config) {
  return {
      .digest = static_cast<Digest>(place_of(kDigestNames, channel_value(config, "digest"))),
      .digest_hour = channel_number(config, "digest_hour"),
      .digest_day = std::chrono::weekday(place_of(kDayNames, channel_value(config, "digest_day"))),
      .per_minute = channel_number(config, "per_minute"),
      .pace = channel_pace(config.kind)};
}

SendPlan plan_sends(const DeliveryRules& rules, const ChannelHealth& health,
                    std::vector<WaitingDelivery> waiting, std::span<const Time> sent, Time now) {
  if (waiting.empty() || health.paused_at) return {};
  // A longer hold than any that is made comes from a clock that was set back since.
  if (health.held_until && *health.held_until > now && *health.held_until - now <= kRetryAfterMax)
    return {.next = health.held_until};
  SendPlan plan = Planner(rules, sent, now).plan(std::move(waiting));
  // After failures one message shows if the channel is back.
  if (health.failures_in_a_row > 0 && plan.now.size() > 1) plan.now.resize(1);
  return plan;
}

Notification notification_of(const SendBatch& batch, std::string delivery,
                             std::vector<ChangeMessage> messages, Time now) {
  require(!messages.empty() && messages.size() == batch.ids.size(),
          "a batch has a message for each of its deliveries");
  if (batch.together == Together::single)
    return single_notification(std::move(delivery), std::move(messages.front()));
  Notification notification{
      .id = std::move(delivery),
      .together = batch.together,
      .at = now,
      .left_out = messages.size() - std::min(messages.size(), kGroupListedMax),
      .from = batch.from};
  messages.resize(std::min(messages.size(), kGroupListedMax));
  notification.messages = std::move(messages);
  return notification;
}

Time next_digest(const DeliveryRules& rules, Time time) {
  if (rules.digest == Digest::hourly) return std::chrono::floor<hours>(time) + hours(1);
  Time next = std::chrono::floor<days>(time) + hours(rules.digest_hour);
  if (next <= time) next += days(1);
  if (rules.digest == Digest::weekly)
    while (std::chrono::weekday(std::chrono::floor<days>(next)) != rules.digest_day)
      next += days(1);
  return next;
}

}  // namespace freshet
