// The tables of the registry, their versions, and the way from each version to the next.
// docs/formats/registry.md explains the columns.
#pragma once

#include "sqlite/sqlite_file.h"

namespace freshet {

// "FrsR": in the header of the file, where file(1) finds it.
inline constexpr SqliteKind kRegistryKind{
    .noun = "registry", .application_id = 0x46727352, .is_private = true};

const SchemaSteps& registry_schema();

}  // namespace freshet
