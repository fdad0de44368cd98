// A version of a page as a record that stands by itself: a revisit becomes a response with the body
// that it repeats, so that an export needs no other version. Request and metadata records are left
// out.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "store/archive.h"
#include "store/cdxj/cdxj_line.h"
#include "store/export.h"
#include "store/wacz/wacz_writer.h"
#include "warc/record.h"

namespace freshet {

struct VersionRecord {
  std::string main;       // the gzip member of the response
  CdxjLine line;          // of it, without place
  std::string record_id;  // of it, without <>
  std::string target_uri;
};

// Errc::not_found if the body is not in the archive.
Result<VersionRecord> read_version_record(Archive& archive, const Found& found);

// A version to export, with a note in a metadata record of its own beside it.
struct NotedVersion {
  Found found;
  std::vector<warc::Field> note;
};

// Writes versions one by one, into a WACZ or a WARC. Each appears once, with its note.
class VersionExport {
 public:
  VersionExport(Archive& archive, Time now) : archive_(archive), now_(now) {}

  // Both count in `exported`. A version whose body is missing is left out.
  Status add(const NotedVersion& version, WaczWriter& wacz);
  Status add(const NotedVersion& version, const ExportSink& sink);

  const Exported& exported() const { return exported_; }

 private:
  Result<bool> read(const NotedVersion& version, VersionRecord& record, std::string& note);

  Archive& archive_;
  Time now_;
  Exported exported_;
};

// Returns the warcinfo record of an exported WARC as a gzip member.
std::string exported_warcinfo(const std::string& filename, Time now);

}  // namespace freshet
