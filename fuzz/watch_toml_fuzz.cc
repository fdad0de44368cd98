// Reads: src/watch/toml_tree.cc src/watch/watch_file.cc src/watch/tree_writer.cc
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "watch/watch_file.h"

using namespace freshet;

// A file that was accepted is the same text after it was written, read and written again. (The
// values may differ by a NaN in the settings of a channel.)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto file = read_watch_file({reinterpret_cast<const char*>(bytes), size}, "f");
  if (!file) {
    require(file.error().message.starts_with("f"), "the file is named");
    return 0;
  }
  const std::string text = write_watch_file(*file);
  const auto again = read_watch_file(text, "f");
  require(again.has_value(), "a written file is accepted");
  require(write_watch_file(*again) == text, "a written file is the same");
  return 0;
}
