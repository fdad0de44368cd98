// Checks the slots of an archive against its rows.
#pragma once

#include "base/disk.h"
#include "base/error.h"
#include "store/archive.h"
#include "store/maintenance/findings.h"

namespace freshet {

Status verify_slots(Disk& disk, Archive& archive, Findings& findings);

}  // namespace freshet
