#include "registrar/owners.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace freshet {

Result<OwnerNames> OwnerNames::read(Registry& registry) {
  const auto people = registry.people().list();
  if (!people) return std::unexpected(people.error());
  OwnerNames names;
  for (const Person& person : *people) names.names_[person.id] = person.name;
  return names;
}

const std::string& OwnerNames::name(PersonId id) const {
  static const std::string kNone;
  const auto found = names_.find(id);
  return found == names_.end() ? kNone : found->second;
}

Result<Person> person_named(Registry& registry, std::string_view name) {
  auto found = registry.people().find_by_name(name);
  if (!found) return std::unexpected(found.error());
  if (!*found)
    return std::unexpected(
        Error{Errc::not_found, fmt::format("there is no person \"{}\"", visible(name))});
  return **std::move(found);
}

Result<std::optional<PersonId>> listed_owner(Registry& registry, const Member& who,
                                             std::string_view name) {
  if (name.empty() || !who.is_admin) return who.listed_owner();
  const auto person = person_named(registry, name);
  if (!person) return std::unexpected(person.error());
  return person->id;
}

}  // namespace freshet
