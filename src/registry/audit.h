// Writes lines of the audit. Internal: they are written in the transaction of the change.
#pragma once

#include <string_view>

#include "base/error.h"
#include "registry/people.h"
#include "registry/registry_db.h"

namespace freshet {

Status write_audit(RegistryDb& db, AuditKind kind, const Actor& by, std::string_view subject,
                   std::string_view detail = {});

// Returns the name of a person; empty if there is none.
Result<std::string> name_of(RegistryDb& db, PersonId person);

}  // namespace freshet
