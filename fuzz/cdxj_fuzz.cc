// Reads: src/store/cdxj/cdxj_line.cc src/store/cdxj/cdxj_reader.cc src/store/cdxj/sorted_lines.cc
//
// An input is read as one line, and as a run and as a tail of an index.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/check.h"
#include "memory_disk.h"
#include "store/cdxj/cdxj_line.h"
#include "store/cdxj/cdxj_reader.h"

using namespace freshet;

namespace {

void check_line(std::string_view text) {
  const auto line = parse_line(text);
  if (!line) return require(line.error().message.starts_with("expected "), "damage is named");
  require(write_cdx11_line(*line).find('\n') == std::string::npos, "a line stays a line");
  const auto written = write_line(*line);
  if (!written) return require(written.error().code == Errc::limit, "what was read can be written");
  require(written->find('\n') == std::string::npos, "a line stays a line");
  require(parse_line(*written) == *line, "what was written can be read again");
}

// Whether it was read to the end.
bool check_index(std::string_view bytes, bool is_sorted) {
  OneFileDisk disk(bytes);
  auto reader =
      CdxjReader::open(disk, {{.path = "index", .bytes = bytes.size(), .is_sorted = is_sorted}});
  if (!reader) {
    require(reader.error().code == Errc::corrupt, "damage is named");
    return false;
  }
  std::string last;
  const auto in_order = [&](const CdxjLine& line) {
    require(line.key >= last, "lines come in order");
    last = line.key;
    return true;
  };
  const Status all = reader->each(cdxj_everything(), in_order);
  // Look-ups in a damaged file find what they find, but they end.
  last.clear();
  static_cast<void>(reader->each(cdxj_with_prefix(bytes.substr(0, 7)), in_order));
  static_cast<void>(reader->nearest("http://example.com/", kTimeMax));
  return all.has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  check_line(input.substr(0, input.find('\n')));
  if (check_index(input, true))
    require(check_index(input, false), "what is read as a run is read as a tail");
  else
    check_index(input, false);
  return 0;
}
