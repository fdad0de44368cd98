// Reads: src/crawl/seeds.cc
//
// An input is a file of seeds; its first byte says in what pieces it is read.
#include <cstdint>

#include "base/check.h"
#include "crawl/seeds.h"

using namespace freshet;

namespace {

std::pair<std::vector<Seed>, std::vector<BadSeedLine>> read(std::string_view text,
                                                            std::size_t piece) {
  SeedReader reader;
  for (std::size_t at = 0; at < text.size(); at += piece) reader.read(text.substr(at, piece));
  reader.finish();
  return {reader.take_seeds(), reader.bad_lines()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const auto whole = read(text, size);
  require(read(text, std::size_t{1} + bytes[0]) == whole, "pieces do not matter");
  for (const Seed& seed : whole.first) require(seed.url.is_http(), "seeds can be fetched");
  for (const BadSeedLine& bad : whole.second) require(!bad.why.empty(), "a bad line has a reason");
  return 0;
}
