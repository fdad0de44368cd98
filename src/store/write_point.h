// The steps of the write path. A crash between any two of them must lose nothing acknowledged;
// tests stop the program at each.
#pragma once

#include <array>
#include <functional>
#include <string_view>

namespace freshet {

enum class WritePoint {
  file_created,     // a new WARC and its tags file exist, empty or with their heads
  records_written,  // the records of one snapshot are in the WARC
  tags_written,     // its tags entry is in the tags file
  lines_written,    // the index lines of the batch are in the tail
  records_synced,   // the records of the batch are synced
  all_synced,       // tags and index lines are synced too
  file_renamed,     // a full WARC has lost its ".open"
  committed,        // the catalog names the batch: it is acknowledged
  run_written,      // a sorted run of the index exists; the catalog does not name it yet
  run_committed,    // the catalog names it; the files it replaces still exist
  old_removed,      // replaced files are deleted
};

struct NamedWritePoint {
  WritePoint point;
  std::string_view name;
};

inline constexpr std::array<NamedWritePoint, 11> kWritePoints = {{
    {WritePoint::file_created, "file_created"},
    {WritePoint::records_written, "records_written"},
    {WritePoint::tags_written, "tags_written"},
    {WritePoint::lines_written, "lines_written"},
    {WritePoint::records_synced, "records_synced"},
    {WritePoint::all_synced, "all_synced"},
    {WritePoint::file_renamed, "file_renamed"},
    {WritePoint::committed, "committed"},
    {WritePoint::run_written, "run_written"},
    {WritePoint::run_committed, "run_committed"},
    {WritePoint::old_removed, "old_removed"},
}};

// Called at every step, for tests; may be empty.
using AtWritePoint = std::function<void(WritePoint)>;

}  // namespace freshet
