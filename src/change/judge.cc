#include "change/judge.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "change/score.h"

namespace freshet {
namespace {

using Aspect = PageNoise::Aspect;

constexpr std::string_view kWeakETag = "W/";

// Two versions are of one page if they share at least this part of their blocks, or of their
// shingles: a text of one block has no common block after a change of one word.
constexpr double kSamePageShare = 0.01;
constexpr double kSamePageJaccard = 0.1;
// An old version with fewer words cannot count as removed.
constexpr std::size_t kShortPageWords = 200;
// From this share of the words on, a change of the content is major.
constexpr double kMajorShare = 0.1;
// A varying place is noise only up to this many words.
constexpr std::uint32_t kNoisyWordsMax = 20;
// Below this similarity of tags a page counts as rebuilt,
constexpr double kSameStructure = 0.7;
// ... with the same text if at most this share of its words is new or missing.
constexpr double kSameWordsShare = 0.02;

double share_of_blocks(const PagePrint& a, const PagePrint& b) {
  std::unordered_set<std::uint64_t> of_a, of_b;
  for (const BlockPrint& block : a.blocks)
    if (block.text != 0) of_a.insert(block.text);
  std::size_t common = 0;
  for (const BlockPrint& block : b.blocks)
    if (block.text != 0 && of_b.insert(block.text).second) common += of_a.contains(block.text);
  const std::size_t all = of_a.size() + of_b.size() - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

bool is_same_page(const PagePrint& a, const PagePrint& b) {
  return share_of_blocks(a, b) >= kSamePageShare ||
         jaccard(a.shingles, b.shingles) >= kSamePageJaccard;
}

// Counts the differences without noise.
class Comparison {
 public:
  Comparison(const PagePrint& old_page, const PagePrint& new_page, const PageNoise& noise)
      : old_(old_page),
        new_(new_page),
        noise_(noise),
        elements_(diff_elements(old_page, new_page)) {
    count_texts();
    count_aspect(Aspect::links);
    count_aspect(Aspect::markup);
    count_images();
  }

  const ElementDiff& elements() const { return elements_; }
  const ChangeNumbers& numbers() const { return numbers_; }

 private:
  void count_texts() {
    for (const ElementDiff::Lone& lone : elements_.only_old) {
      const BlockPrint& block = old_.blocks[lone.block];
      count_text(block, varies(block, lone.place));
    }
    for (const ElementDiff::Lone& lone : elements_.only_new) {
      const BlockPrint& block = new_.blocks[lone.block];
      count_text(block, noise_.returns(block.text) || varies(block, lone.place));
    }
  }

  // Returns true for a place whose text differs each time: a clock, a counter, an advert. A long
  // new text there is still news.
  bool varies(const BlockPrint& block, std::uint64_t place) const {
    return block.words <= kNoisyWordsMax && noise_.varies_behind(place);
  }

  void count_text(const BlockPrint& block, bool is_noise) {
    if (is_noise) {
      ++numbers_.noisy_blocks;
    } else if (block.is_content) {
      ++numbers_.content_blocks;
      numbers_.content_words += block.words;
    } else {
      ++numbers_.frame_blocks;
    }
  }

  // Counts blocks of both versions with other links or markup.
  void count_aspect(Aspect aspect) {
    const AspectStates before = aspect_states(old_, aspect);
    const AspectStates now = aspect_states(new_, aspect);
    std::unordered_set<std::uint64_t> counted;
    for (const BlockPrint& block : new_.blocks) {
      const std::uint64_t identity = block.identity();
      const auto was = before.find(identity);
      if (was == before.end() || !now.at(identity).differs_from(was->second)) continue;
      if (!counted.insert(identity).second) continue;
      if (aspect == Aspect::links && noise_.has_varying_links(identity)) {
        ++numbers_.noisy_blocks;
      } else if (!block.is_content) {
        ++numbers_.frame_links;
      } else {
        ++(aspect == Aspect::links ? numbers_.content_links : numbers_.content_markup);
      }
    }
  }

  void count_images() {
    for (const std::uint64_t image : new_.images) {
      if (std::binary_search(old_.images.begin(), old_.images.end(), image)) continue;
      ++(noise_.had_image(image) ? numbers_.noisy_blocks : numbers_.content_images);
    }
  }

  const PagePrint& old_;
  const PagePrint& new_;
  const PageNoise& noise_;
  ElementDiff elements_;
  ChangeNumbers numbers_;
};

double as_number(std::size_t count) { return static_cast<double>(count); }

std::size_t count_missing(const std::vector<std::uint64_t>& from,
                          const std::vector<std::uint64_t>& in) {
  std::vector<std::uint64_t> missing;
  std::set_difference(from.begin(), from.end(), in.begin(), in.end(), std::back_inserter(missing));
  return missing.size();
}

Finding finding_of(bool same) { return same ? Finding::same : Finding::differs; }

void record_stages(const PagePrint& old_page, const PagePrint& new_page,
                   const Comparison& comparison, Change& change) {
  std::vector<StageRecord>& stages = change.stages;
  const ElementDiff& elements = comparison.elements();
  const ChangeNumbers& numbers = comparison.numbers();
  stages.push_back({Stage::elements,
                    finding_of(elements.only_old.empty() && elements.only_new.empty()),
                    {{"new", as_number(elements.added)},
                     {"changed", as_number(elements.changed)},
                     {"missing", as_number(elements.missing)},
                     {"reordered", elements.reordered ? 1.0 : 0.0},
                     {"change_value", elements.change_value()},
                     {"versions_back", as_number(change.versions_back)}}});
  const double similarity = jaccard(old_page.shingles, new_page.shingles);
  stages.push_back({Stage::similarity,
                    finding_of(similarity == 1.0),
                    {{"jaccard", similarity},
                     {"min_hash", resemblance(old_page.sketch, new_page.sketch)},
                     {"old_words", as_number(old_page.words)},
                     {"new_words", as_number(new_page.words)}}});
  const std::size_t new_links = count_missing(new_page.links, old_page.links);
  const std::size_t gone_links = count_missing(old_page.links, new_page.links);
  stages.push_back({Stage::links,
                    finding_of(new_links + gone_links == 0),
                    {{"new", as_number(new_links)},
                     {"missing", as_number(gone_links)},
                     {"content_blocks_relinked", as_number(numbers.content_links)}}});
  const double structure = same_structure(old_page, new_page);
  stages.push_back({Stage::structure,
                    finding_of(structure == 1.0 && numbers.content_markup == 0),
                    {{"tags_dice", structure},
                     {"content_blocks_remarked", as_number(numbers.content_markup)},
                     {"content_images_new", as_number(numbers.content_images)}}});
  stages.push_back({Stage::noise,
                    finding_of(numbers.noisy_blocks == 0),
                    {{"noisy_blocks", as_number(numbers.noisy_blocks)},
                     {"content_blocks", as_number(numbers.content_blocks)},
                     {"content_words", as_number(numbers.content_words)},
                     {"frame_blocks", as_number(numbers.frame_blocks)},
                     {"frame_links", as_number(numbers.frame_links)}}});
}

bool nothing_differs(const ElementDiff& elements, const ChangeNumbers& numbers) {
  return elements.only_old.empty() && elements.only_new.empty() && !elements.reordered &&
         numbers.content_links + numbers.content_markup + numbers.content_images +
                 numbers.frame_links + numbers.noisy_blocks ==
             0;
}

// Uses the words of the changed blocks, or the shingles if these show less: one word of a long
// block is not the whole block.
ChangeClass classify(const PagePrint& old_page, const PagePrint& new_page,
                     const Comparison& comparison, bool meaningful) {
  const ChangeNumbers& numbers = comparison.numbers();
  const double share =
      static_cast<double>(numbers.content_words) /
      static_cast<double>(std::max<std::size_t>(1, old_page.words + new_page.words));
  if (same_structure(old_page, new_page) < kSameStructure && share <= kSameWordsShare)
    return ChangeClass::structure;
  if (meaningful) {
    const double unlike = 1 - jaccard(old_page.shingles, new_page.shingles);
    return std::min(share, unlike) >= kMajorShare ? ChangeClass::major : ChangeClass::minor;
  }
  return nothing_differs(comparison.elements(), numbers) ? ChangeClass::none
                                                         : ChangeClass::cosmetic;
}

// Returns true if each text of the content of `from` is somewhere in `in`.
bool has_content_of(const PagePrint& from, const PagePrint& in) {
  std::unordered_set<std::uint64_t> texts;
  for (const BlockPrint& block : in.blocks) texts.insert(block.text);
  return std::ranges::all_of(from.blocks, [&](const BlockPrint& block) {
    return !block.is_content || block.text == 0 || texts.contains(block.text);
  });
}

bool has_content(const PagePrint& page) {
  return std::ranges::any_of(
      page.blocks, [](const BlockPrint& block) { return block.is_content && block.text != 0; });
}

// Returns the versions, oldest first and the old one last, up to the latest that is of the same
// page as the new one; all of them if none is.
std::vector<const PagePrint*> predecessors(const PagePrint& old_page, const PagePrint& new_page,
                                           std::span<const PagePrint> earlier) {
  std::vector<const PagePrint*> versions;
  for (const PagePrint& version : earlier) versions.push_back(&version);
  versions.push_back(&old_page);
  for (std::size_t count = versions.size(); count > 0; --count) {
    if (!is_same_page(*versions[count - 1], new_page)) continue;
    versions.resize(count);
    break;
  }
  return versions;
}

// Returns true if an error, a gatekeeper or another page replaced a page with content.
bool is_gone(const PagePrint& old_page, const PagePrint& new_page) {
  if (old_page.tells_of_error) return false;
  if (new_page.tells_of_error) return true;
  return old_page.words > kShortPageWords && !is_same_page(old_page, new_page);
}

}  // namespace

bool Change::text_differs() const {
  return std::ranges::any_of(stages, [](const StageRecord& record) {
    return record.stage == Stage::text && record.finding == Finding::differs;
  });
}

bool has_only_other_design(const PagePrint& old_page, const PagePrint& new_page) {
  if (old_page.design == new_page.design) return false;
  if (old_page.tells_of_error || new_page.tells_of_error) return false;
  const auto keeps = [](const PagePrint& known, const PagePrint& other) {
    return known.design == 0 || (has_content(known) && has_content_of(known, other));
  };
  return keeps(old_page, new_page) && keeps(new_page, old_page);
}

Change judge_change(const PagePrint& old_page, const PagePrint& new_page,
                    std::span<const PagePrint> earlier) {
  Change change;
  const bool same_bytes = old_page.bytes_hash == new_page.bytes_hash;
  change.stages.push_back({Stage::bytes, finding_of(same_bytes)});
  if (same_bytes) return change;
  const bool same_text = old_page.text_hash == new_page.text_hash;
  change.stages.push_back({Stage::text, finding_of(same_text)});

  if (earlier.size() >= kEarlierMax) earlier = earlier.last(kEarlierMax - 1);
  const auto versions = predecessors(old_page, new_page, earlier);
  const PagePrint& before = *versions.back();
  const PageNoise noise(versions);
  const Comparison comparison(before, new_page, noise);
  change.numbers = comparison.numbers();
  change.versions_back = earlier.size() + 1 - versions.size();
  record_stages(before, new_page, comparison, change);
  change.score = score_change(change.numbers);
  if (before.tells_of_error && new_page.tells_of_error) {
    change.kind = ChangeClass::cosmetic;
    change.score *= kMeaningfulScore;  // an error page is not the content
    return change;
  }
  if (is_gone(before, new_page)) {
    change.kind = ChangeClass::removed;
    change.is_other_page = !new_page.tells_of_error && new_page.words > kShortPageWords;
    change.score *= kMeaningfulScore;  // another page says nothing about this one's content
    return change;
  }
  if (has_only_other_design(before, new_page)) {
    change.kind = ChangeClass::structure;
    change.is_redesign = true;
    change.score *= kMeaningfulScore;
    return change;
  }
  change.meaningful = change.score >= kMeaningfulScore;
  change.kind = classify(before, new_page, comparison, change.meaningful);
  return change;
}

std::vector<StageRecord> compare_heads(const AnswerHead& old_head, const AnswerHead& new_head,
                                       const ValidatorTrust& trust) {
  std::vector<StageRecord> stages;
  const bool is_not_modified = new_head.status == 304;
  stages.push_back({Stage::status,
                    finding_of(is_not_modified || new_head.status == old_head.status),
                    {{"status", static_cast<double>(new_head.status)}}});
  if (is_not_modified || new_head.status >= 400) return stages;
  const auto add = [&](Stage stage, std::optional<bool> is_same, bool is_trusted) {
    Finding finding = is_same ? finding_of(*is_same) : Finding::unknown;
    if (finding == Finding::same && !is_trusted) finding = Finding::distrusted;
    stages.push_back({stage, finding});
  };
  std::optional<bool> has_same_etag, has_same_date;
  if (old_head.etag && new_head.etag) has_same_etag = etags_match(*old_head.etag, *new_head.etag);
  if (old_head.last_modified && new_head.last_modified)
    has_same_date = *old_head.last_modified == *new_head.last_modified;
  const bool is_weak = new_head.etag && new_head.etag->starts_with(kWeakETag);
  add(Stage::etag, has_same_etag, trust.etag && !is_weak);
  add(Stage::last_modified, has_same_date, trust.last_modified);
  return stages;
}

bool etags_match(std::string_view a, std::string_view b) {
  for (std::string_view* tag : {&a, &b})
    if (tag->starts_with(kWeakETag)) tag->remove_prefix(kWeakETag.size());
  return a == b;
}

std::string_view change_class_text(ChangeClass kind) {
  switch (kind) {
    case ChangeClass::none:
      return "none";
    case ChangeClass::cosmetic:
      return "cosmetic";
    case ChangeClass::minor:
      return "minor";
    case ChangeClass::major:
      return "major";
    case ChangeClass::removed:
      return "removed";
    case ChangeClass::structure:
      return "structure changed";
  }
  return "";
}

std::string_view stage_text(Stage stage) {
  switch (stage) {
    case Stage::status:
      return "status";
    case Stage::etag:
      return "etag";
    case Stage::last_modified:
      return "last_modified";
    case Stage::bytes:
      return "bytes";
    case Stage::text:
      return "text";
    case Stage::elements:
      return "elements";
    case Stage::similarity:
      return "similarity";
    case Stage::links:
      return "links";
    case Stage::structure:
      return "structure";
    case Stage::noise:
      return "noise";
  }
  return "";
}

std::string_view finding_text(Finding finding) {
  switch (finding) {
    case Finding::same:
      return "same";
    case Finding::differs:
      return "differs";
    case Finding::unknown:
      return "unknown";
    case Finding::distrusted:
      return "distrusted";
  }
  return "";
}

}  // namespace freshet
