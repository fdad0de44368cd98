#include "predict/change_history.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <unordered_map>

#include "base/csv.h"
#include "base/escape.h"

namespace freshet {
namespace {

constexpr int kZstdWindowLogMax = 30;
constexpr std::size_t kPieceBytes = 1 << 16;
// Years 1 to 9999 in seconds. Times outside are invalid, so that sums cannot overflow.
constexpr std::int64_t kSecondsMin = -62'135'596'800;
constexpr std::int64_t kSecondsMax = 253'402'300'799;
constexpr double kCountMax = 1e15;

// One CSV file with access to columns by name.
class Table {
 public:
  Table(std::string_view text, std::string name)
      : reader_(text, std::move(name), {kHistoryColumnsMax, kHistoryFieldBytesMax}) {}

  Status read_header() {
    const auto has_row = reader_.next(header_);
    if (!has_row) return std::unexpected(has_row.error());
    if (!*has_row)
      return std::unexpected(reader_.error(1, "the file is empty; expected the names of columns"));
    return {};
  }

  Result<std::size_t> column(std::string_view name) const {
    const auto found = std::ranges::find(header_, name);
    if (found == header_.end())
      return std::unexpected(
          reader_.error(header_.size() + 1, fmt::format("there is no column \"{}\"", name)));
    return static_cast<std::size_t>(found - header_.begin());
  }

  Result<bool> next() {
    auto has_row = reader_.next(row_);
    if (!has_row || !*has_row) return has_row;
    if (row_.size() != header_.size())
      return std::unexpected(reader_.error(
          row_.size(), fmt::format("expected {} columns, as the first line has, found {}",
                                   header_.size(), row_.size())));
    return true;
  }

  std::string& text(std::size_t column) { return row_[column]; }

  Result<std::int64_t> moment(std::size_t column) const {
    const std::string& text = row_[column];
    std::int64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size() || value < kSecondsMin ||
        value > kSecondsMax)
      return std::unexpected(bad(column, "expected a moment in seconds since 1970"));
    return value;
  }

  Result<double> number(std::size_t column, double max) const {
    const std::string& text = row_[column];
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size() || !(value >= 0) || value > max)
      return std::unexpected(bad(column, fmt::format("expected a number from 0 to {}", max)));
    return value;
  }

  Error bad(std::size_t column, std::string_view what) const {
    return reader_.error(column + 1, fmt::format("{} ({}), found \"{}\"", what, header_[column],
                                                 visible(row_[column].substr(0, 80))));
  }

 private:
  CsvReader reader_;
  std::vector<std::string> header_;
  std::vector<std::string> row_;
};

// Finds `names` in the header, in their order.
Result<std::vector<std::size_t>> columns_of(const Table& table,
                                            std::initializer_list<std::string_view> names) {
  std::vector<std::size_t> columns;
  for (const std::string_view name : names) {
    const auto column = table.column(name);
    if (!column) return std::unexpected(column.error());
    columns.push_back(*column);
  }
  return columns;
}

using PageNumbers = std::unordered_map<std::string, std::uint32_t>;

struct PageColumns {
  std::vector<std::size_t> texts;    // page_id, source, site, url
  std::vector<std::size_t> moments;  // t0, t_end, first_seen, last_alive
  std::vector<std::size_t> features;
};

Result<PageColumns> page_columns(const Table& table) {
  auto texts = columns_of(table, {"page_id", "source", "site", "url"});
  if (!texts) return std::unexpected(texts.error());
  auto moments = columns_of(table, {"t0", "t_end", "first_seen", "last_alive"});
  if (!moments) return std::unexpected(moments.error());
  PageColumns columns{std::move(*texts), std::move(*moments), {}};
  for (const std::string_view name : kPageFeatureNames) {
    const auto column = table.column(name);
    if (!column) return std::unexpected(column.error());
    columns.features.push_back(*column);
  }
  return columns;
}

Result<HistoryPage> page_of_row(Table& table, const PageColumns& columns) {
  HistoryPage page;
  std::string* const texts[] = {&page.id, &page.source, &page.site, &page.url};
  for (std::size_t i = 0; i < columns.texts.size(); ++i)
    *texts[i] = std::move(table.text(columns.texts[i]));
  std::int64_t* const moments[] = {&page.t0, &page.t_end, &page.first_seen, &page.last_alive};
  for (std::size_t i = 0; i < columns.moments.size(); ++i) {
    const auto moment = table.moment(columns.moments[i]);
    if (!moment) return std::unexpected(moment.error());
    *moments[i] = *moment;
  }
  if (page.t_end < page.t0)
    return std::unexpected(table.bad(columns.moments[1], "the window ends before it begins"));
  if (page.last_alive < page.first_seen)
    return std::unexpected(table.bad(columns.moments[3], "the page ends before it is first seen"));
  for (std::size_t i = 0; i < columns.features.size(); ++i) {
    const auto number = table.number(columns.features[i], kCountMax);
    if (!number) return std::unexpected(number.error());
    page.features[i] = *number;
  }
  return page;
}

Status read_pages(std::string_view text, ChangeHistory& history, PageNumbers& numbers) {
  Table table(text, "pages");
  if (auto read = table.read_header(); !read) return read;
  const auto columns = page_columns(table);
  if (!columns) return std::unexpected(columns.error());
  for (;;) {
    const auto has_row = table.next();
    if (!has_row) return std::unexpected(has_row.error());
    if (!*has_row) return {};
    if (history.pages.size() == kHistoryPagesMax)
      return std::unexpected(
          table.bad(0, fmt::format("more than {} pages cannot be read", kHistoryPagesMax)));
    const std::string id = table.text(columns->texts[0]);
    if (!numbers.emplace(id, history.pages.size()).second)
      return std::unexpected(table.bad(columns->texts[0], "this page has a row already"));
    auto page = page_of_row(table, *columns);
    if (!page) return std::unexpected(page.error());
    history.pages.push_back(std::move(*page));
  }
}

Status read_changes(std::string_view text, ChangeHistory& history, const PageNumbers& numbers) {
  Table table(text, "changes");
  if (auto read = table.read_header(); !read) return read;
  const auto columns =
      columns_of(table, {"page_id", "ts", "d_text", "d_block", "d_link", "d_img", "d_struct"});
  if (!columns) return std::unexpected(columns.error());
  for (;;) {
    const auto has_row = table.next();
    if (!has_row) return std::unexpected(has_row.error());
    if (!*has_row) return {};
    if (history.changes.size() == kHistoryChangesMax)
      return std::unexpected(
          table.bad(0, fmt::format("more than {} changes cannot be read", kHistoryChangesMax)));
    const auto page = numbers.find(table.text((*columns)[0]));
    if (page == numbers.end())
      return std::unexpected(table.bad((*columns)[0], "no row of pages has this page"));
    HistoryChange change{.page = page->second};
    const auto at = table.moment((*columns)[1]);
    if (!at) return std::unexpected(at.error());
    change.at = *at;
    float* const distances[] = {&change.d_text, &change.d_block, &change.d_link, &change.d_img,
                                &change.d_struct};
    for (std::size_t i = 0; i < std::size(distances); ++i) {
      const auto number = table.number((*columns)[i + 2], 1.0);
      if (!number) return std::unexpected(number.error());
      *distances[i] = static_cast<float>(*number);
    }
    history.changes.push_back(change);
  }
}

Result<std::string> unpack(std::string_view packed, const std::string& path) {
  const auto damaged = [&](std::string_view why) {
    return std::unexpected(Error{
        Errc::corrupt, fmt::format("\"{}\" is not a whole zstd file: {}", visible(path), why)});
  };
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> decoder(ZSTD_createDCtx(),
                                                                     ZSTD_freeDCtx);
  if (!decoder) return std::unexpected(Error{Errc::unavailable, "no memory for zstd"});
  ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, kZstdWindowLogMax);
  std::string text;
  std::vector<char> piece(kPieceBytes);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t expected = 1;
  while (in.pos < in.size || expected != 0) {
    ZSTD_outBuffer room{piece.data(), piece.size(), 0};
    const std::size_t before = in.pos;
    expected = ZSTD_decompressStream(decoder.get(), &room, &in);
    if (ZSTD_isError(expected)) return damaged(ZSTD_getErrorName(expected));
    if (text.size() + room.pos > kHistoryFileBytesMax)
      return std::unexpected(Error{
          Errc::limit, fmt::format("\"{}\" unpacks to more than {} bytes, which is the most that a "
                                   "history may have",
                                   visible(path), kHistoryFileBytesMax)});
    text.append(piece.data(), room.pos);
    if (room.pos == 0 && in.pos == before) return damaged("it is cut short");
  }
  return text;
}

Result<std::string> read_table(Disk& disk, const std::string& directory, const char* name) {
  const std::string plain = fmt::format("{}/{}.csv", directory, name);
  if (disk.exists(plain)) return read_whole(disk, plain, kHistoryFileBytesMax);
  const std::string packed = plain + ".zst";
  if (!disk.exists(packed))
    return std::unexpected(
        Error{Errc::not_found,
              fmt::format("\"{}\" holds no change history: there is neither {}.csv nor {}.csv.zst",
                          visible(directory), name, name)});
  const auto bytes = read_whole(disk, packed, kHistoryFileBytesMax);
  if (!bytes) return bytes;
  return unpack(*bytes, packed);
}

}  // namespace

Result<ChangeHistory> parse_change_history(std::string_view pages_csv,
                                           std::string_view changes_csv) {
  ChangeHistory history;
  PageNumbers numbers;
  if (const auto read = read_pages(pages_csv, history, numbers); !read)
    return std::unexpected(read.error());
  if (const auto read = read_changes(changes_csv, history, numbers); !read)
    return std::unexpected(read.error());
  return history;
}

Result<ChangeHistory> read_change_history(Disk& disk, const std::string& directory) {
  const auto pages = read_table(disk, directory, "pages");
  if (!pages) return std::unexpected(pages.error());
  const auto changes = read_table(disk, directory, "changes");
  if (!changes) return std::unexpected(changes.error());
  auto history = parse_change_history(*pages, *changes);
  if (!history)
    return std::unexpected(Error{history.error().code, fmt::format("\"{}\": {}", visible(directory),
                                                                   history.error().message)});
  return history;
}

}  // namespace freshet
