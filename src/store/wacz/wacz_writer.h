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
  std::string main_page_url{};  // opened first by a viewer; may be empty
  std::optional<Time> main_page_time{};
  std::string software = "freshet";
  Time created{};

  // Returns the gzip member with the warcinfo record for the WARC of this name; optional.
  std::function<std::string(const std::string& filename)> warcinfo{};

  // Page texts for search. A viewer loads the whole list before it shows anything.
  enum class Texts : std::uint8_t { if_small, always, never };
  Texts texts = Texts::if_small;
  std::uint64_t small_pages_bytes = std::uint64_t{4} << 20;  // of the list with its texts

  // Up to this number, all pages are in the list that a viewer reads before it shows anything. Of
  // more, this many are (page_choice.h); the others are in a second list.
  std::size_t listed_pages = 1000;

  // An index up to this size is one plain file, which a viewer loads whole. A larger one is
  // compressed in blocks, which it loads as needed.
  std::uint64_t plain_index_bytes = std::uint64_t{256} << 10;
  std::size_t lines_of_block = kLinesOfBlock;

  // The size at which the next WARC is started.
  std::uint64_t warc_bytes_max = std::uint64_t{1} << 30;
};

// An entry of the list of pages.
struct PageEntry {
  std::string url{};
  Time time{};
  std::string title{};
  std::string text{};  // for search; may be empty
};

// Everything is streamed: records into the ZIP, lines through a sorter, pages into a temporary
// file. The WACZ appears at its path when finish() returns; otherwise nothing is left.
class WaczWriter {
 public:
  // `disk` outlives the writer.
  static Result<WaczWriter> create(Disk& disk, const std::string& path, WaczOptions options);
  WaczWriter(WaczWriter&&) noexcept;
  WaczWriter& operator=(WaczWriter&&) noexcept;
  ~WaczWriter();

  // Appends one record, a whole gzip member. `line` describes it; filename, offset and length are
  // filled in here. Records that are not indexed (request, metadata) have none. Lines of 304
  // revisits are left out, because replayweb.page would not find the page then.
  //
  // A revisit replays only if the record that it refers to is in the file; the caller ensures this.
  Status add(std::string_view member, std::optional<CdxjLine> line);

  // The same, with the member copied from a file.
  Status add_from(File& file, std::uint64_t offset, std::uint64_t length,
                  std::optional<CdxjLine> line);

  Status add_page(const PageEntry& page);

  // Adds a file at a path of its own, listed in datapackage.json with the others. It is written by
  // finish().
  void add_file(std::string path, std::string bytes);

  // Proposes the page that a viewer opens first, unless the options name one. The first proposal
  // counts, but a home page replaces one that is not.
  void propose_main_page(const std::string& url, Time time, bool is_home);

  // Completes the file and returns its size. Call once.
  Result<std::uint64_t> finish();

 private:
  struct State;
  explicit WaczWriter(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace freshet
