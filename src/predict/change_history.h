// A change history: the changes of the pages of some sites, observed daily. Refresh policies are
// replayed on it, and priors are learned from it.
//
// Two CSV files: `pages` has a row for each page with its first-sight features, `changes` a row for
// each change of its text. Columns are found by the names in the first line; unknown columns are
// ignored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"

namespace freshet {

inline constexpr std::size_t kHistoryFileBytesMax = std::size_t{1} << 30;  // uncompressed
inline constexpr std::size_t kHistoryPagesMax = 4'000'000;
inline constexpr std::size_t kHistoryChangesMax = 40'000'000;
inline constexpr std::size_t kHistoryColumnsMax = 256;
inline constexpr std::size_t kHistoryFieldBytesMax = std::size_t{1} << 16;

// Features that can be counted on a page at first sight, in the order of HistoryFeatures.
inline constexpr std::array<std::string_view, 8> kPageFeatureNames = {
    "links",         "emails",    "images",   "text_bytes",
    "url_dir_level", "raw_bytes", "elements", "headings"};
using HistoryFeatures = std::array<double, kPageFeatureNames.size()>;

// Times are in seconds since 1970. The page was observed from t0 to t_end, and existed from
// first_seen to last_alive.
struct HistoryPage {
  std::string id;
  std::string source;  // the collection it comes from
  std::string site;    // the registrable domain
  std::string url;
  std::int64_t t0 = 0;
  std::int64_t t_end = 0;
  std::int64_t first_seen = 0;
  std::int64_t last_alive = 0;
  HistoryFeatures features{};
};

// Distances of the text, its blocks, links, images and tags from the previous version: 0 to 1.
struct HistoryChange {
  std::uint32_t page = 0;  // index in ChangeHistory::pages
  std::int64_t at = 0;
  float d_text = 0;
  float d_block = 0;
  float d_link = 0;
  float d_img = 0;
  float d_struct = 0;
};

struct ChangeHistory {
  std::vector<HistoryPage> pages;
  std::vector<HistoryChange> changes;
};

// Parses the two texts. The error names the file ("pages" or "changes"), line and column: a missing
// column, an invalid number, a duplicate page, a change of an unknown page, a page that ends before
// it begins.
Result<ChangeHistory> parse_change_history(std::string_view pages_csv,
                                           std::string_view changes_csv);

// Reads pages.csv and changes.csv in `directory`, each optionally compressed with zstd (.csv.zst).
Result<ChangeHistory> read_change_history(Disk& disk, const std::string& directory);

}  // namespace freshet
