// The directory of an archive: its files and their names. Names are made from our own counters and
// dates only, never from data of the web.
//
//   archive.json       the mark of an archive: its version and layout
//   lock               held by the one writer
//   catalog.sqlite     hosts, pages, snapshots, and every file below with its committed length
//   warc/              the records, one member each; ".open" until no more are added
//   tags/              for each WARC the tag indexes of its HTML pages
//   index/             CDXJ: a tail in order of arrival, and sorted runs
//   slots/             the pages, where only the latest version is kept
//   removals.jsonl     the log of take-downs
//   acknowledged       the number of the last commit, beside the catalog
//   aside/             records of unknown origin that the catalog does not name
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "warc/gzip.h"

namespace freshet {

enum class Layout {
  log,    // WARC, all versions
  slots,  // the latest version of each page only
};

std::string_view layout_name(Layout layout);

inline constexpr int kArchiveVersion = 1;

// The content of archive.json.
struct ArchiveMark {
  int version = kArchiveVersion;
  Layout layout = Layout::log;
};

// Errc::not_found if there is no archive, Errc::invalid if its version is newer or the mark is
// unreadable.
Result<ArchiveMark> read_archive_mark(Disk& disk, const std::string& directory);

// Creates the directories of an archive that are missing.
Status make_archive_directories(Disk& disk, const std::string& directory);

// Creates the directories and, last, the mark. An archive exists once its mark does.
Status make_archive(Disk& disk, const std::string& directory, Layout layout);

// Returns true if warc/ or slots/ holds record files.
Result<bool> holds_records(Disk& disk, const std::string& directory);

// Returns true if there is no catalog, or an empty file in its place.
Result<bool> catalog_is_lost(const std::string& directory);

// Reads the mark. A missing or empty mark is restored from the layout of the record files;
// Errc::not_found if there are none, Errc::invalid if both layouts have some.
Result<ArchiveMark> restore_archive_mark(Disk& disk, const std::string& directory);

// Takes the exclusive right to write. Errc::unavailable if another process holds it, Errc::denied
// if the archive is read-only; the message is a sentence for users.
Result<std::unique_ptr<DiskLock>> lock_archive(Disk& disk, const std::string& directory);

// Locks the archive for its writer. A missing archive is created with the layout `to_make`, unless
// that is nullopt. Errc::invalid if the directory holds other files, or an archive without its
// mark.
Result<std::unique_ptr<DiskLock>> take_archive(Disk& disk, const std::string& directory,
                                               std::optional<Layout> to_make);

// Returns "warc/freshet-20261116003446-00001.warc.gz"; `id` makes it unique. With references it
// ends in ".warc.packed": other programs cannot read reference members.
std::string warc_name(Time created, FileId id, warc::MemberPacking packing);
// Returns true for the name of a file with records, without its directory.
bool is_warc_name(std::string_view name);
// Returns true for the name of a WARC that may hold reference members.
bool may_hold_references(std::string_view name);
// Returns the number in the name of a WARC that freshet wrote; nothing for other names.
std::optional<FileId> warc_id(std::string_view name);
// Returns the tags file of a WARC: "tags/freshet-20261116003446-00001.tags".
std::string tags_name(std::string_view warc_name);
// "index/00012.cdxj", "index/00013.tail".
std::string run_name(FileId id);
std::string tail_name(FileId id);

// Returns true for names of files that can be rebuilt from the records: tags, tails, runs and their
// temporary files.
bool is_derived_name(std::string_view name);

inline constexpr std::string_view kOpenSuffix = ".open";
std::string_view without_open(std::string_view name);

}  // namespace freshet
