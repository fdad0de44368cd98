#include "cli/registry_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "registrar/owners.h"

namespace freshet {
namespace {

// Returns the person for whom the command acts.
Result<PersonId> acting_person(const Session& session, Registry& registry) {
  const std::optional<std::string>& name = session.arguments.value("--person");
  if (name) {
    const auto person = person_named(registry, *name);
    if (!person) return std::unexpected(person.error());
    return person->id;
  }
  const auto people = registry.people().list();
  if (!people) return std::unexpected(people.error());
  PersonId first = kLocalPerson;
  for (const Person& person : *people)
    if (person.role == Role::admin && (first == kLocalPerson || person.id < first))
      first = person.id;
  return first;
}

}  // namespace

std::expected<OpenRegistry, Failure> open_registry(const Session& session) {
  const auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  if (auto made = system_disk().make_directories(*directory); !made) return could_not(made.error());
  auto registry = Registry::open(system_disk(), registry_file(*directory), {});
  if (!registry) return could_not(registry.error());
  const auto person = acting_person(session, **registry);
  if (!person) return could_not(person.error());
  return OpenRegistry{
      .registry = *std::move(registry),
      .who = {.person = *person, .runs_commands = true, .now = system_clock().now()}};
}

std::unexpected<Failure> failure_of(const Refusal& refusal) { return failure_of(refusal.error); }

std::expected<std::int64_t, Failure> id_of(std::string_view what, const std::string& word) {
  std::int64_t id = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, id);
  if (error == std::errc() && stop == end && id > 0) return id;
  return wrong_usage(
      fmt::format("{} must be a number, as list shows it, not \"{}\"", what, visible(word)));
}

std::expected<std::vector<std::string>, Failure> words_of(const Session& session,
                                                          std::string_view what, std::size_t least,
                                                          std::size_t most) {
  const std::vector<std::string>& words = session.arguments.values("WORD");
  if (words.size() < least)
    return wrong_usage(fmt::format("{} needs {}", *session.arguments.value("ACTION"), what));
  if (words.size() > most)
    return wrong_usage(fmt::format("{} does not take \"{}\"", *session.arguments.value("ACTION"),
                                   visible(words[most])));
  return words;
}

void print_json(const Session& session, const std::string& json) { session.out.write(json + "\n"); }

}  // namespace freshet
