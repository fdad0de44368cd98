#include "crawl/recall.h"

#include <string>
#include <utility>

#include "warc/http_date.h"

namespace freshet {

std::optional<Remembered> recall_snapshot(Archive& archive, const Found& found) {
  auto original = archive.with_body(found);
  if (!original) return std::nullopt;
  auto opened = archive.read(*original);
  if (!opened) return std::nullopt;
  Remembered remembered{.time = found.snapshot.time,
                        .head = opened->http,
                        .body = std::string(opened->payload()),
                        .tags = std::nullopt};
  // The same body may come with another head: a redirect to another target.
  if (found.snapshot.kind == SnapshotKind::revisit) {
    auto own = archive.read(found);
    if (!own) return std::nullopt;
    remembered.head = std::move(own->http);
  }
  auto tags = archive.pages().read_tags(original->page.key.url, original->snapshot);
  if (tags && *tags) remembered.tags = **std::move(tags);
  return remembered;
}

Observation first_observation(const PageKey& page, Time time, std::uint16_t depth,
                              const warc::HttpHead& head, const ReadAnswer& read) {
  Observation observation{.page = page,
                          .time = time,
                          .depth = depth,
                          .has_etag = head.find("ETag").has_value(),
                          .features = read.features};
  if (const auto date = head.find("Last-Modified"))
    observation.last_modified = parse_http_date(*date);
  return observation;
}

}  // namespace freshet
