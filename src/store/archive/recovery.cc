#include "store/archive/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "store/archive_files.h"

namespace freshet {
namespace {

std::unexpected<Error> lost(const std::string& path, std::string_view what) {
  return std::unexpected(Error{
      Errc::corrupt,
      fmt::format(
          "\"{}\" {}; freshet verify reports what is lost, freshet reindex continues with the rest",
          visible(path), what)});
}

// Renames a file back that a writer sealed without committing it.
Status undo_sealing(Disk& disk, const std::string& directory, const FileRow& row) {
  const std::string path = directory + "/" + row.name;
  const std::string sealed_path(without_open(path));
  if (sealed_path == path || disk.exists(path) || !disk.exists(sealed_path)) return {};
  if (auto renamed = disk.rename(sealed_path, path); !renamed) return renamed;
  return disk.sync_directory(parent_directory(path));
}

constexpr std::size_t kAsideCopyBytes = std::size_t{1} << 20;

// Returns an unused path in aside/ for bytes of the WARC `name`.
Result<std::string> aside_path(Disk& disk, const std::string& directory, std::string_view name,
                               std::uint64_t from) {
  const std::string aside = directory + "/aside";
  if (!disk.exists(aside)) {
    if (auto made = disk.make_directories(aside); !made) return std::unexpected(made.error());
    if (auto synced = disk.sync_directory(directory); !synced)
      return std::unexpected(synced.error());
  }
  name = without_open(name);
  name.remove_prefix(name.find('/') + 1);
  const std::size_t stem_end = name.rfind(".warc.");
  const std::string_view stem = name.substr(0, stem_end);
  const std::string_view end = name.substr(std::min(stem_end, name.size()));
  for (std::uint64_t number = 1;; ++number) {
    std::string path = fmt::format("{}/{}-from-{}-{}{}", aside, stem, from, number, end);
    if (!disk.exists(path)) return path;
  }
}

void tell_aside(const std::string& path) {
  log(LogLevel::warning,
      "the catalog does not name these records, for an unknown reason; they are kept, and freshet "
      "import can add them",
      {{"file", path}});
}

// Copies the end of a WARC to aside/ before it is cut off; with the records before it if it may
// need them as references.
Status copy_aside(Disk& disk, const std::string& directory, const FileRow& row, File& file,
                  std::uint64_t size) {
  const std::uint64_t from = may_hold_references(row.name) ? 0 : row.committed;
  auto path = aside_path(disk, directory, row.name, from);
  if (!path) return std::unexpected(path.error());
  auto to = disk.open(*path, Access::create);
  if (!to) return std::unexpected(to.error());
  std::string buffer(kAsideCopyBytes, '\0');
  for (std::uint64_t at = from; at < size;) {
    const std::size_t want = std::min<std::uint64_t>(buffer.size(), size - at);
    auto got = file.read(at, std::span(buffer).subspan(0, want));
    if (!got) return std::unexpected(got.error());
    if (*got == 0) break;
    if (auto wrote = (*to)->write(at - from, std::string_view(buffer).substr(0, *got)); !wrote)
      return wrote;
    at += *got;
  }
  if (auto synced = (*to)->sync(); !synced) return synced;
  if (auto synced = disk.sync_directory(parent_directory(*path)); !synced) return synced;
  tell_aside(*path);
  return {};
}

Status move_aside(Disk& disk, const std::string& directory, const std::string& name) {
  auto path = aside_path(disk, directory, name, 0);
  if (!path) return std::unexpected(path.error());
  if (auto moved = disk.rename(directory + "/" + name, *path); !moved) return moved;
  if (auto synced = disk.sync_directory(parent_directory(*path)); !synced) return synced;
  tell_aside(*path);
  return {};
}

// Returns true if the file was longer than committed.
Result<bool> cut_file(Disk& disk, const std::string& directory, const FileRow& row, Unnamed unnamed,
                      Recovered& recovered) {
  const std::string path = directory + "/" + row.name;
  if (auto undone = undo_sealing(disk, directory, row); !undone)
    return std::unexpected(undone.error());
  auto reading = disk.open(path, Access::read);
  if (!reading && reading.error().code == Errc::not_found) return lost(path, "is missing");
  if (!reading) return std::unexpected(reading.error());
  auto size = (*reading)->size();
  if (!size) return std::unexpected(size.error());
  if (*size < row.committed) {
    return lost(path, fmt::format("has {} bytes, but {} were committed", *size, row.committed));
  }
  if (*size == row.committed) return false;
  auto writing = disk.open(path, Access::write);
  if (!writing) return std::unexpected(writing.error());
  if (row.kind == FileKind::warc && unnamed == Unnamed::is_set_aside) {
    if (auto copied = copy_aside(disk, directory, row, **reading, *size); !copied)
      return std::unexpected(copied.error());
    ++recovered.set_aside;
  }
  if (auto cut = (*writing)->truncate(row.committed); !cut) return std::unexpected(cut.error());
  if (auto synced = (*writing)->sync(); !synced) return std::unexpected(synced.error());
  return true;
}

constexpr std::size_t kRewriteNoteBytesMax = std::size_t{1} << 20;

std::string rewrite_note(const std::string& directory) { return directory + "/rewriting.json"; }

// The record of an interrupted rewriting: the names of the old files, and the number of the first
// new one.
struct RewriteNote {
  std::set<std::string> old;
  FileId first_new = 0;
  bool committed = false;  // true: remove the old files; false: the new ones

  bool covers(std::string_view name) const {
    if (old.contains(std::string(name))) return true;
    const auto id = warc_id(name);
    return first_new > 0 && id && *id >= first_new;
  }
};

Result<RewriteNote> read_rewrite_note(Disk& disk, const std::string& directory) {
  RewriteNote note;
  auto text = read_whole(disk, rewrite_note(directory), kRewriteNoteBytesMax);
  if (!text && text.error().code == Errc::not_found) return note;
  if (!text) return std::unexpected(text.error());
  const auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("old") || !json.contains("first_new") ||
      !json["old"].is_array() || !json["first_new"].is_number_integer()) {
    return std::unexpected(
        Error{Errc::corrupt,
              fmt::format("\"{}\" is unreadable; it names the files of an interrupted rewriting",
                          visible(rewrite_note(directory)))});
  }
  for (const auto& name : json["old"])
    if (name.is_string()) note.old.insert(name.get<std::string>());
  note.first_new = json["first_new"].get<FileId>();
  note.committed = json.value("committed", nlohmann::json()) == true;
  return note;
}

// Derived files are always ours and can be rebuilt. In warc/ only files that were never sealed are
// ours to remove, and files of an interrupted rewriting.
bool is_ours_to_remove(std::string_view name, const RewriteNote& note) {
  if (!name.starts_with("warc/")) return is_derived_name(name);
  if (name == "warc/import.part") return true;
  return (warc_id(name) && name.ends_with(kOpenSuffix)) || note.covers(name);
}

}  // namespace

Result<Recovered> cut_back(Disk& disk, const std::string& directory,
                           const std::vector<FileRow>& files, Unnamed unnamed) {
  Recovered recovered;
  std::set<std::string> named;
  for (const FileRow& row : files) {
    if (row.kind == FileKind::slots) continue;  // repaired slot by slot
    auto cut = cut_file(disk, directory, row, unnamed, recovered);
    if (!cut) return std::unexpected(cut.error());
    recovered.files_cut += *cut ? 1 : 0;
    named.insert(row.name);
  }
  auto note = read_rewrite_note(disk, directory);
  if (!note) return std::unexpected(note.error());
  for (const std::string below : {"warc", "tags", "index"}) {
    auto names = disk.list(directory + "/" + below);
    if (!names) return std::unexpected(names.error());
    for (const std::string& file : *names) {
      const std::string name = below + "/" + file;
      if (named.contains(name) || !is_ours_to_remove(name, *note)) continue;
      const bool goes_aside = unnamed == Unnamed::is_set_aside && warc_id(name);
      const Status gone =
          goes_aside ? move_aside(disk, directory, name) : disk.remove(directory + "/" + name);
      if (!gone) return std::unexpected(gone.error());
      ++(goes_aside ? recovered.set_aside : recovered.files_removed);
    }
  }
  if (recovered.files_removed + recovered.set_aside > 0)
    if (auto synced = disk.sync_directory(directory + "/warc"); !synced)
      return std::unexpected(synced.error());
  if (auto forgotten = forget_rewrite(disk, directory); !forgotten)
    return std::unexpected(forgotten.error());
  if (recovered.files_cut + recovered.files_removed > 0) {
    log(LogLevel::warning, "the archive was not closed; data that was not acknowledged is cut off",
        {{"files_cut", recovered.files_cut}, {"files_removed", recovered.files_removed}});
  }
  return recovered;
}

Result<std::vector<std::string>> stray_warcs(Disk& disk, const std::string& directory,
                                             const std::vector<FileRow>& files) {
  std::set<std::string> named;
  for (const FileRow& row : files) {
    named.insert(row.name);
    named.insert(std::string(without_open(row.name)));
  }
  const auto note = read_rewrite_note(disk, directory);
  if (!note) return std::unexpected(note.error());
  auto strays = warc_files(disk, directory);
  if (!strays) return strays;
  std::erase_if(*strays, [&](const std::string& name) {
    return named.contains(name) || is_ours_to_remove(name, *note);
  });
  return strays;
}

Status note_rewrite(Disk& disk, const std::string& directory, const std::vector<std::string>& old,
                    FileId first_new, bool committed) {
  JsonWriter json;
  json.begin_object().key("first_new").value(first_new).key("committed").value(committed);
  json.key("old").begin_array();
  for (const std::string& name : old) json.value(name);
  json.end_array().end_object();
  return replace_file(disk, rewrite_note(directory), json.take() + "\n");
}

Status forget_rewrite(Disk& disk, const std::string& directory) {
  if (!disk.exists(rewrite_note(directory))) return {};
  if (auto removed = disk.remove(rewrite_note(directory)); !removed) return removed;
  return disk.sync_directory(directory);
}

Status settle_rewrite(Disk& disk, const std::string& directory,
                      const std::optional<std::vector<FileRow>>& files) {
  auto note = read_rewrite_note(disk, directory);
  if (!note) return std::unexpected(note.error());
  auto names = warc_files(disk, directory);
  if (!names) return std::unexpected(names.error());
  std::set<std::string> named;
  if (files)
    for (const FileRow& row : *files) named.insert(row.name);
  for (const std::string& name : *names) {
    if (!note->covers(name)) continue;
    const bool stays = files ? named.contains(name) : note->old.contains(name) != note->committed;
    if (stays) continue;
    if (auto removed = disk.remove(directory + "/" + name); !removed) return removed;
  }
  if (auto synced = disk.sync_directory(directory + "/warc"); !synced) return synced;
  return forget_rewrite(disk, directory);
}

Result<std::vector<std::string>> warc_files(Disk& disk, const std::string& directory) {
  auto names = disk.list(directory + "/warc");
  if (!names && names.error().code == Errc::not_found) return std::vector<std::string>();
  if (!names) return names;
  std::vector<std::string> found;
  for (const std::string& name : *names) {
    if (is_warc_name(name)) found.push_back("warc/" + name);
  }
  return found;
}

}  // namespace freshet
