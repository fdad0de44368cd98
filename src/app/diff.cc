#include "app/diff.h"

#include <fmt/format.h>

#include <utility>

#include "app/host_templates.h"
#include "app/page_contents.h"
#include "app/page_lookup.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/wording.h"
#include "store/read_page.h"

namespace freshet {
namespace {

// Contents from before the two compared ones that noise is learned from.
constexpr std::size_t kEarlierMax = 5;

// Returns the index of the content that the page had at `time`, or of the first one if that is
// later.
std::size_t content_at(const std::vector<Found>& contents, Time time) {
  std::size_t at = 0;
  while (at + 1 < contents.size() && contents[at + 1].snapshot.time <= time) ++at;
  return at;
}

Result<PageVersion> read_version(Archive& archive, HostTemplateReader& templates,
                                 const Found& found) {
  const auto body = archive.with_body(found);
  if (!body) return std::unexpected(body.error());
  const auto page = read_tagged_page(archive, *body);
  if (!page) return std::unexpected(page.error());
  const TagsEntry& tags = page->tags;
  const auto repeated = templates.template_texts(found.page.key.host, *page);
  if (!repeated) return std::unexpected(repeated.error());
  return PageVersion{read_blocks(page->text(), tags.index, tags.scripting),
                     print_page(page->bytes, page->text(), tags.index, tags.scripting, *repeated)};
}

Result<ComparedVersions> read_versions(Archive& archive, const std::vector<Found>& contents,
                                       std::size_t from, std::size_t to) {
  ComparedVersions versions;
  HostTemplateReader templates(archive);
  for (std::size_t i = from > kEarlierMax ? from - kEarlierMax : 0; i <= to; ++i) {
    if (i > from && i < to) continue;
    auto version = read_version(archive, templates, contents[i]);
    if (!version) return std::unexpected(version.error());
    if (i == to)
      versions.now = *std::move(version);
    else if (i == from)
      versions.before = *std::move(version);
    else
      versions.earlier.push_back(*std::move(version));
  }
  return versions;
}

void write_pieces(JsonWriter& json, const std::vector<DiffPiece>& pieces) {
  json.begin_array();
  for (const DiffPiece& piece : pieces) {
    const std::string_view kind = piece.kind == DiffKind::same      ? "same"
                                  : piece.kind == DiffKind::removed ? "removed"
                                                                    : "added";
    json.begin_object().key("kind").value(kind).key("text").value(piece.text).end_object();
  }
  json.end_array();
}

}  // namespace

std::string_view line_kind_text(DiffLine::Kind kind) {
  switch (kind) {
    case DiffLine::Kind::removed:
      return "removed";
    case DiffLine::Kind::added:
      return "added";
    case DiffLine::Kind::changed:
      return "changed";
    case DiffLine::Kind::relinked:
      return "relinked";
    case DiffLine::Kind::reimaged:
      return "reimaged";
    case DiffLine::Kind::remarked:
      return "remarked";
    case DiffLine::Kind::same:
      break;
  }
  return "same";
}

PageDiff compare_versions(const ComparedVersions& versions) {
  std::vector<PagePrint> earlier;
  for (const PageVersion& version : versions.earlier) earlier.push_back(version.print);
  PageDiff diff{.change = judge_change(versions.before.print, versions.now.print, earlier),
                .lines = {}};
  const std::size_t back = diff.change.versions_back;
  const PageVersion& before =
      back == 0 ? versions.before : versions.earlier[versions.earlier.size() - back];
  diff.lines = diff_pages(before.blocks, versions.now.blocks);
  return diff;
}

std::string to_json(const PageDiff& diff) {
  const Change& change = diff.change;
  JsonWriter json;
  json.begin_object().key("class").value(change_class_text(change.kind));
  json.key("meaningful").value(change.meaningful).key("score").value(change.score);
  json.key("versions_back").value(change.versions_back);
  json.key("stages").begin_object();
  for (const StageRecord& record : change.stages) {
    json.key(stage_text(record.stage)).begin_object();
    json.key("finding").value(finding_text(record.finding));
    for (const StageNumber& number : record.numbers) json.key(number.name).value(number.value);
    json.end_object();
  }
  json.end_object().key("changes").begin_array();
  for (const DiffLine& line : diff.lines) {
    if (line.kind == DiffLine::Kind::same) continue;
    json.begin_object().key("kind").value(line_kind_text(line.kind)).key("pieces");
    write_pieces(json, line.pieces);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

Result<ArchivedDiff> diff_page(ArchiveSession& session, const DiffRequest& request) {
  Archive& archive = session.archive();
  const auto found = find_page(archive, request.url);
  if (!found) return std::unexpected(found.error());
  const std::string& url = found->page.key.url;
  const auto contents = page_contents(archive, found->page);
  if (!contents) return std::unexpected(contents.error());
  if (contents->size() < 2)
    return std::unexpected(
        Error{Errc::not_found,
              fmt::format("{} has not changed since it was first seen: there is {} of it",
                          visible(url), counted(contents->size(), "content", "contents"))});
  const std::size_t to = request.to ? content_at(*contents, *request.to) : contents->size() - 1;
  const std::size_t from = request.from ? content_at(*contents, *request.from)
                           : to == 0    ? 0
                                        : to - 1;
  if (from >= to)
    return std::unexpected(Error{
        Errc::not_found,
        fmt::format("{} did not change between these times; it has contents of {} UTC to {} UTC",
                    visible(url), second_words(contents->front().snapshot.time),
                    second_words(contents->back().snapshot.time))});
  const auto versions = read_versions(archive, *contents, from, to);
  if (!versions) return std::unexpected(versions.error());
  return ArchivedDiff{.url = url,
                      .before = (*contents)[from].snapshot.time,
                      .now = (*contents)[to].snapshot.time,
                      .diff = compare_versions(*versions)};
}

}  // namespace freshet
