// A slot and the file it is in, as bytes: docs/formats/slots.md.
//
// A slots file is a head and slots of one size. A slot is a head of 64 bytes, the URL, the blob and
// zeros up to its end. Its head has two checksums, one over the head and one over all the rest; to
// free a slot only the head is written anew. So every byte of the file is under a checksum at all
// times, and the files alone tell what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"

namespace freshet {

inline constexpr std::size_t kSlotHeadBytes = 64;
inline constexpr std::size_t kSlotsFileHeadBytes = 64;
inline constexpr std::uint64_t kSlotBlobBytesMax = 1ull << 30;
inline constexpr std::uint64_t kSlotBytesMax =
    kSlotBlobBytesMax + (4ull << 20);  // with head and URL

inline constexpr std::uint64_t kSlotsInFileMax = 0xffffffff;

// Which file: its name says what its head says.
struct SlotsFileName {
  std::uint64_t number = 0;      // never used again
  std::uint64_t slot_bytes = 0;  // of each slot
  bool single = false;           // one large slot only

  // "7000003-4096.slots", or "7000003-4194304.slot" of a single one.
  std::string text() const;
  static std::optional<SlotsFileName> parse(std::string_view text);

  friend auto operator<=>(const SlotsFileName&, const SlotsFileName&) = default;
};

// Where a blob is.
struct SlotPlace {
  std::uint64_t file = 0;    // SlotsFileName::number
  std::uint64_t offset = 0;  // of the slot
  std::uint64_t length = 0;  // of the blob

  friend auto operator<=>(const SlotPlace&, const SlotPlace&) = default;
};

enum class SlotState : std::uint8_t {
  used = 1,
  free = 2,  // what was there last may still be
};

// What a slot says of itself.
struct SlotHead {
  SlotState state = SlotState::free;
  std::uint32_t url_bytes = 0;
  std::uint32_t blob_bytes = 0;
  std::uint64_t sequence = 0;  // of two slots with one URL the higher is the newer
  Time time{};
  std::uint64_t body_hash = 0;

  friend bool operator==(const SlotHead&, const SlotHead&) = default;
};

// The size of the smallest slot that holds a blob and its URL.
std::uint64_t slot_bytes_needed(std::uint64_t url_bytes, std::uint64_t blob_bytes);

std::string slots_file_head(const SlotsFileName& name);

// Whole slots.
struct SlotContent {
  std::string url;
  Time time{};
  std::uint64_t sequence = 0;
  std::string blob;

  friend bool operator==(const SlotContent&, const SlotContent&) = default;
};
std::string used_slot(const SlotsFileName& file, std::uint64_t offset, std::string_view url,
                      Time time, std::uint64_t sequence, std::string_view blob);
std::string empty_slot(const SlotsFileName& file, std::uint64_t offset);

// Only the head of 64 bytes.
std::string slot_head_bytes(const SlotsFileName& file, std::uint64_t offset, const SlotHead& head);

// The head of the slot at `offset`; Errc::corrupt if it is damaged or of another slot.
Result<SlotHead> read_slot_head(File& file, const SlotsFileName& name, std::uint64_t offset);

// The blob at `place` with its URL, every byte of the slot checked. Errc::corrupt if the slot is
// damaged, free, or holds a blob of another length.
Result<SlotContent> read_slot(File& file, const SlotsFileName& name, const SlotPlace& place);

// One slot as the scan meets it.
struct SlotSeen {
  std::uint64_t offset;
  Result<SlotHead> head;  // an error if any byte of the slot is damaged
  std::string url;
};

// Reads the slot at `offset`, every byte of it, in bounded memory.
SlotSeen check_slot(File& file, const SlotsFileName& name, std::uint64_t offset);

// Visits all slots of the file, free and damaged ones included, in bounded memory. What is wrong
// with the file itself (head, length) is told to `damage`, and the scan goes on by the name. Stops
// when `visit` returns false. Fails only if the file cannot be read.
Status scan_slots(File& file, const SlotsFileName& name,
                  const std::function<bool(const SlotSeen&)>& visit,
                  const std::function<void(const Error&)>& damage);

}  // namespace freshet
