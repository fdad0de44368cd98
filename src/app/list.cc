#include "app/list.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/json.h"
#include "store/read_page.h"
#include "store/versions.h"

namespace freshet {
namespace {

// Counts the versions of a page, once for snapshots of one page that follow each other.
class VersionCount {
 public:
  explicit VersionCount(Catalog& catalog) : catalog_(catalog) {}

  Result<std::uint64_t> of(const Found& found) {
    if (page_ == found.page.id) return versions_;
    auto versions = count_versions(catalog_, found.page.id);
    if (!versions) return versions;
    page_ = found.page.id;
    versions_ = *versions;
    return versions;
  }

 private:
  Catalog& catalog_;
  PageId page_ = 0;
  std::uint64_t versions_ = 0;
};

// Returns the page as it is now: after a 304 it has the status of the snapshot it confirms.
Result<Found> as_page(Archive& archive, const Found& found) {
  auto row = row_of_page(archive, found);
  if (!row) return std::unexpected(row.error());
  Found shown = found;
  shown.snapshot = *std::move(row);
  if (shown.snapshot.kind != SnapshotKind::not_modified) return shown;
  const auto original = archive.with_body(found);
  if (original) shown.snapshot.status = original->snapshot.status;
  return shown;
}

// Returns the snapshot as it is listed.
Result<Found> listed_form(Archive& archive, const Found& found, bool every_snapshot) {
  if (!every_snapshot) return as_page(archive, found);
  auto row = row_of_page(archive, found);
  if (!row) return std::unexpected(row.error());
  return Found{.page = found.page, .snapshot = *std::move(row)};
}

bool matches(const ListRequest& request, const SnapshotRow& row) {
  const auto has_status = [&](const StatusRange& range) { return range.contains(row.status); };
  const auto has_type = [&](const std::string& mime) {
    return mime.ends_with('/') ? row.mime.starts_with(mime) : row.mime == mime;
  };
  return (request.statuses.empty() || std::ranges::any_of(request.statuses, has_status)) &&
         (request.mimes.empty() || std::ranges::any_of(request.mimes, has_type));
}

}  // namespace

std::optional<StatusRange> parse_status_range(std::string_view text) {
  const auto number = [](std::string_view digits) -> std::optional<int> {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_status =
        error == std::errc() && end == digits.data() + digits.size() && digits.size() == 3;
    return is_status ? std::optional(value) : std::nullopt;
  };
  if (text.size() == 3 && text.ends_with("xx") && text[0] >= '1' && text[0] <= '9') {
    const int first = (text[0] - '0') * 100;
    return StatusRange{first, first + 99};
  }
  const std::size_t dash = text.find('-');
  const auto first = number(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return StatusRange{*first, *last};
}

Status list_pages(ArchiveSession& session, ListRequest request,
                  const std::function<Status(const ListedPage&)>& visit) {
  request.selection.only_last = !request.every_snapshot;
  Archive& archive = session.archive();
  VersionCount count(archive.catalog());
  return each_selected(archive, request.selection, [&](const Found& found) -> Status {
    auto shown = listed_form(archive, found, request.every_snapshot);
    if (!shown) return std::unexpected(shown.error());
    if (!matches(request, shown->snapshot)) return {};
    const auto versions = count.of(found);
    if (!versions) return std::unexpected(versions.error());
    return visit({.found = *std::move(shown), .versions = *versions});
  });
}

std::string to_json(const ListedPage& listed) {
  const Found& found = listed.found;
  const SnapshotRow& row = found.snapshot;
  JsonWriter json;
  json.begin_object().key("url").value(found.page.key.url).key("time").value(iso_time(row.time));
  json.key("status");
  row.status == 0 ? json.null() : json.value(row.status);
  json.key("mime").value(row.mime).key("bytes").value(row.payload_bytes);
  json.key("digest").value("sha1:" + row.payload.base32()).key("kind").value(kind_name(row.kind));
  return json.key("versions").value(listed.versions).end_object().take();
}

}  // namespace freshet
