// The directory of an archive: what lies where, and how files are named. Names are made from our
// own counters and dates only, never from anything that the web said.
//
//   archive.json       what this is, its version and its layout
//   lock               held by the one writer
//   catalog.sqlite     hosts, pages, snapshots, and every file below with its committed length
//   warc/              the records, one gzip member each; ".open" until no more are added
//   tags/              for each WARC the tag indexes of its HTML pages
//   index/             CDXJ: a tail in order of arrival, and sorted runs
//   slots/             the pages, where only the latest version is kept
//   removals.jsonl     what was taken down, when
//   acknowledged       the number of the last commit, beside the catalog
//   aside/             records that a catalog did not know and nobody could tell why
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

namespace freshet {

enum class Layout {
  log,    // WARC, all versions
  slots,  // the latest version of each page only
};

std::string_view layout_name(Layout layout);

inline constexpr int kArchiveVersion = 1;

// What archive.json says.
struct ArchiveMark {
  int version = kArchiveVersion;
  Layout layout = Layout::log;
};

// Fails with Errc::not_found if there is no archive, Errc::invalid if it is of a newer version or
// the mark cannot be read.
Result<ArchiveMark> read_archive_mark(Disk& disk, const std::string& directory);

// The directories of an archive; those that are there are left alone.
Status make_archive_directories(Disk& disk, const std::string& directory);

// Makes the directories and, last, the mark: an archive is there when its mark is.
Status make_archive(Disk& disk, const std::string& directory, Layout layout);

// Returns true if warc/ or slots/ holds files of records.
Result<bool> holds_records(Disk& disk, const std::string& directory);

// Returns true if there is no catalog, or an empty file in its place.
Result<bool> catalog_is_lost(Disk& disk, const std::string& directory);

// Reads the mark. One that is missing or empty is made again, with the layout that the files of
// records have; Errc::not_found if there are none, Errc::invalid if both layouts have some.
Result<ArchiveMark> restore_archive_mark(Disk& disk, const std::string& directory);

// The right to write to the archive. Fails with a sentence for people: Errc::unavailable if another
// has it, Errc::denied if the archive is read-only.
Result<std::unique_ptr<DiskLock>> lock_archive(Disk& disk, const std::string& directory);

// Locks the archive for its writer. If there is none, one is made with the layout `to_make`;
// nullopt: none is made. Errc::invalid if the directory holds other things, or an archive that lost
// its mark.
Result<std::unique_ptr<DiskLock>> take_archive(Disk& disk, const std::string& directory,
                                               std::optional<Layout> to_make);

// "warc/freshet-20261116003446-00001.warc.gz"; `id` is what makes it unique.
std::string warc_name(Time created, FileId id);
// The number in the name of a WARC of ours; nothing if it is not such a name.
std::optional<FileId> warc_id(std::string_view name);
// The tags file of a WARC: "tags/freshet-20261116003446-00001.tags".
std::string tags_name(std::string_view warc_name);
// "index/00012.cdxj", "index/00013.tail".
std::string run_name(FileId id);
std::string tail_name(FileId id);

// Whether a name below the archive is one that we give to what can be made again: tags, tails,
// runs, and what is being written beside them.
bool is_derived_name(std::string_view name);

inline constexpr std::string_view kOpenSuffix = ".open";
std::string_view without_open(std::string_view name);

}  // namespace freshet
