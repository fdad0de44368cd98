// Writes a WACZ: web archives, their index and a list of pages in one ZIP file that a browser can
// replay from any web server (WACZ 1.1.1, specs.webrecorder.net/wacz/1.1.1). See
// docs/formats/wacz.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "store/cdxj/block_index.h"
#include "store/cdxj/cdxj_line.h"

namespace freshet {

struct WaczOptions {
  std::string title{};
  std::string description{};    // Markdown
  std::string main_page_url{};  // what a viewer opens first; empty: nothing in particular
  std::optional<Time> main_page_time{};
  std::string software = "freshet";
  Time created{};

  // The gzip member with the warcinfo record that opens the WARC of that name; none if not set.
  std::function<std::string(const std::string& filename)> warcinfo{};

  // The texts of pages, for search. A viewer reads the whole list before it shows anything.
  enum class Texts : std::uint8_t { if_small, always, never };
  Texts texts = Texts::if_small;
  std::uint64_t small_pages_bytes = std::uint64_t{4} << 20;  // of the list with its texts

  // Up to so many bytes the index is one plain file, which a viewer reads whole. A larger one is
  // packed in blocks, of which it reads those that it needs.
  std::uint64_t plain_index_bytes = std::uint64_t{256} << 10;
  std::size_t lines_of_block = kLinesOfBlock;

  // When a WARC has as many bytes, the next one is begun.
  std::uint64_t warc_bytes_max = std::uint64_t{1} << 30;
};

// A page that a person would choose from the list.
struct PageEntry {
  std::string url{};
  Time time{};
  std::string title{};
  std::string text{};  // for search; may be empty
};

// Everything is streamed: records into the ZIP, lines through a sorter, pages into a file beside
// it. The file appears at its path when finish() has returned; if that is not reached, nothing is
// left.
class WaczWriter {
 public:
  // `disk` outlives the writer.
  static Result<WaczWriter> create(Disk& disk, const std::string& path, WaczOptions options);
  WaczWriter(WaczWriter&&) noexcept;
  WaczWriter& operator=(WaczWriter&&) noexcept;
  ~WaczWriter();

  // Appends one record, a whole gzip member. `line` says what it is; filename, offset and length
  // are filled in here. Records that no index knows (request, metadata) come without one. Lines of
  // revisits by 304 are left out, since replayweb.page would not find the page then.
  //
  // A revisit replays only if the record it refers to is in here as well: the caller sees to it.
  Status add(std::string_view member, std::optional<CdxjLine> line);

  // The same with the member copied out of a file.
  Status add_from(File& file, std::uint64_t offset, std::uint64_t length,
                  std::optional<CdxjLine> line);

  Status add_page(const PageEntry& page);

  // Names the page that a viewer opens first, unless the options did. A home page replaces one that
  // is none; otherwise the first proposal counts.
  void propose_main_page(const std::string& url, Time time, bool is_home);

  // Returns the bytes of the file. Once.
  Result<std::uint64_t> finish();

 private:
  struct State;
  explicit WaczWriter(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace freshet
