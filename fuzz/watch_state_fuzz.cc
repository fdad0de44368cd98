// Reads: src/watch/watch_state.cc
//
// A state that can be read is written and read as the same, and can be advanced.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "watch/watch_compare.h"
#include "watch/watch_state.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto state = freshet::read_watch_state({reinterpret_cast<const char*>(bytes), size});
  if (!state) {
    require(state.error().code == freshet::Errc::corrupt, "any other bytes are corrupt");
    return 0;
  }
  const auto again = freshet::read_watch_state(freshet::to_json(*state));
  require(again && *again == *state, "a state is read as it was written");
  freshet::WatchObservation seen{.status = 200, .version = "2"};
  seen.part = freshet::PartText{.lines = {{.text = "one 1"}, {.text = "two"}}};
  const auto first = freshet::advance({}, *state, seen);
  const auto second = freshet::advance({}, first.state, seen);
  require(!second.verdict.tells(), "the same text is told once");
  return 0;
}
