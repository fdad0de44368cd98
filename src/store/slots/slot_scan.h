// Scans all slots of a store without the catalog: for verifying, and for rebuilding a lost catalog.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "store/slots/slot_format.h"

namespace freshet {

// Visits every slot of every file in `directory`, by file and offset. Damage outside of slots
// (table, heads, lengths, foreign files) is reported to `damage`. Stops when `visit` returns false.
// Fails only if the directory or a file cannot be read.
Status scan_slot_store(Disk& disk, const std::string& directory,
                       const std::function<bool(const SlotsFileName&, const SlotSeen&)>& visit,
                       const std::function<void(const Error&)>& damage);

// Returns the place of the newest intact version of each page: among the slots of a URL, the one
// with the highest sequence number. Takes about 100 bytes of memory per page.
Result<std::vector<SlotPlace>> newest_slots(Disk& disk, const std::string& directory);

}  // namespace freshet
