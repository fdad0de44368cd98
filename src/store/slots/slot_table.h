// The state of a slot store besides its slots: the file `table` in its directory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "store/slots/slot_classes.h"

namespace freshet {

struct SlotTable {
  std::uint64_t epoch = 0;  // the number of times the store was opened for writing
  bool closed = false;      // nothing was written after the last sync
  SlotClasses classes;

  friend bool operator==(const SlotTable&, const SlotTable&) = default;
};

inline constexpr std::string_view kSlotTableName = "table";
inline constexpr std::uint64_t kSlotEpochMax = 1ull << 23;  // a sequence number is 63 bits

// Returns readable lines; the last is a checksum over the others.
std::string slot_table_text(const SlotTable& table);

// Parses the output of slot_table_text and nothing else. Errc::denied if a newer freshet wrote it,
// Errc::corrupt if it is damaged.
Result<SlotTable> parse_slot_table(std::string_view text, std::string_view path);

// Errc::not_found if there is none.
Result<SlotTable> read_slot_table(Disk& disk, const std::string& directory);

// Atomic: after a crash the old or the new table is there.
Status write_slot_table(Disk& disk, const std::string& directory, const SlotTable& table);

}  // namespace freshet
