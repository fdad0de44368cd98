// Reads: src/watch/page_part.cc src/watch/page_kind.cc src/watch/part_finder.cc
// src/watch/feed_lines.cc src/watch/line_filter.cc src/watch/first_number.cc
//
// A letter for the part, a content type, and the page behind the first line end.
#include <array>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "watch/page_part.h"
#include "watch/watch_hunks.h"

using freshet::require;
using freshet::WatchPart;
using freshet::WatchSpec;

namespace {

const WatchSpec& spec_of(char letter) {
  static const std::array<WatchSpec, 7> specs = {
      {{},
       {.parts = {{WatchPart::Kind::css, "p, td, [id]"}}},
       {.parts = {{WatchPart::Kind::xpath, "//p/text() | //td[1] | //item"}}},
       {.parts = {{WatchPart::Kind::json_path, "$..a"}}},
       {.parts = {{WatchPart::Kind::regex, "\\w+ (\\d+)"}}},
       {.removed_parts = {{WatchPart::Kind::css, "nav, i"}}, .ignored = {{"x"}}},
       {.kept = {{"a|\\d", true}}, .sorts_lines = true, .drops_repeated_lines = true}}};
  return specs[static_cast<unsigned char>(letter) % specs.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view all(reinterpret_cast<const char*>(bytes), size);
  if (all.empty()) return 0;
  const WatchSpec& spec = spec_of(all[0]);
  all.remove_prefix(1);
  const std::size_t end = all.find('\n');
  const std::string_view body = end == all.npos ? std::string_view() : all.substr(end + 1);
  const auto reader = freshet::PartReader::make(spec);
  require(reader.has_value(), "the spec is right");
  const auto part = reader->read({.content_type = all.substr(0, end), .body = body});
  if (!part) return 0;
  require(part->is_found || part->lines.empty(), "a part that is not found has no lines");
  std::size_t text_bytes = 0;
  for (const freshet::WatchLine& line : part->lines) {
    require(line.text.find('\n') == line.text.npos, "a line has no line end");
    require(freshet::valid_utf8_length(line.text) == line.text.size(), "a line is UTF-8");
    text_bytes += line.text.size();
  }
  require(text_bytes <= freshet::kWatchTextBytesMax, "the text is not too long");
  const auto half = freshet::WatchLines(
      part->lines.begin(),
      part->lines.begin() + static_cast<std::ptrdiff_t>(part->lines.size() / 2));
  const auto found = freshet::find_hunks(half, part->lines);
  require(found.hunks.size() <= freshet::kHunksMax, "hunks are limited");
  return 0;
}
