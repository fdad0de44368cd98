// Exports of index lines, for programs that read the archive's own WARC files.
#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "store/cdxj/cdxj_line.h"
#include "store/export.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// Writes the index lines of the selection in order. Pages confirmed by a 304 have no line: replay
// programs would show the 304 instead of the page.
Result<Exported> export_lines(Archive& archive, const Selection& selection, const ExportSink& sink,
                              const std::function<Result<std::string>(const CdxjLine&)>& write) {
  if (archive.layout() != Layout::log) {
    return std::unexpected(Error{Errc::invalid,
                                 "an archive with the layout slots has no WARC files that an index "
                                 "could point to; export wacz or warc instead"});
  }
  std::set<std::pair<std::string, std::uint64_t>> wanted;
  const bool takes_all = selection.hosts.empty() && selection.domains.empty() &&
                         selection.urls.empty() && !selection.only_last;
  if (!takes_all) {
    auto files = archive.catalog().files();
    if (!files) return std::unexpected(files.error());
    std::map<FileId, std::string> names;
    for (const FileRow& row : *files) names[row.id] = index_file_name(row.name);
    auto chosen = each_selected(archive, selection, [&](const Found& found) {
      wanted.emplace(names[found.snapshot.file], found.snapshot.offset);
      return Status();
    });
    if (!chosen) return std::unexpected(chosen.error());
  }
  auto index = archive.index();
  if (!index) return std::unexpected(index.error());
  Exported exported;
  Status status;
  auto read = index->each(cdxj_everything(), [&](const CdxjLine& line) {
    if (line.time < selection.from || line.time > selection.to) return true;
    if (line.is_not_modified()) return true;
    if (!takes_all && !wanted.contains({line.filename, line.offset})) return true;
    auto text = write(line);
    if (!text) {
      status = std::unexpected(text.error());
      return false;
    }
    ++exported.snapshots;
    status = sink(*text + "\n");
    return status.has_value();
  });
  if (!read) return std::unexpected(read.error());
  if (!status) return std::unexpected(status.error());
  return exported;
}

}  // namespace

Result<Exported> export_cdxj(Archive& archive, const Selection& selection, const ExportSink& sink) {
  return export_lines(archive, selection, sink, write_line);
}

Result<Exported> export_cdx11(Archive& archive, const Selection& selection,
                              const ExportSink& sink) {
  if (auto wrote = sink(std::string(kCdx11Header) + "\n"); !wrote)
    return std::unexpected(wrote.error());
  return export_lines(archive, selection, sink, [](const CdxjLine& line) -> Result<std::string> {
    return write_cdx11_line(line);
  });
}

}  // namespace freshet
