// What is known of a slot store besides its slots: the file `table` in its directory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "store/slots/slot_classes.h"

namespace freshet {

struct SlotTable {
  std::uint64_t epoch = 0;  // counts the times the store was opened to write
  bool closed = false;      // nothing has been written since all was synced
  SlotClasses classes;

  friend bool operator==(const SlotTable&, const SlotTable&) = default;
};

inline constexpr std::string_view kSlotTableName = "table";
inline constexpr std::uint64_t kSlotEpochMax = 1ull << 23;  // a sequence number is 63 bits

// Lines for people and programs; the last is a checksum over those before.
std::string slot_table_text(const SlotTable& table);

// Reads what slot_table_text made and nothing else. Errc::denied if a newer freshet made it,
// Errc::corrupt if it is damaged.
Result<SlotTable> parse_slot_table(std::string_view text, std::string_view path);

// Errc::not_found if there is none.
Result<SlotTable> read_slot_table(Disk& disk, const std::string& directory);

// Old or new, whatever happens.
Status write_slot_table(Disk& disk, const std::string& directory, const SlotTable& table);

}  // namespace freshet
