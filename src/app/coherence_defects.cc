#include "app/coherence_defects.h"

#include <algorithm>
#include <vector>

#include "change/blocks.h"
#include "store/read_page.h"

namespace freshet {
namespace {

// Returns how many of the sorted hashes in `a` are not in `b`.
std::size_t count_without(const std::vector<std::uint64_t>& a,
                          const std::vector<std::uint64_t>& b) {
  std::size_t count = 0;
  std::optional<std::uint64_t> last;
  for (const std::uint64_t hash : a) {
    if (hash == last) continue;
    last = hash;
    if (!std::ranges::binary_search(b, hash)) ++count;
  }
  return count;
}

PageDifference difference_of(const PagePrint& before, const PagePrint& after) {
  const Change change = judge_change(before, after, {});
  const std::size_t words = before.words + after.words;
  return {.links_added = count_without(after.links, before.links),
          .links_lost = count_without(before.links, after.links),
          .text_share = words == 0
                            ? 0
                            : std::min(1.0, static_cast<double>(change.numbers.content_words) /
                                                static_cast<double>(words))};
}

Result<std::vector<Block>> blocks_of(Archive& archive, const Found& found) {
  const auto body = archive.with_body(found);
  if (!body) return std::unexpected(body.error());
  const auto page = read_tagged_page(archive, *body);
  if (!page) return std::unexpected(page.error());
  return read_blocks(page->text(), page->tags.index, page->tags.scripting);
}

}  // namespace

Result<std::vector<DiffLine>> read_difference(Archive& archive, const SeenAround& around) {
  if (!around.version_before || !around.version_after) return std::vector<DiffLine>{};
  const auto before = blocks_of(archive, *around.version_before);
  const auto after = blocks_of(archive, *around.version_after);
  for (const auto* blocks : {&before, &after})
    if (!*blocks &&
        (blocks->error().code == Errc::not_found || blocks->error().code == Errc::corrupt))
      return std::vector<DiffLine>{};
  if (!before) return std::unexpected(before.error());
  if (!after) return std::unexpected(after.error());
  std::vector<DiffLine> lines = diff_pages(*before, *after);
  std::erase_if(lines, [](const DiffLine& line) { return line.kind == DiffLine::Kind::same; });
  if (lines.size() > kDifferenceLinesMax) lines.resize(kDifferenceLinesMax);
  return lines;
}

Result<std::optional<Defect>> find_defect(Archive& archive, HostTemplateReader& templates,
                                          const SeenAround& around) {
  if (!around.before || !around.after) return std::nullopt;
  const bool is_same = around.before->content == around.after->content;
  const bool has_versions = around.version_before && around.version_after;
  if (is_same) {
    const bool has_noise =
        has_versions && around.before->content != kAbsent &&
        around.version_before->snapshot.payload != around.version_after->snapshot.payload;
    return has_noise ? std::optional(Defect::noise) : std::nullopt;
  }
  if (around.before->content == kAbsent || around.after->content == kAbsent) return Defect::removed;
  constexpr PageDifference kWholly{.text_share = 1};
  if (!has_versions) return defect_of(kWholly);
  const auto before = read_print(archive, templates, *around.version_before);
  if (!before) return std::unexpected(before.error());
  const auto after = read_print(archive, templates, *around.version_after);
  if (!after) return std::unexpected(after.error());
  if (!*before || !*after) return defect_of(kWholly);
  return defect_of(difference_of(**before, **after));
}

}  // namespace freshet
