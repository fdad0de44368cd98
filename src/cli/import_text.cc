#include "cli/import_text.h"

#include <fmt/format.h>

#include "cli/wording.h"

namespace freshet {

Imported& operator+=(Imported& sum, const Imported& one) {
  sum.files += one.files;
  sum.records += one.records;
  sum.snapshots += one.snapshots;
  sum.already_here += one.already_here;
  sum.damaged += one.damaged;
  sum.digests_corrected += one.digests_corrected;
  sum.dates_corrected += one.dates_corrected;
  return sum;
}

void print_imported(const Imported& sum, Output& out) {
  out.write(fmt::format(
      "{} from {} ({} in all)\n", counted(sum.snapshots, "snapshot imported", "snapshots imported"),
      counted(sum.files, "file", "files"), counted(sum.records, "record", "records")));
  if (sum.already_here > 0) {
    out.write(fmt::format("{} in the archive already\n",
                          counted(sum.already_here, "snapshot was", "snapshots were")));
  }
  if (sum.digests_corrected > 0) {
    out.write(fmt::format("{} corrected: they did not match their records\n",
                          counted(sum.digests_corrected, "digest", "digests")));
  }
  if (sum.dates_corrected > 0) {
    out.write(fmt::format("{} dated in the future, kept as of now\n",
                          counted(sum.dates_corrected, "record", "records")));
  }
  if (sum.damaged > 0)
    out.write(
        fmt::format("{} left out\n", counted(sum.damaged, "damaged record", "damaged records")));
}

}  // namespace freshet
