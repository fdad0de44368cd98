#include "cli/list_table.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/wording.h"
#include "store/read_page.h"

namespace freshet {

void ListTable::add(const ListedPage& listed) {
  if (!has_header_) write_header();
  has_header_ = true;
  const SnapshotRow& row = listed.found.snapshot;
  out_.write(fmt::format("{:<19}  {:>6}  {:>10}  {:<{}}  {:<20}  {}\n", second_words(row.time),
                         row.status == 0 ? "-" : std::to_string(row.status), row.payload_bytes,
                         third(listed), width(), row.mime.empty() ? "-" : visible(row.mime),
                         visible(listed.found.page.key.url)));
}

std::string ListTable::third(const ListedPage& listed) const {
  if (of_versions_) return std::string(kind_name(listed.found.snapshot.kind));
  return fmt::format("{:>{}}", listed.versions, width());
}

void ListTable::write_header() {
  const std::string header =
      fmt::format("{:<19}  {:>6}  {:>10}  {:<{}}  {:<20}  {}", "TIME (UTC)", "STATUS", "BYTES",
                  of_versions_ ? "KIND" : "VERSIONS", width(), "TYPE", "URL");
  out_.write(in_color_ ? fmt::format("\x1B[1m{}\x1B[0m\n", header) : header + "\n");
}

}  // namespace freshet
