// freshet deliveries: the messages that wait, were sent, or were given up.
#include "registrar/deliveries.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/channel_input.h"
#include "cli/commands/commands.h"
#include "cli/registry_access.h"
#include "cli/watch_text.h"

namespace freshet {
namespace {

constexpr std::size_t kListedDeliveries = 100;

CommandResult list_newest(const Session& session, OpenRegistry& open) {
  DeliveryQuery query{.part = {.limit = kListedDeliveries}};
  if (const auto& name = session.arguments.value("--state")) {
    query.state = delivery_state_from(*name);
    if (!query.state) return wrong_usage("--state must be waiting, sending, sent or failed");
  }
  if (const auto& name = session.arguments.value("--channel")) {
    const auto channel = channel_of(open, *name);
    if (!channel) return could_not(channel.error());
    query.channel = *channel;
  }
  const auto list = list_deliveries(*open.registry, open.who, query);
  if (!list) return could_not(list.error());
  if (session.arguments.has("--json")) {
    print_json(session, to_json(*list));
    return {};
  }
  for (const DeliveryView& delivery : list->items) session.out.write(delivery_line(delivery));
  return {};
}

CommandResult run_deliveries(const Session& session) {
  const std::string action = session.arguments.value("ACTION").value_or("list");
  if (action != "list" && action != "retry" && action != "drop")
    return wrong_usage(
        fmt::format("ACTION must be list, retry or drop, not \"{}\"", visible(action)));
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const std::vector<std::string>& ids = session.arguments.values("ID");
  if (action == "list") return list_newest(session, *open);
  if (ids.empty()) return wrong_usage(fmt::format("{} needs the ID of a delivery", action));
  for (const std::string& id : ids) {
    const auto done = action == "retry" ? retry_delivery(*open->registry, open->who, id)
                                        : drop_delivery(*open->registry, open->who, id);
    if (!done) return could_not(done.error());
    if (session.arguments.has("--json"))
      print_json(session, to_json(*done));
    else
      session.out.write(delivery_line(*done));
  }
  return {};
}

}  // namespace

Command deliveries_command() {
  return {.name = "deliveries",
          .summary = "Show messages that wait, were sent or were given up",
          .details =
              "Lists the newest deliveries with their last errors. retry lets one that waits or\n"
              "was given up be sent now; drop gives up one that waits.",
          .usage = "[list|retry|drop] [ID...] [OPTIONS]",
          .operands = {{"ACTION", "list, retry or drop", false, false, {"list", "retry", "drop"}},
                       {"ID", "Deliveries, as the list shows them: msg_...", false, true}},
          .options = {{"--state",
                       "STATE",
                       "Only those in this state",
                       false,
                       "",
                       {"waiting", "sending", "sent", "failed"}},
                      {"--channel", "CHANNEL", "Only those of this channel"},
                      kPersonOption,
                      {"--json", "", "Print JSON, as the API answers it"}},
          .sections = {},
          .examples = {{"freshet deliveries --state failed --archive web", "what was not sent?"},
                       {"freshet deliveries retry msg_... --archive web", "try again now"}},
          .run = run_deliveries};
}

}  // namespace freshet
