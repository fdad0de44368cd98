// Use cases of deliveries: list, retry, drop.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registry/registry.h"

namespace freshet {

struct DeliveryView {
  Delivery row;
  std::string channel = {};  // its name
};
std::string to_json(const DeliveryView& delivery);

struct DeliveryQuery {
  std::optional<ChannelId> channel = {};
  std::optional<DeliveryState> state = {};
  ListPart part = {};
};

// The newest first.
Result<Listed<DeliveryView>> list_deliveries(Registry& registry, const Member& who,
                                             const DeliveryQuery& query);
Result<DeliveryCounts> count_deliveries(Registry& registry, const Member& who);
std::string to_json(const DeliveryCounts& counts);

// These fail with Errc::not_found if the delivery belongs to somebody out of reach.
Result<DeliveryView> show_delivery(Registry& registry, const Member& who, const std::string& id);
// Lets a delivery that waits or was given up be due now.
Result<DeliveryView> retry_delivery(Registry& registry, const Member& who, const std::string& id);
// Gives up a delivery that waits.
Result<DeliveryView> drop_delivery(Registry& registry, const Member& who, const std::string& id);

std::optional<DeliveryState> delivery_state_from(std::string_view word);

}  // namespace freshet
