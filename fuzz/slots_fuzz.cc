// Reads: src/store/slots/slot_format.cc src/store/slots/slot_table.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory_file.h"
#include "store/archive/little_endian.h"
#include "store/slots/slot_format.h"
#include "store/slots/slot_table.h"

namespace {

using namespace freshet;

// How many slots are whole. What the scan calls whole and used can be read, else it cannot.
std::uint64_t check_file(const std::string& bytes, const SlotsFileName& name) {
  MemoryFile file{std::string(bytes)};
  std::uint64_t whole = 0, next = kSlotsFileHeadBytes;
  const auto visit = [&](const SlotSeen& seen) {
    require(seen.offset == next, "slots follow one another");
    next += name.slot_bytes;
    require(next <= bytes.size(), "slots lie inside of the file");
    const std::uint64_t length = seen.head ? seen.head->blob_bytes : 0;
    const auto content = read_slot(file, name, {name.number, seen.offset, length});
    const bool used = seen.head && seen.head->state == SlotState::used;
    require(used == content.has_value(), "what is whole and used can be read");
    if (!seen.head) require(!seen.head.error().message.empty(), "damage is named");
    if (content) {
      require(content->url == seen.url && content->blob.size() == length, "scan and read agree");
      require(used_slot(name, seen.offset, content->url, content->time, content->sequence,
                        content->blob)
                      .size() == name.slot_bytes,
              "what was read can be written");
    }
    whole += seen.head.has_value();
    return true;
  };
  const auto tell = [](const Error& error) { require(!error.message.empty(), "damage is named"); };
  require(scan_slots(file, name, visit, tell).has_value(), "a file in memory can be read");
  return whole;
}

// Makes the checksums right, so that the fuzzer reaches what lies behind them.
std::string sealed(std::string slot, const SlotsFileName& name) {
  const std::string good = used_slot(name, kSlotsFileHeadBytes, "", Time(), 0, "");
  slot.resize(name.slot_bytes, '\0');
  slot.replace(0, 4, good, 0, 4);
  slot.replace(8, 8, good, 8, 8);
  slot.replace(40, 8, good, 40, 8);
  std::string hash;
  append_number<std::uint64_t>(hash, hash64(std::string_view(slot).substr(kSlotHeadBytes)));
  write_number<std::uint64_t>(slot, 48, hash64(hash));
  write_number<std::uint64_t>(slot, 56, hash64(std::string_view(slot).substr(0, 56)));
  return slot;
}

}  // namespace

// Any bytes are a file whose slots are whole or named as damaged; what was put is read back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(bytes), size);
  const SlotsFileName name{3'000'001, 256, false};
  check_file(input, name);
  check_file(input, {3'000'001, 2048, true});
  const std::string made = used_slot(name, kSlotsFileHeadBytes, "http://a/", Time(), 7,
                                     std::string_view(input).substr(0, 100));
  require(check_file(slots_file_head(name) + made + input, name) >= 1, "a whole slot is found");
  check_file(slots_file_head(name) + sealed(input, name), name);

  if (const auto table = parse_slot_table(input, "table"))
    require(slot_table_text(*table) == input, "a table says nothing else");
  std::string checked = input.substr(0, input.rfind("checksum"));
  checked += "checksum 0123456789abcdef\n";
  const std::uint64_t hash = hash64(std::string_view(checked).substr(0, checked.size() - 26));
  for (std::size_t i = 0; i < 16; ++i)
    checked[checked.size() - 17 + i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
  if (const auto table = parse_slot_table(checked, "table"))
    require(slot_table_text(*table) == checked, "a table says nothing else");
  if (const auto file = SlotsFileName::parse(input))
    require(file->text() == input, "a name has one form");
  return 0;
}
