// All slots of a store, from its files alone: to verify them, and to find out what they hold when
// the catalog is lost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "store/slots/slot_format.h"

namespace freshet {

// Visits every slot of every file in `directory`, by file and offset. What is wrong outside of
// slots (table, heads, lengths, files that do not belong there) is told to `damage`. Stops when
// `visit` returns false. Fails only if the directory or a file cannot be read.
Status scan_slot_store(Disk& disk, const std::string& directory,
                       const std::function<bool(const SlotsFileName&, const SlotSeen&)>& visit,
                       const std::function<void(const Error&)>& damage);

// Where the newest whole version of each page is: of the slots with one URL the one with the
// highest sequence number. Holds about 100 bytes for each page.
Result<std::vector<SlotPlace>> newest_slots(Disk& disk, const std::string& directory);

}  // namespace freshet
