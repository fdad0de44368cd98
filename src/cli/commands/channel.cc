// freshet channel: where people are told.
#include <fmt/format.h>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/channel_input.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/registry_access.h"
#include "cli/watch_text.h"

namespace freshet {
namespace {

CommandResult print_channel(const Session& session, const Reply<ChannelView>& channel) {
  if (!channel) return failure_of(channel.error());
  if (session.arguments.has("--json"))
    print_json(session, to_json(*channel));
  else
    session.out.write(channel_line(*channel));
  return {};
}

CommandResult list_all_channels(const Session& session, OpenRegistry& open) {
  const auto list = list_channels(*open.registry, open.who, "");
  if (!list) return could_not(list.error());
  if (session.arguments.has("--json")) {
    print_json(session, to_json(*list));
    return {};
  }
  for (const ChannelView& channel : list->items) session.out.write(channel_line(channel));
  return {};
}

CommandResult send_test(const Session& session, OpenRegistry& open, ChannelId id) {
  const auto run = run_from_settings(session);
  if (!run) return std::unexpected(run.error());
  const auto test =
      test_channel(*open.registry, open.who, id,
                   {.guard = run->run.plan.guard, .ca_file = run->platform.web.ca_file});
  if (!test) return could_not(test.error());
  if (session.arguments.has("--json")) print_json(session, to_json(*test));
  if (!test->is_sent) return could_not(visible(test->sentence));
  if (!session.arguments.has("--json")) session.out.write("sent\n");
  return {};
}

// Acts on the channel of this number or name.
CommandResult act_on(const Session& session, const std::string& action, OpenRegistry& open,
                     const std::string& word) {
  const auto id = channel_of(open, word);
  if (!id) return could_not(id.error());
  if (action == "test") return send_test(session, open, *id);
  if (action == "remove") {
    const Status removed = remove_channel(*open.registry, open.who, *id);
    if (!removed) return could_not(removed.error());
    return {};
  }
  if (action == "edit") {
    const auto input = channel_input_of(session);
    if (!input) return std::unexpected(input.error());
    return print_channel(session, edit_channel(*open.registry, open.who, *id, *input));
  }
  const auto channel = pause_channel(*open.registry, open.who, *id, action == "pause");
  if (!channel) return could_not(channel.error());
  return print_channel(session, *channel);
}

CommandResult run_channel(const Session& session) {
  const std::string& action = *session.arguments.value("ACTION");
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const bool needs_word = action != "list" && action != "add";
  const auto words =
      words_of(session, "the number or name of a channel", needs_word ? 1 : 0, needs_word ? 1 : 0);
  if (!words) return std::unexpected(words.error());
  if (action == "list") return list_all_channels(session, *open);
  if (action == "add") {
    const auto input = channel_input_of(session);
    if (!input) return std::unexpected(input.error());
    return print_channel(session, add_channel(*open->registry, open->who, *input));
  }
  for (const std::string_view known : {"edit", "test", "remove", "pause", "resume"})
    if (known == action) return act_on(session, action, *open, words->front());
  return wrong_usage(
      fmt::format("ACTION must be add, list, edit, test, remove, pause or resume, not \"{}\"",
                  visible(action)));
}

}  // namespace

Command channel_command() {
  return {.name = "channel",
          .summary = "Manage the channels by which people are told",
          .details =
              "A channel is a mail address, a webhook or a chat. docs/channels.md lists kinds\n"
              "and their fields. Secrets are better given by a file: --field NAME=@FILE.",
          .usage = "ACTION [CHANNEL] [OPTIONS]",
          .operands = {{"ACTION",
                        "add, list, edit, test, remove, pause or resume",
                        true,
                        false,
                        {"add", "list", "edit", "test", "remove", "pause", "resume"}},
                       {"WORD", "Number or name of a channel", false, true}},
          .options = channel_options(),
          .sections = {},
          .examples = {{"freshet channel add --name phone --kind ntfy --field topic=water "
                        "--archive web",
                        "by ntfy"},
                       {"freshet channel add --name chat --address @hook.txt --archive web",
                        "by an address in a file"},
                       {"freshet channel test phone --archive web", "send a test message"}},
          .run = run_channel};
}

}  // namespace freshet
