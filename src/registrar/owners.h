// The names of the people to whom things belong.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "registrar/member.h"
#include "registry/registry.h"

namespace freshet {

// Empty for what nobody owns: then there are no accounts.
class OwnerNames {
 public:
  static Result<OwnerNames> read(Registry& registry);

  const std::string& name(PersonId id) const;

 private:
  std::map<PersonId, std::string> names_;
};

// Returns the person of this name. Errc::not_found if there is none.
Result<Person> person_named(Registry& registry, std::string_view name);

// Returns whose things are listed: those of `name` if it is given and the member reaches them.
Result<std::optional<PersonId>> listed_owner(Registry& registry, const Member& who,
                                             std::string_view name);

}  // namespace freshet
