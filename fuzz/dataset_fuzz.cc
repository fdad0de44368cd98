// Reads: src/learn/arff.cc src/learn/csv.cc src/learn/text_scan.cc src/base/csv.cc
//
// An input is ARFF, and, if its first byte is odd, CSV with the class in column "c".
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "learn/arff.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const auto rows = bytes[0] % 2 == 0 ? read_arff(text) : read_csv(text, "c");
  if (!rows) {
    require(!rows.error().message.empty(), "an error says why");
    return 0;
  }
  require(rows->schema().class_count() > 0, "there are classes");
  require(rows->size() * (rows->schema().features.size() + 1) <= size, "a cell takes a byte");
  return 0;
}
