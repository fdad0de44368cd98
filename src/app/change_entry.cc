#include "app/change_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "base/json.h"
#include "change/blocks.h"
#include "change/judge.h"
#include "change/page_print.h"
#include "store/read_page.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

constexpr std::size_t kIncarnationBytesMax = 64;

// Where versions of pages come from, and what their sites repeat.
struct EntrySource {
  Archive& archive;
  HostTemplateReader& templates;
};

// Returns true if the archive has lost the version for good. Other errors end the feed, which can
// be resumed at the same cursor.
bool is_missing(const Error& error) {
  return error.code == Errc::not_found || error.code == Errc::corrupt ||
         error.code == Errc::limit || error.code == Errc::invalid;
}

std::unexpected<Error> missing(std::string why) {
  return std::unexpected(Error{Errc::not_found, std::move(why)});
}

// Returns the version of the page at `time`, with its body. A check that found nothing new may have
// left no snapshot; then the last earlier one with this digest is returned.
Result<Found> find_version(Archive& archive, const std::string& url, Time time,
                           const std::optional<Sha1Digest>& digest) {
  auto page = archive.catalog().find_page(page_key_of(url));
  if (!page) return std::unexpected(page.error());
  if (!*page) return missing("the page is not in the archive any more");
  const auto rows = archive.catalog().snapshots((*page)->id);
  if (!rows) return std::unexpected(rows.error());
  const SnapshotRow* version = nullptr;
  for (const SnapshotRow& row : *rows) {
    const bool is_meant = digest ? row.time <= time && row.payload == *digest : row.time == time;
    if (is_meant) version = &row;
  }
  if (version == nullptr) return missing("the version is not in the archive any more");
  return archive.with_body({.page = **page, .snapshot = *version});
}

Result<TaggedPage> read_tagged_version(Archive& archive, const std::string& url, Time time,
                                       const std::optional<Sha1Digest>& digest) {
  // A writer may have moved or removed the record since its place was read.
  for (const bool is_last_try : {false, true}) {
    auto found = find_version(archive, url, time, digest);
    if (!found) return std::unexpected(found.error());
    if (!is_html_mime(found->snapshot.mime)) return missing("it is no HTML page");
    auto page = read_tagged_page(archive, *found);
    if (page || is_last_try || !is_missing(page.error())) return page;
  }
  return missing("");
}

// Returns the blocks of the content, without menus and what the site repeats; all blocks if there
// is no content.
Result<std::vector<Block>> content_blocks(const EntrySource& source, const std::string& url,
                                          const TaggedPage& page) {
  const auto repeated = source.templates.template_texts(page_key_of(url).host, page);
  if (!repeated) return std::unexpected(repeated.error());
  std::vector<Block> blocks =
      read_blocks(page.text(), page.tags.index, page.tags.scripting, *repeated);
  const auto is_content = [frame = frame_of(blocks)](const Block& block) {
    return (block.place & frame) == 0;
  };
  const bool has_content = std::ranges::any_of(
      blocks, [&](const Block& block) { return is_content(block) && !block.text.empty(); });
  if (has_content) std::erase_if(blocks, [&](const Block& block) { return !is_content(block); });
  return blocks;
}

// A line for each block.
std::string lines_of(const std::vector<Block>& blocks) {
  std::string text;
  for (const Block& block : blocks) {
    if (block.text.empty()) continue;
    if (!text.empty()) text += '\n';
    text += block.text;
  }
  return text;
}

void write_delta(JsonWriter& json, const std::vector<DiffLine>& lines) {
  const auto side = [&](std::string_view name, DiffLine::Kind own, DiffKind other) {
    json.key(name).begin_array();
    for (const DiffLine& line : lines)
      if (line.kind == own || line.kind == DiffLine::Kind::changed)
        json.value(side_of(line, other));
    json.end_array();
  };
  const auto links = [&](const DiffLine& line, std::string_view name, DiffKind kind) {
    json.key(name).begin_array();
    for (const DiffPiece& piece : line.pieces)
      if (piece.kind == kind) json.value(piece.text);
    json.end_array();
  };
  json.begin_object();
  side("removed", DiffLine::Kind::removed, DiffKind::added);
  side("added", DiffLine::Kind::added, DiffKind::removed);
  json.key("relinked").begin_array();
  for (const DiffLine& line : lines) {
    if (line.kind != DiffLine::Kind::relinked) continue;
    json.begin_object().key("text").value(line.pieces.front().text);
    links(line, "removed", DiffKind::removed);
    links(line, "added", DiffKind::added);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_event_time(JsonWriter& json, std::string_view name, const std::optional<Time>& time) {
  json.key(name);
  time ? json.value(iso_time(*time)) : json.null();
}

void write_digest(JsonWriter& json, std::string_view name,
                  const std::optional<Sha1Digest>& digest) {
  json.key(name);
  digest ? json.value("sha1:" + digest->base32()) : json.null();
}

Status add_text(const EntrySource& source, ChangeEntry& entry) {
  const PageEvent& event = entry.event;
  const auto page = read_tagged_version(source.archive, event.url, event.time, event.digest);
  if (page) {
    const auto blocks = content_blocks(source, event.url, *page);
    if (!blocks) return std::unexpected(blocks.error());
    entry.text = lines_of(*blocks);
    return {};
  }
  if (!is_missing(page.error())) return std::unexpected(page.error());
  entry.text_missing = page.error().message;
  return {};
}

Status add_delta(const EntrySource& source, ChangeEntry& entry) {
  const PageEvent& event = entry.event;
  const auto now = read_tagged_version(source.archive, event.url, event.time, event.digest);
  Result<TaggedPage> before = missing("it is not known what it was compared with");
  if (event.before)
    before = read_tagged_version(source.archive, event.url, *event.before, event.digest_before);
  if (now && before) {
    const auto old_blocks = content_blocks(source, event.url, *before);
    if (!old_blocks) return std::unexpected(old_blocks.error());
    const auto blocks = content_blocks(source, event.url, *now);
    if (!blocks) return std::unexpected(blocks.error());
    entry.delta = diff_texts(*old_blocks, *blocks);
    entry.text = lines_of(*blocks);
    return {};
  }
  const Error& error = now ? before.error() : now.error();
  if (!is_missing(error)) return std::unexpected(error);
  entry.delta_missing = error.message;
  return add_text(source, entry);
}

}  // namespace

std::string_view event_name(EventKind kind) {
  switch (kind) {
    case EventKind::added:
      return "added";
    case EventKind::changed:
      return "changed";
    case EventKind::removed:
      return "removed";
    case EventKind::redesigned:
      return "redesigned";
  }
  return "unknown";
}

std::string_view event_class(const PageEvent& event) {
  if (event.kind != EventKind::changed) return "";
  return change_class_text(static_cast<ChangeClass>(event.change));
}

std::string cursor_text(const Cursor& cursor) {
  return fmt::format("{}-{}", cursor.incarnation, cursor.number);
}

std::optional<Cursor> parse_cursor(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || dash == 0 || dash > kIncarnationBytesMax)
    return std::nullopt;
  for (const char c : text.substr(0, dash))
    if (!is_ascii_hex_digit(c)) return std::nullopt;
  const std::string_view digits = text.substr(dash + 1);
  Cursor cursor{.incarnation = std::string(text.substr(0, dash))};
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), cursor.number);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || cursor.number < 0)
    return std::nullopt;
  return cursor;
}

std::string side_of(const DiffLine& line, DiffKind other) {
  std::string text;
  for (const DiffPiece& piece : line.pieces) {
    if (piece.kind == other) continue;
    if (!text.empty()) text += ' ';
    text += piece.text;
  }
  return text;
}

Result<ChangeEntry> read_entry(Archive& archive, HostTemplateReader& templates,
                               const std::string& incarnation, const PageEvent& event,
                               bool has_text) {
  ChangeEntry entry{.cursor = {.incarnation = incarnation, .number = event.number},
                    .event = event,
                    .has_text = has_text};
  Status read;
  const EntrySource source{archive, templates};
  if (has_text && event.kind == EventKind::added) read = add_text(source, entry);
  if (has_text && event.kind == EventKind::changed) read = add_delta(source, entry);
  if (!read) return std::unexpected(read.error());
  return entry;
}

std::string to_json(const ChangeEntry& entry) {
  const PageEvent& event = entry.event;
  JsonWriter json;
  json.begin_object().key("cursor").value(cursor_text(entry.cursor));
  json.key("change").value(event_name(event.kind)).key("url").value(event.url);
  json.key("time").value(iso_time(event.time)).key("class");
  event.kind == EventKind::changed ? json.value(event_class(event)) : json.null();
  write_digest(json, "digest", event.digest);
  write_event_time(json, "before", event.before);
  write_digest(json, "digest_before", event.digest_before);
  if (entry.has_text && event.kind == EventKind::changed) {
    json.key("delta");
    if (entry.delta)
      write_delta(json, *entry.delta);
    else
      json.null().key("delta_missing").value(entry.delta_missing);
  }
  const bool has_page = event.kind == EventKind::added || event.kind == EventKind::changed;
  if (entry.has_text && has_page) {
    json.key("text");
    if (entry.text)
      json.value(*entry.text);
    else
      json.null().key("text_missing").value(entry.text_missing);
  }
  return json.end_object().take();
}

}  // namespace freshet
