// The byte format of slots and slots files: docs/formats/slots.md.
//
// A slots file is a head and slots of one size. A slot is a head of 64 bytes, the URL, the blob and
// zeros up to its end. The slot head has two checksums, one over the head and one over the rest;
// freeing a slot rewrites only the head. So every byte of the file is covered by a checksum at all
// times, and the content can be recovered from the files alone.
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

// The name of a slots file, which repeats its head.
struct SlotsFileName {
  std::uint64_t number = 0;      // unique, never reused
  std::uint64_t slot_bytes = 0;  // of each slot
  bool single = false;           // one large slot only

  // "7000003-4096.slots"; for a single slot "7000003-4194304.slot".
  std::string text() const;
  static std::optional<SlotsFileName> parse(std::string_view text);

  friend auto operator<=>(const SlotsFileName&, const SlotsFileName&) = default;
};

// The place of a blob.
struct SlotPlace {
  std::uint64_t file = 0;    // SlotsFileName::number
  std::uint64_t offset = 0;  // of the slot
  std::uint64_t length = 0;  // of the blob

  friend auto operator<=>(const SlotPlace&, const SlotPlace&) = default;
};

enum class SlotState : std::uint8_t {
  used = 1,
  free = 2,  // the bytes of the last blob may remain
};

// The fields of a slot head.
struct SlotHead {
  SlotState state = SlotState::free;
  std::uint32_t url_bytes = 0;
  std::uint32_t blob_bytes = 0;
  std::uint64_t sequence = 0;  // of two slots with the same URL the higher is newer
  Time time{};
  std::uint64_t body_hash = 0;

  friend bool operator==(const SlotHead&, const SlotHead&) = default;
};

// Returns the size of the smallest slot that holds a blob and its URL.
std::uint64_t slot_bytes_needed(std::uint64_t url_bytes, std::uint64_t blob_bytes);

std::string slots_file_head(const SlotsFileName& name);

// The content of a slot.
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

// Returns the head alone, 64 bytes.
std::string slot_head_bytes(const SlotsFileName& file, std::uint64_t offset, const SlotHead& head);

// Reads the head of the slot at `offset`; Errc::corrupt if it is damaged or belongs to another
// slot.
Result<SlotHead> read_slot_head(File& file, const SlotsFileName& name, std::uint64_t offset);

// Reads the blob at `place` and its URL, and checks every byte of the slot. Errc::corrupt if the
// slot is damaged, free, or holds a blob of another length.
Result<SlotContent> read_slot(File& file, const SlotsFileName& name, const SlotPlace& place);

// A slot as scan_slots finds it.
struct SlotSeen {
  std::uint64_t offset;
  Result<SlotHead> head;  // an error if any byte of the slot is damaged
  std::string url;
};

// Checks every byte of the slot at `offset`, in bounded memory.
SlotSeen check_slot(File& file, const SlotsFileName& name, std::uint64_t offset);

// Visits all slots of the file, including free and damaged ones, in bounded memory. Damage of the
// file itself (head, length) is reported to `damage`; the scan then relies on the file name. Stops
// when `visit` returns false. Fails only if the file cannot be read.
Status scan_slots(File& file, const SlotsFileName& name,
                  const std::function<bool(const SlotSeen&)>& visit,
                  const std::function<void(const Error&)>& damage);

}  // namespace freshet
