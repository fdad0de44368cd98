#include "store/read_page.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/memory_file.h"
#include "html/index_limit.h"
#include "html/links.h"
#include "html/page_facts.h"
#include "html/text.h"
#include "store/scan_warc.h"
#include "store/snapshot_facts.h"
#include "warc/body.h"
#include "warc/not_modified.h"
#include "warc/reader.h"

namespace freshet {

std::string_view kind_name(SnapshotKind kind) {
  switch (kind) {
    case SnapshotKind::response:
      return "response";
    case SnapshotKind::revisit:
      return "revisit";
    case SnapshotKind::not_modified:
      return "not_modified";
    case SnapshotKind::resource:
      return "resource";
  }
  return "";
}

Result<SnapshotRow> row_of_page(Archive& archive, const Found& found) {
  SnapshotRow row = found.snapshot;
  if (row.kind != SnapshotKind::revisit && row.kind != SnapshotKind::not_modified) return row;
  auto original = archive.with_body(found);
  if (!original && original.error().code == Errc::not_found) return row;
  if (!original) return std::unexpected(original.error());
  row.payload_bytes = original->snapshot.payload_bytes;
  if (row.mime.empty() || row.kind == SnapshotKind::not_modified)
    row.mime = original->snapshot.mime;
  return row;
}

Result<warc::HttpHead> read_confirming_head(Archive& archive, const Found& found) {
  auto members = archive.pages().read_members(found.page.key.url, found.snapshot);
  if (!members) return std::unexpected(members.error());
  const std::uint64_t end = members->size();
  MemoryFile file{*std::move(members)};
  auto reader = warc::Reader::open(file, found.page.key.url, 0, end);
  if (!reader) return std::unexpected(reader.error());
  while (true) {
    auto head = reader->next();
    if (!head) return std::unexpected(head.error());
    if (!*head) return warc::HttpHead{};
    auto block = read_whole_block(*reader, (*head)->block_bytes);
    if (!block) return std::unexpected(block.error());
    if (auto place = reader->finish(); !place) return std::unexpected(place.error());
    if ((*head)->header.type() != warc::RecordType::metadata) continue;
    auto http = warc::read_not_modified_head(warc::parse_fields(*block));
    if (!http.start_line.empty()) return http;
  }
}

Result<TaggedPage> read_tagged_page(Archive& archive, const Found& with_body) {
  auto opened = archive.read(with_body);
  if (!opened) return std::unexpected(opened.error());
  auto tags = archive.pages().read_tags(with_body.page.key.url, with_body.snapshot);
  if (!tags) return std::unexpected(tags.error());
  if (!*tags) {
    return std::unexpected(
        Error{Errc::not_found, fmt::format("{} is not an HTML page, or has more than {} tags",
                                           with_body.page.key.url, kIndexedTagsMax)});
  }
  warc::DecodedBody page = warc::decode_body(opened->http, opened->payload(),
                                             tagged_page_bytes_max(opened->payload().size()));
  auto utf8 = utf8_again(**tags, page.bytes);
  if (!utf8) return std::unexpected(utf8.error());
  return TaggedPage{
      .bytes = std::move(page.bytes), .utf8 = *std::move(utf8), .tags = **std::move(tags)};
}

Result<ReadPage> read_page_text(Archive& archive, const Found& with_body) {
  auto page = read_tagged_page(archive, with_body);
  if (!page) return std::unexpected(page.error());
  const TagsEntry& tags = page->tags;
  const auto url = Url::parse(with_body.page.key.url);
  const Links links = extract_links(page->text(), tags.index, tags.scripting,
                                    url ? std::optional<Url>(*url) : std::nullopt);
  const PageFacts facts =
      read_page_facts(page->text(), tags.index, tags.scripting, links, "freshet");
  return ReadPage{.title = facts.title,
                  .text = visible_text(page->text(), tags.index, tags.scripting)};
}

}  // namespace freshet
