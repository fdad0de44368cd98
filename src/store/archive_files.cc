#include "store/archive_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/json.h"
#include "catalog/open_catalog.h"
#include "store/slots/slot_format.h"

namespace freshet {
namespace {

constexpr std::string_view kFormat = "freshet archive";
constexpr std::size_t kMarkBytesMax = 64 << 10;
constexpr std::string_view kGzipEnd = ".warc.gz";
constexpr std::string_view kPackedEnd = ".warc.packed";

std::unexpected<Error> bad_mark(const std::string& path, std::string_view what) {
  return std::unexpected(Error{Errc::invalid, fmt::format("\"{}\" {}", visible(path), what)});
}

// Returns true if a directory, warc/ or slots/, holds WARC or slots files.
Result<bool> has_record_files(Disk& disk, const std::string& directory) {
  auto names = disk.list(directory);
  if (!names && names.error().code == Errc::not_found) return false;
  if (!names) return std::unexpected(names.error());
  return std::any_of(names->begin(), names->end(), [](const std::string& name) {
    return is_warc_name(name) || SlotsFileName::parse(name).has_value();
  });
}

Result<bool> is_missing_or_empty(Disk& disk, const std::string& path) {
  auto file = disk.open(path, Access::read);
  if (!file && file.error().code == Errc::not_found) return true;
  if (!file) return std::unexpected(file.error());
  auto size = (*file)->size();
  if (!size) return std::unexpected(size.error());
  return *size == 0;
}

}  // namespace

std::string_view layout_name(Layout layout) { return layout == Layout::log ? "log" : "slots"; }

Result<ArchiveMark> read_archive_mark(Disk& disk, const std::string& directory) {
  const std::string path = directory + "/archive.json";
  auto text = read_whole(disk, path, kMarkBytesMax);
  if (!text && text.error().code == Errc::not_found) {
    return std::unexpected(
        Error{Errc::not_found, fmt::format("there is no archive in \"{}\"", visible(directory))});
  }
  if (!text) return std::unexpected(text.error());
  const auto mark = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!mark.is_object() || mark.value("format", nlohmann::json()) != kFormat)
    return bad_mark(path, "is not the mark of a freshet archive");
  const auto version = mark.find("version");
  if (version == mark.end() || !version->is_number_unsigned())
    return bad_mark(path, "does not name the version of the archive");
  if (*version > kArchiveVersion) {
    return bad_mark(path, fmt::format("names version {} of archives, but this freshet supports "
                                      "versions up to {}; use a newer freshet",
                                      version->dump(), kArchiveVersion));
  }
  const auto layout = mark.find("layout");
  for (const Layout known : {Layout::log, Layout::slots}) {
    if (layout != mark.end() && *layout == layout_name(known))
      return ArchiveMark{.version = version->get<int>(), .layout = known};
  }
  return bad_mark(path, "does not name a known layout (log, slots)");
}

Status make_archive_directories(Disk& disk, const std::string& directory) {
  for (const char* below : {"", "/warc", "/tags", "/index", "/slots"}) {
    if (auto made = disk.make_directories(directory + below); !made) return made;
  }
  return disk.sync_directory(directory);
}

Status make_archive(Disk& disk, const std::string& directory, Layout layout) {
  if (auto made = make_archive_directories(disk, directory); !made) return made;
  JsonWriter json;
  json.begin_object().key("format").value(kFormat).key("version").value(kArchiveVersion);
  json.key("layout").value(layout_name(layout)).end_object();
  return replace_file(disk, directory + "/archive.json", json.take() + "\n");
}

Result<bool> holds_records(Disk& disk, const std::string& directory) {
  for (const char* below : {"/warc", "/slots"}) {
    auto holds = has_record_files(disk, directory + below);
    if (!holds || *holds) return holds;
  }
  return false;
}

Result<bool> catalog_is_lost(Disk& disk, const std::string& directory) {
  return is_missing_or_empty(disk, catalog_file(directory));
}

Result<ArchiveMark> restore_archive_mark(Disk& disk, const std::string& directory) {
  auto lost = is_missing_or_empty(disk, directory + "/archive.json");
  if (!lost) return std::unexpected(lost.error());
  if (!*lost) return read_archive_mark(disk, directory);
  auto has_log = has_record_files(disk, directory + "/warc");
  if (!has_log) return std::unexpected(has_log.error());
  auto has_slots = has_record_files(disk, directory + "/slots");
  if (!has_slots) return std::unexpected(has_slots.error());
  if (!*has_log && !*has_slots) {
    return std::unexpected(
        Error{Errc::not_found, fmt::format("there is no archive in \"{}\"", visible(directory))});
  }
  if (*has_log && *has_slots) {
    return bad_mark(directory + "/archive.json",
                    "is missing, and both warc/ and slots/ hold records; move away those that do "
                    "not belong to this archive, and try again");
  }
  if (auto made = make_archive(disk, directory, *has_log ? Layout::log : Layout::slots); !made)
    return std::unexpected(made.error());
  return read_archive_mark(disk, directory);
}

Result<std::unique_ptr<DiskLock>> lock_archive(Disk& disk, const std::string& directory) {
  auto lock = disk.lock(directory + "/lock");
  if (lock) return lock;
  if (lock.error().code == Errc::unavailable) {
    return std::unexpected(
        Error{Errc::unavailable, fmt::format("the archive in \"{}\" is being written by another "
                                             "freshet; wait until it has finished, or stop it",
                                             visible(directory))});
  }
  if (lock.error().code == Errc::denied) {
    return std::unexpected(
        Error{Errc::denied, fmt::format("the archive in \"{}\" is read-only: {}",
                                        visible(directory), lock.error().message)});
  }
  return lock;
}

std::string warc_name(Time created, FileId id, warc::MemberPacking packing) {
  return fmt::format("warc/freshet-{}-{:05}{}", digits_time_14(created), id,
                     packing == warc::MemberPacking::reference ? kPackedEnd : kGzipEnd);
}

bool may_hold_references(std::string_view name) { return without_open(name).ends_with(kPackedEnd); }

bool is_warc_name(std::string_view name) {
  return may_hold_references(name) || without_open(name).ends_with(kGzipEnd);
}

std::optional<FileId> warc_id(std::string_view name) {
  name = without_open(name);
  if (!name.starts_with("warc/freshet-") || !is_warc_name(name)) return std::nullopt;
  name.remove_suffix(may_hold_references(name) ? kPackedEnd.size() : kGzipEnd.size());
  name.remove_prefix(name.find_last_of('-') + 1);
  FileId id = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return id;
}

std::string tags_name(std::string_view warc_name) {
  std::string_view name = without_open(warc_name);
  name.remove_prefix(name.find('/') + 1);
  return fmt::format("tags/{}.tags", name.substr(0, name.find(".warc")));
}

std::string run_name(FileId id) { return fmt::format("index/{:05}.cdxj", id); }
std::string tail_name(FileId id) { return fmt::format("index/{:05}.tail", id); }

bool is_derived_name(std::string_view name) {
  if (name.starts_with("tags/")) return name.ends_with(".tags");
  if (!name.starts_with("index/")) return false;
  name.remove_prefix(6);
  const std::size_t digits = name.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return false;
  const std::string_view rest = name.substr(digits);
  return rest == ".tail" || rest == ".cdxj" || rest.starts_with(".cdxj.");
}

std::string_view without_open(std::string_view name) {
  if (name.ends_with(kOpenSuffix)) name.remove_suffix(kOpenSuffix.size());
  return name;
}

namespace {

std::unexpected<Error> lost_mark(const std::string& directory) {
  return std::unexpected(Error{
      Errc::invalid,
      fmt::format(
          "the archive in \"{}\" has lost its archive.json; run freshet reindex to restore it",
          visible(directory))});
}

// Refuses to create an archive among other files, or where one has lost its mark.
Status check_is_free(Disk& disk, const std::string& directory) {
  auto holds = holds_records(disk, directory);
  if (!holds) return std::unexpected(holds.error());
  if (*holds) return lost_mark(directory);
  auto names = disk.list(directory);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    const bool is_ours = name == "lock" || name == "warc" || name == "tags" || name == "index" ||
                         name == "slots" || name.starts_with("archive.json") ||
                         name.starts_with("registry.sqlite");  // watches may come before pages
    if (is_ours) continue;
    return std::unexpected(Error{
        Errc::invalid,
        fmt::format(
            "there is no archive in \"{}\", but it holds \"{}\"; choose an empty or new directory",
            visible(directory), visible(name))});
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<DiskLock>> take_archive(Disk& disk, const std::string& directory,
                                               std::optional<Layout> to_make) {
  auto mark = read_archive_mark(disk, directory);
  const bool is_new = !mark && mark.error().code == Errc::not_found;
  if (!mark && !(is_new && to_make)) return std::unexpected(mark.error());
  if (is_new) {
    if (auto made = disk.make_directories(directory); !made) return std::unexpected(made.error());
    if (auto fit = check_is_free(disk, directory); !fit) return std::unexpected(fit.error());
  }
  auto lock = lock_archive(disk, directory);
  if (!lock) return lock;
  // Another process may have created the archive before we had the lock. A copied archive may lack
  // its empty directories.
  const bool is_still_new = to_make && !disk.exists(directory + "/archive.json");
  const Status made = is_still_new ? make_archive(disk, directory, *to_make)
                                   : make_archive_directories(disk, directory);
  if (!made) return std::unexpected(made.error());
  return lock;
}

}  // namespace freshet
