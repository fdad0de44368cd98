// Lists pages of an archive, or their snapshots.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "store/selection.h"

namespace freshet {

struct StatusRange {
  int first = 0;
  int last = 0;

  bool contains(int status) const { return status >= first && status <= last; }
};

// Reads "404", "4xx" or "200-299"; nothing if it is none of these.
std::optional<StatusRange> parse_status_range(std::string_view text);

struct ListRequest {
  Selection selection = {};
  std::vector<StatusRange> statuses = {};  // any of these; none: all
  std::vector<std::string> mimes = {};     // likewise; "image/" is every type of image
  bool every_snapshot = false;             // else the newest of each page
};

struct ListedPage {
  Found found;
  std::uint64_t versions = 0;  // of the page
};

// Visits what is requested, pages of one host together. Stops with the visitor's error.
Status list_pages(ArchiveSession& session, ListRequest request,
                  const std::function<Status(const ListedPage&)>& visit);

std::string to_json(const ListedPage& listed);

}  // namespace freshet
