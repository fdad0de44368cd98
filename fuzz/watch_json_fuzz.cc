// Reads: src/watch/json_tree.cc src/watch/tree_reader.cc src/watch/watch_check.cc
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "watch/watch_json.h"

using namespace freshet;

// A watch that was accepted is the same after it was written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto watch = watch_from_json({reinterpret_cast<const char*>(bytes), size});
  if (!watch) {
    require(!watch.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  const auto again = watch_from_json(to_json(*watch, Secrets::included));
  require(again.has_value(), "a written watch is accepted");
  require(*again == *watch, "a written watch is the same");
  return 0;
}
