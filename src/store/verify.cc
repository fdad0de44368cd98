#include "store/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/escape.h"
#include "store/archive.h"
#include "store/archive/commit_witness.h"
#include "store/archive/recovery.h"
#include "store/archive_files.h"
#include "store/maintenance/verify_index.h"
#include "store/maintenance/verify_log.h"
#include "store/maintenance/verify_slots.h"

namespace freshet {
namespace {

// Keeps writers out during the comparison. A read-only archive has none.
Result<std::unique_ptr<DiskLock>> keep_writers_out(Disk& disk, const std::string& directory) {
  auto lock = disk.lock(directory + "/lock");
  if (lock) return lock;
  if (lock.error().code == Errc::denied) return std::unique_ptr<DiskLock>();
  if (lock.error().code == Errc::unavailable) {
    return std::unexpected(
        Error{Errc::unavailable,
              fmt::format(
                  "the archive in \"{}\" is being written; verify it when the writer has finished",
                  visible(directory))});
  }
  return lock;
}

// Reports files that belong to nothing. Leftovers of a crash are not faults: the next writer
// removes them.
Status check_strays(Disk& disk, const std::string& directory, const std::vector<FileRow>& files,
                    Findings& findings) {
  const auto strays = stray_warcs(disk, directory, files);
  if (!strays) return std::unexpected(strays.error());
  for (const std::string& name : *strays) {
    findings.fault(
        fmt::format("{}: the catalog does not name this file; freshet import can add its records",
                    visible(name)));
  }
  return {};
}

// Reports a catalog that has lost commits.
Status check_witness(Disk& disk, Archive& archive, Findings& findings) {
  auto mark = commit_mark_of(archive.catalog());
  if (!mark) return std::unexpected(mark.error());
  auto witness = read_commit_mark(disk, archive.directory());
  if (!witness) return std::unexpected(witness.error());
  if (auto checked = check_standing(standing_of(*mark, *witness), archive.directory()); !checked)
    findings.fault(checked.error().message);
  return {};
}

// Reports rows without a file: the pages must have as many snapshots as were found in the files.
Status check_counts(Catalog& catalog, Findings& findings) {
  std::uint64_t promised = 0;
  auto walked = catalog.each_page(std::nullopt, [&](const PageRow& page) {
    promised += static_cast<std::uint64_t>(page.snapshots);
    return true;
  });
  if (!walked) return walked;
  if (promised != findings.verified.snapshots) {
    findings.fault(fmt::format("catalog.sqlite: its pages have {} snapshots, but its files hold {}",
                               promised, findings.verified.snapshots));
  }
  return {};
}

Status verify_log(Disk& disk, Archive& archive, Findings& findings) {
  auto files = archive.catalog().files();
  if (!files) return std::unexpected(files.error());
  IndexCheck index(disk, archive.directory());
  for (const FileRow& row : *files) {
    if (row.kind != FileKind::warc) continue;
    const auto tags = std::find_if(files->begin(), files->end(), [&](const FileRow& other) {
      return other.kind == FileKind::tags && other.of == row.id;
    });
    if (tags == files->end()) {
      findings.fault(fmt::format("{}: the catalog names no tags file for it", row.name));
      continue;
    }
    if (auto checked = verify_warc(disk, archive, row, *tags, index, findings); !checked)
      return checked;
  }
  if (auto checked = index.compare(*files, findings); !checked) return checked;
  if (auto checked = check_strays(disk, archive.directory(), *files, findings); !checked)
    return checked;
  return check_counts(archive.catalog(), findings);
}

}  // namespace

Result<Verified> verify_archive(Disk& disk, const std::string& directory,
                                const VerifyOptions& options) {
  if (auto mark = read_archive_mark(disk, directory); !mark) return std::unexpected(mark.error());
  auto lock = keep_writers_out(disk, directory);
  if (!lock) return std::unexpected(lock.error());
  auto archive = Archive::open(disk, directory);
  if (!archive) return std::unexpected(archive.error());
  // Reading the files first checks every name in the catalog before it is used.
  if (auto files = archive->catalog().files(); !files) return std::unexpected(files.error());
  Findings findings(options);
  if (auto checked = archive->catalog().check(); !checked) {
    if (checked.error().code != Errc::corrupt) return std::unexpected(checked.error());
    findings.fault(checked.error().message);
  }
  if (auto told = check_witness(disk, *archive, findings); !told)
    return std::unexpected(told.error());
  auto verified = archive->layout() == Layout::log ? verify_log(disk, *archive, findings)
                                                   : verify_slots(disk, *archive, findings);
  if (!verified) return std::unexpected(verified.error());
  return findings.verified;
}

}  // namespace freshet
