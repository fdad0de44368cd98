// freshet token: API tokens.
#include <fmt/format.h>

#include <chrono>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"
#include "cli/registry_access.h"
#include "registrar/people.h"

namespace freshet {
namespace {

constexpr int kTokenDaysMax = 3650;

CommandResult make_one(const Session& session, OpenRegistry& open, const std::string& name) {
  const auto scopes = scopes_from(session.arguments.values("--scope"));
  if (!scopes) return wrong_usage(scopes.error().message);
  const auto days = number_of<int>(session, "--days", 0, 1, kTokenDaysMax);
  if (!days) return std::unexpected(days.error());
  TokenWish wish{.name = name, .scopes = *scopes};
  if (*scopes == TokenScopes{}) wish.scopes.reads = true;
  if (*days > 0) wish.expires = open.who.now + std::chrono::days(*days);
  const auto token = make_token(*open.registry, open.who, wish);
  if (!token) return failure_of(token.error());
  if (session.arguments.has("--json"))
    print_json(session, to_json(*token));
  else
    session.out.write(token->text + "\n");
  return {};
}

CommandResult list_own(const Session& session, OpenRegistry& open) {
  const auto tokens = list_tokens(*open.registry, open.who);
  if (!tokens) return could_not(tokens.error());
  if (session.arguments.has("--json")) {
    print_json(session, to_json(*tokens));
    return {};
  }
  for (const TokenView& view : tokens->items)
    session.out.write(fmt::format("{}  {}  {}\n", view.token.id,
                                  fmt::join(scope_names(view.token.scopes), ","),
                                  visible(view.token.name)));
  return {};
}

CommandResult run_token(const Session& session) {
  const std::string& action = *session.arguments.value("ACTION");
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const bool lists = action == "list";
  const auto words = words_of(session, action == "make" ? "a NAME" : "the ID of a token",
                              lists ? 0 : 1, lists ? 0 : 1);
  if (!words) return std::unexpected(words.error());
  if (lists) return list_own(session, *open);
  if (action == "make") return make_one(session, *open, words->front());
  if (action != "revoke")
    return wrong_usage(
        fmt::format("ACTION must be make, list or revoke, not \"{}\"", visible(action)));
  const Status revoked = revoke_token(*open->registry, open->who, words->front());
  if (!revoked) return could_not(revoked.error());
  return {};
}

}  // namespace

Command token_command() {
  return {.name = "token",
          .summary = "Manage API tokens",
          .details =
              "A token lets a program use the API of a server: Authorization: Bearer TOKEN. It\n"
              "never may do more than its person. make NAME prints it, this once.",
          .usage = "make|list|revoke [NAME|ID] [OPTIONS]",
          .operands = {{"ACTION", "make, list or revoke", true, false, {"make", "list", "revoke"}},
                       {"WORD", "Name of a new token, or ID of one", false, true}},
          .options = {{"--scope",
                       "SCOPE",
                       "What it may do; may be repeated (default: read)",
                       true,
                       "",
                       {"read", "write", "admin"}},
                      {"--days", "N", "Days until it expires (default: never)"},
                      kPersonOption,
                      {"--json", "", "Print JSON, as the API answers it"}},
          .sections = {},
          .examples = {{"freshet token make backup --scope read --person ann --archive web",
                        "for a script"}},
          .run = run_token};
}

}  // namespace freshet
