#include "store/slots/slot_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/escape.h"
#include "base/hash.h"

namespace freshet {
namespace {

constexpr std::string_view kFirstWords = "freshet slots ";
constexpr int kTableVersion = 1;
constexpr std::size_t kTableBytesMax = 16 * 1024;

// Removes `words` from the front of `text`; returns true if they were there.
bool take(std::string_view& text, std::string_view words) {
  if (!text.starts_with(words)) return false;
  text.remove_prefix(words.size());
  return true;
}

std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? number : 0;
}

}  // namespace

std::string slot_table_text(const SlotTable& table) {
  const std::string text =
      fmt::format("{}{}\nepoch {}\nclosed {}\nclasses {}\n", kFirstWords, kTableVersion,
                  table.epoch, table.closed ? 1 : 0, fmt::join(table.classes, " "));
  return text + fmt::format("checksum {:016x}\n", hash64(text));
}

Result<SlotTable> parse_slot_table(std::string_view text, std::string_view path) {
  std::string_view rest = text;
  SlotTable table;
  const bool ours = take(rest, kFirstWords);
  const std::uint64_t version = take_number(rest);
  if (ours && version > kTableVersion && rest.starts_with("\n"))
    return std::unexpected(
        Error{Errc::denied,
              fmt::format("{}: expected version {}, found {}: a newer freshet created these slots",
                          visible(path), kTableVersion, version)});
  if (take(rest, "\nepoch ")) table.epoch = take_number(rest);
  if (take(rest, "\nclosed ")) table.closed = take_number(rest) == 1;
  if (take(rest, "\nclasses ")) {
    do table.classes.push_back(take_number(rest));
    while (take(rest, " ") && table.classes.size() <= kSlotClassesMax);
  }
  // The table, written again, must equal the text, so that every byte is checked.
  if (table.epoch == 0 || table.epoch > kSlotEpochMax || !are_slot_classes(table.classes) ||
      slot_table_text(table) != text)
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("{}: at byte {}: expected the table of a slot store",
                                         visible(path), rest.data() - text.data())});
  return table;
}

Result<SlotTable> read_slot_table(Disk& disk, const std::string& directory) {
  const std::string path = directory + "/" + std::string(kSlotTableName);
  const auto text = read_whole(disk, path, kTableBytesMax);
  if (!text && text.error().code == Errc::limit)
    return std::unexpected(Error{Errc::corrupt, text.error().message});
  if (!text) return std::unexpected(text.error());
  return parse_slot_table(*text, path);
}

Status write_slot_table(Disk& disk, const std::string& directory, const SlotTable& table) {
  return replace_file(disk, directory + "/" + std::string(kSlotTableName), slot_table_text(table));
}

}  // namespace freshet
