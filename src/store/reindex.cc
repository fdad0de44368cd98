#include "store/reindex.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "base/escape.h"
#include "catalog/open_catalog.h"
#include "store/archive/commit_witness.h"
#include "store/archive/recovery.h"
#include "store/maintenance/catalog_rebuild.h"
#include "store/maintenance/derived_history.h"

namespace freshet {
namespace {

Status remove_if_there(Disk& disk, const std::string& path) {
  return disk.exists(path) ? disk.remove(path) : Status();
}

// SQLite copies its log into the file on close and does not report a failure. A log that is not
// empty would be lost by the rename.
Status check_log_is_empty(Disk& disk, const std::string& path) {
  auto log = disk.open(path, Access::read);
  if (!log && log.error().code == Errc::not_found) return {};
  if (!log) return std::unexpected(log.error());
  auto size = (*log)->size();
  if (!size) return std::unexpected(size.error());
  if (*size == 0) return {};
  return std::unexpected(Error{
      Errc::unavailable,
      fmt::format(
          "\"{}\" could not be copied into the new catalog; free some disk space and try again",
          visible(path))});
}

// Returns the files that the old catalog names; nothing if it is unreadable or not current.
std::optional<std::vector<FileRow>> files_of_old_catalog(Disk& disk, const std::string& directory,
                                                         const ReindexOptions& options) {
  const std::string path = catalog_file(directory);
  if (!disk.exists(path)) return std::nullopt;
  auto catalog =
      open_catalog(disk, sqlite_address(path), {.access = CatalogAccess::read, .vfs = options.vfs});
  if (!catalog) return std::nullopt;
  auto files = (*catalog)->files();
  const auto mark = commit_mark_of(**catalog);
  const auto witness = read_commit_mark(disk, directory);
  if (!files || !mark || !witness) return std::nullopt;
  if (standing_of(*mark, *witness) != CatalogStanding::current) return std::nullopt;
  return *std::move(files);
}

// Returns the present tags and index files.
Result<std::set<std::string>> derived_files(Disk& disk, const std::string& directory) {
  std::set<std::string> found;
  for (const std::string below : {"tags", "index"}) {
    auto names = disk.list(directory + "/" + below);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names)
      if (is_derived_name(below + "/" + name)) found.insert(below + "/" + name);
  }
  return found;
}

// Returns a number above all numbers in the names of files.
Result<FileId> first_free_id(Disk& disk, const std::string& directory,
                             const std::set<std::string>& derived) {
  FileId last = 0;
  for (const std::string& name : derived) {
    const std::string_view digits = std::string_view(name).substr(name.find('/') + 1);
    FileId id = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), id).ec == std::errc())
      last = std::max(last, id);
  }
  auto warcs = warc_files(disk, directory);
  if (!warcs) return std::unexpected(warcs.error());
  for (const std::string& name : *warcs) last = std::max(last, warc_id(name).value_or(0));
  constexpr FileId kFileIdMax = FileId{1} << 48;  // out of reach of a real archive
  return last < kFileIdMax ? last + 1 : 1;
}

Status remove_new_catalog(Disk& disk, const std::string& directory) {
  for (const char* part : {".new", ".new-wal", ".new-shm"})
    if (auto removed = remove_if_there(disk, catalog_file(directory) + part); !removed)
      return removed;
  return {};
}

// Removes the files of a failed rebuild. Files that cannot be removed are harmless; the next writer
// removes them.
void undo(Disk& disk, const std::string& directory, const std::set<std::string>& before) {
  static_cast<void>(remove_new_catalog(disk, directory));
  const auto now = derived_files(disk, directory);
  if (!now) return;
  for (const std::string& name : *now)
    if (!before.contains(name)) static_cast<void>(disk.remove(directory + "/" + name));
}

// Builds the new catalog, beside the old one, with its tags and index, complete and synced.
Result<RebuiltCatalog> build_aside(Disk& disk, const std::string& directory, Layout layout,
                                   FileId first, const ReindexOptions& options) {
  const std::string path = catalog_file(directory) + ".new";
  RebuiltCatalog built;
  {
    // Nothing is acknowledged before the rename, so single commits need not be durable.
    auto catalog = open_catalog(
        disk, sqlite_address(path),
        {.access = CatalogAccess::write, .sync = CatalogSync::normal, .vfs = options.vfs});
    if (!catalog) return std::unexpected(catalog.error());
    CatalogRebuild rebuild(disk, directory, **catalog, first, options);
    auto status = layout == Layout::log ? rebuild.log_files() : rebuild.slot_files();
    if (status) status = derive_histories(**catalog);
    if (!status) return std::unexpected(status.error());
    built = rebuild.take();
  }
  if (auto whole = check_log_is_empty(disk, path + "-wal"); !whole)
    return std::unexpected(whole.error());
  auto file = disk.open(path, Access::write);
  if (!file) return std::unexpected(file.error());
  if (auto synced = (*file)->sync(); !synced) return std::unexpected(synced.error());
  return built;
}

Status cut_torn_ends(Disk& disk, const std::string& directory, const std::vector<TornEnd>& ends) {
  for (const TornEnd& end : ends) {
    auto file = disk.open(directory + "/" + end.name, Access::write);
    if (!file) return std::unexpected(file.error());
    if (auto cut = (*file)->truncate(end.from); !cut) return cut;
    if (auto synced = (*file)->sync(); !synced) return synced;
  }
  return {};
}

// Returns the path that the old catalog is renamed to; never one that is in use.
std::string kept_catalog(Disk& disk, const std::string& catalog) {
  const std::string kept = catalog + ".before-reindex";
  const auto is_free = [&disk](const std::string& path) {
    return !disk.exists(path) && !disk.exists(path + "-wal");
  };
  if (is_free(kept)) return kept;
  for (std::uint64_t number = 2;; ++number)
    if (std::string next = fmt::format("{}-{}", kept, number); is_free(next)) return next;
}

// Replaces the old catalog by the new one, which is complete and synced. Renames only, so a full
// disk cannot interrupt it. After a crash in between there is no catalog, and the next writer
// rebuilds it.
Status swap_catalogs(Disk& disk, const std::string& directory) {
  const std::string catalog = catalog_file(directory);
  if (auto forgotten = forget_witness(disk, directory); !forgotten) return forgotten;
  const std::string kept = kept_catalog(disk, catalog);
  // The database is renamed before its log: a database without its log would look like an older,
  // complete catalog, while a log without its database is ignored.
  for (const char* part : {"", "-wal"}) {
    if (!disk.exists(catalog + part)) continue;
    if (auto renamed = disk.rename(catalog + part, kept + part); !renamed) return renamed;
    if (auto synced = disk.sync_directory(directory); !synced) return synced;
  }
  if (auto removed = remove_if_there(disk, catalog + "-shm"); !removed) return removed;
  if (auto renamed = disk.rename(catalog + ".new", catalog); !renamed) return renamed;
  // SQLite leaves an empty log behind.
  if (auto removed = remove_new_catalog(disk, directory); !removed) return removed;
  return disk.sync_directory(directory);
}

// Removes the tags and index files of the old catalog.
Status remove_replaced(Disk& disk, const std::string& directory,
                       const std::set<std::string>& before) {
  for (const std::string& name : before)
    if (auto removed = remove_if_there(disk, directory + "/" + name); !removed) return removed;
  return {};
}

}  // namespace

Result<Reindexed> rebuild_catalog(Disk& disk, const std::string& directory, Layout layout,
                                  const ReindexOptions& options) {
  // The directory of a lost index may be missing too.
  if (auto made = make_archive_directories(disk, directory); !made)
    return std::unexpected(made.error());
  if (auto settled =
          settle_rewrite(disk, directory, files_of_old_catalog(disk, directory, options));
      !settled)
    return std::unexpected(settled.error());
  if (auto removed = remove_new_catalog(disk, directory); !removed)
    return std::unexpected(removed.error());
  const auto before = derived_files(disk, directory);
  if (!before) return std::unexpected(before.error());
  const auto first = first_free_id(disk, directory, *before);
  if (!first) return std::unexpected(first.error());

  auto built = build_aside(disk, directory, layout, *first, options);
  if (!built) {
    undo(disk, directory, *before);
    return std::unexpected(built.error());
  }
  if (auto swapped = swap_catalogs(disk, directory); !swapped)
    return std::unexpected(swapped.error());
  if (auto cut = cut_torn_ends(disk, directory, built->torn); !cut)
    return std::unexpected(cut.error());
  if (auto removed = remove_replaced(disk, directory, *before); !removed)
    return std::unexpected(removed.error());
  return std::move(built->done);
}

}  // namespace freshet
