// Tags: names under which people group their watches. A tag can carry settings and channels for the
// watches that have it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "registry/ids.h"

namespace freshet {

class RegistryDb;

struct TagRow {
  PersonId owner = 0;
  std::string name = {};
  std::string settings = "{}";             // opaque JSON: a part of a specification
  std::vector<std::string> channels = {};  // names
  std::int64_t watches = 0;                // that have it; not written

  bool operator==(const TagRow&) const = default;
};

class Tags {
 public:
  explicit Tags(RegistryDb& db) : db_(db) {}

  // Adds the tag or replaces its settings.
  Status put(const TagRow& tag);
  // Removes the settings; watches keep the name.
  Status remove(PersonId owner, const std::string& name);
  Result<std::optional<TagRow>> find(PersonId owner, const std::string& name);
  // Returns the tags of a person, by name: those with settings and those that watches name.
  Result<std::vector<TagRow>> list(PersonId owner);

 private:
  RegistryDb& db_;
};

}  // namespace freshet
