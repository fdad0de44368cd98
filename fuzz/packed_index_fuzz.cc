// Reads: src/html/packed_index.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "html/packed_index.h"

// Bytes from outside are refused or give an index that packs again; an index made of any page
// survives the round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freshet;
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const PackedIndexPlace place{.file = "fuzz"};
  const auto check = [&](std::string_view packed) {
    const auto index = unpack_index(packed, 1 << 20, place);
    if (!index) return require(!index.error().message.empty(), "damage is named");
    const auto again = unpack_index(pack_index(*index), 1 << 20, place);
    require(again && *again == *index, "what was read can be written and read again");
  };
  check(input);
  // With a right checksum the fuzzer reaches what lies behind it.
  if (input.size() >= 8) {
    std::string sealed(input);
    const auto sum = static_cast<std::uint32_t>(hash64(input.substr(8)));
    for (std::size_t i = 0; i < 4; ++i) sealed[4 + i] = static_cast<char>(sum >> (8 * i));
    check(sealed);
  }
  const TagIndex index = index_tags(input, Scripting::on);
  const auto back = unpack_index(pack_index(index), input.size(), place);
  require(back && *back == index, "the index of a page survives");
  return 0;
}
