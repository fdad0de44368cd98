// The form in which a delivery is sent: alone or as a group, and of which kind. It follows from the
// delivery and its channel alone, so that a later attempt sends the same again. Pure.
#pragma once

#include <string>
#include <vector>

#include "notify/grouping.h"
#include "notify/message.h"
#include "registry/deliveries.h"

namespace freshet {

// Returns the key of the redesign that a message belongs to: pages of a site that were rebuilt with
// nearly the same text. Empty: it belongs to none.
std::string redesign_key(const ChangeMessage& message);

// Describes a delivery that waits for plan_sends().
WaitingDelivery waiting_delivery(const Delivery& delivery,
                                 const std::vector<ChangeMessage>& messages,
                                 const DeliveryRules& rules, bool is_urgent);

// Returns the notification of a delivery that carries these messages, at least one.
Notification notification_of_delivery(const Delivery& delivery, const DeliveryRules& rules,
                                      std::vector<ChangeMessage> messages);

}  // namespace freshet
