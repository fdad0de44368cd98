// The person on whose behalf the registry is read or changed.
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "registry/ids.h"
#include "registry/people.h"

namespace freshet {

struct Member {
  PersonId person = kLocalPerson;
  bool is_admin = true;        // reaches what belongs to others, too
  bool runs_commands = false;  // may make channels that run a command on this machine
  std::string address = {};    // of the client; empty: the command line
  Time now = {};

  bool reaches(PersonId owner) const { return is_admin || owner == person; }
  Actor actor() const { return {.person = person, .address = address, .now = now}; }
  // The owner of the things that lists show; none: everybody.
  std::optional<PersonId> listed_owner() const {
    return is_admin ? std::nullopt : std::optional(person);
  }
};

}  // namespace freshet
