// freshet person: the accounts of a server.
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/registry_access.h"
#include "cli/watch_text.h"
#include "registrar/owners.h"
#include "registrar/people.h"

namespace freshet {
namespace {

std::expected<Role, Failure> role_of(const Session& session) {
  const auto role = role_from(session.arguments.value("--role").value_or("viewer"));
  if (!role) return wrong_usage("--role must be viewer, editor or admin");
  return *role;
}

CommandResult print_link(const Session& session, const Result<InvitationLink>& link) {
  if (!link) return could_not(link.error());
  if (session.arguments.has("--json"))
    print_json(session, to_json(*link));
  else
    session.out.write(invitation_line(*link));
  return {};
}

CommandResult list_accounts(const Session& session, OpenRegistry& open) {
  const auto people = list_people(*open.registry);
  if (!people) return could_not(people.error());
  if (session.arguments.has("--json")) {
    print_json(session, to_json(*people));
    return {};
  }
  for (const Person& person : people->items) session.out.write(person_line(person));
  return {};
}

// Makes an account without password, and a link to choose one.
CommandResult add_account(const Session& session, OpenRegistry& open, const std::string& name) {
  const auto role = role_of(session);
  if (!role) return std::unexpected(role.error());
  const auto id = open.registry->people().add(name, *role, std::nullopt, open.who.actor());
  if (!id) return failure_of(id.error());
  return print_link(session, invite_person(*open.registry, open.who, *id));
}

CommandResult change_account(const Session& session, const std::string& action, OpenRegistry& open,
                             const std::string& name) {
  const auto person = person_named(*open.registry, name);
  if (!person) return could_not(person.error());
  People& people = open.registry->people();
  const Actor by = open.who.actor();
  if (action == "invite")
    return print_link(session, invite_person(*open.registry, open.who, person->id));
  Status done;
  if (action == "role") {
    const auto role = role_of(session);
    if (!role) return std::unexpected(role.error());
    done = people.change_role(person->id, *role, by);
  } else if (action == "remove") {
    done = people.remove(person->id, by);
  } else if (action == "disable" || action == "enable") {
    done = people.set_disabled(person->id, action == "disable", by);
  } else {
    return wrong_usage("ACTION must be add, list, role, disable, enable, remove or invite");
  }
  if (!done) return could_not(done.error());
  return {};
}

CommandResult run_person(const Session& session) {
  const std::string& action = *session.arguments.value("ACTION");
  auto open = open_registry(session);
  if (!open) return std::unexpected(open.error());
  const auto words = words_of(session, "a NAME", action == "list" || action == "invite" ? 0 : 1, 1);
  if (!words) return std::unexpected(words.error());
  if (action == "list") return list_accounts(session, *open);
  if (action == "add") return add_account(session, *open, words->front());
  if (action == "invite" && words->empty()) {
    const auto role = role_of(session);
    if (!role) return std::unexpected(role.error());
    return print_link(session, invite(*open->registry, open->who, *role));
  }
  return change_account(session, action, *open, words->front());
}

}  // namespace

Command person_command() {
  return {.name = "person",
          .summary = "Manage the people who may log in to a server",
          .details =
              "Once there is an account, a server asks everybody to log in, and may listen on\n"
              "other addresses than 127.0.0.1. add NAME makes an account and prints a link by\n"
              "which its owner chooses a password; invite prints one for a new account, invite\n"
              "NAME one for a new password. role NAME --role ROLE, disable, enable and remove\n"
              "NAME change accounts.",
          .usage = "ACTION [NAME] [OPTIONS]",
          .operands = {{"ACTION",
                        "add, list, role, disable, enable, remove or invite",
                        true,
                        false,
                        {"add", "list", "role", "disable", "enable", "remove", "invite"}},
                       {"WORD", "Name of an account", false, true}},
          .options = {{"--role",
                       "ROLE",
                       "What the person may do (default: viewer)",
                       false,
                       "",
                       {"viewer", "editor", "admin"}},
                      kPersonOption,
                      {"--json", "", "Print JSON, as the API answers it"}},
          .sections = {},
          .examples = {{"freshet person add ann --role admin --archive web", "the first account"}},
          .run = run_person};
}

}  // namespace freshet
