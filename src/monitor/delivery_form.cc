#include "monitor/delivery_form.h"

#include <algorithm>
#include <utility>

#include "change/judge.h"
#include "url/url.h"

namespace freshet {
namespace {

std::string common_redesign(const std::vector<ChangeMessage>& messages) {
  const std::string key = redesign_key(messages.front());
  const bool is_common = std::ranges::all_of(
      messages, [&](const ChangeMessage& message) { return redesign_key(message) == key; });
  return is_common ? key : "";
}

Duration span_of(Digest digest) {
  if (digest == Digest::hourly) return std::chrono::hours(1);
  return digest == Digest::daily ? Duration(std::chrono::days(1)) : Duration(std::chrono::days(7));
}

}  // namespace

std::string redesign_key(const ChangeMessage& message) {
  if (message.kind != MessageKind::page_changed ||
      message.change_class != change_class_text(ChangeClass::structure))
    return {};
  const auto url = Url::parse(message.page.url);
  return url ? std::string(url->hostname()) : "";
}

WaitingDelivery waiting_delivery(const Delivery& delivery,
                                 const std::vector<ChangeMessage>& messages,
                                 const DeliveryRules& rules, bool is_urgent) {
  const bool was_tried = delivery.attempts > 0;
  return {.id = delivery.id,
          .kind = messages.front().kind,
          .redesign = common_redesign(messages),
          .is_urgent = is_urgent,
          .is_fixed = was_tried || (messages.size() > 1 && rules.digest == Digest::none),
          .created = delivery.created,
          .due = delivery.created};
}

Notification notification_of_delivery(const Delivery& delivery, const DeliveryRules& rules,
                                      std::vector<ChangeMessage> messages) {
  if (messages.size() == 1) return single_notification(delivery.id, std::move(messages.front()));
  Notification notification{.id = delivery.id, .together = Together::many, .at = delivery.created};
  if (!common_redesign(messages).empty()) {
    notification.together = Together::redesign;
  } else if (rules.digest != Digest::none) {
    notification.together = Together::digest;
    notification.from = next_digest(rules, delivery.created) - span_of(rules.digest);
  }
  notification.left_out = messages.size() - std::min(messages.size(), kGroupListedMax);
  messages.resize(std::min(messages.size(), kGroupListedMax));
  notification.messages = std::move(messages);
  return notification;
}

}  // namespace freshet
