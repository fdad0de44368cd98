#include "clean/block_features.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "clean/block_sums.h"
#include "clean/block_text.h"

namespace freshet {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {// The block alone.
     "words", "bytes", "link_share", "links", "bytes_per_tag", "images", "breaks", "upper",
     "digits", "commas", "stops", "stop_words", "capitalised", "ends_sentence", "ends_colon",
     "copyright", "inputs", "price", "depth",
     // Elements that it is in.
     "in_nav", "in_header", "in_footer", "in_aside", "in_form", "in_article", "in_main", "in_table",
     "in_list", "in_hidden", "in_button", "in_dialog", "in_figure", "in_heading", "in_pre",
     "in_quote", "in_label", "in_select", "in_cell", "in_section", "in_terms", "in_noscript",
     // Its place.
     "block_position", "word_position", "byte_position", "after_h1", "h1_distance", "is_title",
     "title_words",
     // Blocks like it.
     "copies", "path_blocks", "path_words", "path_link_share", "path_mean_words",
     // Containers one, three and five levels up.
     "up1_words", "up1_link_share", "up1_share", "up1_paragraphs", "up1_blocks", "up3_words",
     "up3_link_share", "up3_share", "up3_paragraphs", "up5_words", "up5_link_share", "up5_share",
     "up5_paragraphs",
     // Repeated siblings: the nearest two ancestors with at least two others like them.
     "alike1", "alike1_words", "alike1_link_share", "alike2", "alike2_words", "alike2_link_share",
     // Neighbours.
     "before_words", "before_link_share", "behind_words", "behind_link_share", "window_words",
     "window_link_share", "wide_window_words", "wide_window_link_share", "behind_heading",
     "before_paragraph", "paragraph_distance", "heading_distance", "heading_level",
     // The best container.
     "best_share", "in_best",
     // The page.
     "page_words", "page_link_share", "page_blocks", "page_paragraphs", "page_articles",
     "page_main", "page_h1", "page_long_share", "page_items", "page_mean_words", "page_og_article",
     "page_ld_article", "page_ld_product", "page_ld_forum", "page_ld_list", "page_prices",
     "page_price_share", "page_short_share", "page_images", "page_inputs", "page_headings",
     "page_middle_headings", "page_questions", "page_longest", "page_main_share",
     "page_article_share", "page_nav_share", "page_footer_share", "page_list_share",
     "page_table_share",
     // Tokens.
     "token_near", "token_next", "token_min", "token_max", "token_mean", "token_near_min",
     "token_near_max", "tag", "tag_above"});
constexpr std::size_t kTokenFeatures = 9;
constexpr std::size_t kFeatures = kNames.size();
constexpr std::size_t kPlainFeatures = kFeatures - kTokenFeatures;

constexpr std::size_t kNearBlocks = 3;         // of a window, on each side
constexpr std::size_t kWideBlocks = 12;        // of the wide window
constexpr std::uint32_t kParagraphWords = 10;  // of a paragraph that counts
constexpr std::size_t kParagraphFar = 50;
constexpr std::size_t kHeadingFar = 99;
constexpr int kNoHeading = 9;  // as a level
constexpr float kNoH1 = 999;
constexpr std::uint32_t kAlikeMin = 3;  // siblings that look the same, itself included
constexpr float kArticlesMax = 20;

// Writes the plain features of one block after the other.
class RowWriter {
 public:
  RowWriter(const ContentPage& page, const ElementMarks& marks, std::size_t page_bytes)
      : page_(page),
        marks_(marks),
        bytes_(static_cast<double>(std::max<std::size_t>(1, page_bytes))),
        sums_(sum_page(page, marks)),
        title_(page.title) {}

  void write(std::size_t k, float* row) {
    out_ = row;
    const ContentBlock& block = page_.blocks[k];
    put_text(k, block);
    for (std::size_t flag = 0; flag < kElementFlagCount; ++flag)
      put(marks_.flags[block.element] >> flag & 1);
    put_place(k, block);
    put_alike_blocks(k);
    put_containers(block);
    put_alike_siblings(block);
    put_neighbours(k);
    put(sums_.best_share);
    put(sums_.in_best[block.element]);
    put_page();
    require(out_ == row + kPlainFeatures, "a row has a number for each feature");
  }

 private:
  void put(double value) { *out_++ = static_cast<float>(value); }

  void put_text(std::size_t k, const ContentBlock& block) {
    counts_ = count_text(block.text, title_);
    const double words = block.counts.words, bytes = static_cast<double>(block.text.size());
    put(words);
    put(bytes);
    put(link_share(block));
    put(block.counts.links);
    put(bytes / (1.0 + block.counts.tags));
    put(block.counts.images);
    put(block.counts.breaks);
    put(counts_.upper / (1.0 + counts_.letters));
    put(counts_.digits / bytes);
    put(counts_.commas / words);
    put(counts_.stops / words);
    put(counts_.stop_words / words);
    put(counts_.capitalised / words);
    const char last = block.text.back();
    put(last == '.' || last == '!' || last == '?');
    put(last == ':');
    put(mentions_copyright(block.text));
    put(block.counts.inputs);
    put(sums_.has_price[k]);
    put(page_.elements[block.element].depth);
  }

  void put_place(std::size_t k, const ContentBlock& block) {
    const double blocks = static_cast<double>(page_.blocks.size());
    put(static_cast<double>(k) / blocks);
    put(sums_.words_before[k] / sums_.words_before.back());
    put(block.from / bytes_);
    const bool has_h1 = sums_.h1 != SIZE_MAX;
    put(has_h1 ? (k >= sums_.h1 ? 1 : 0) : -1);
    put(has_h1 ? static_cast<double>(k) - static_cast<double>(sums_.h1) : kNoH1);
    put(title_.contain(block.text));
    put(counts_.looked > 0 ? counts_.title_words / static_cast<double>(counts_.looked) : 0);
  }

  void put_alike_blocks(std::size_t k) {
    put(sums_.copies[sums_.copy_of[k]]);
    const BlockTally& path = sums_.paths[sums_.path_of[k]];
    put(path.count);
    put(path.words);
    put(path.link_share());
    put(path.words / path.count);
  }

  void put_containers(const ContentBlock& block) {
    std::size_t e = block.element;
    for (int level = 0; level < 3; ++level) {
      for (int up = 0; up < (level == 0 ? 1 : 2); ++up) e = page_.elements[e].parent;
      const ElementSum& sum = sums_.elements[e];
      put(sum.words);
      put(sum.link_share());
      put(sum.words / sums_.words_before.back());
      put(sum.paragraph_share());
      if (level == 0) put(sum.blocks);
    }
  }

  void put_alike_siblings(const ContentBlock& block) {
    int found = 0;
    for (std::size_t e = block.element; e > 0 && found < 2; e = page_.elements[e].parent) {
      const BlockTally& alike = sums_.alike[sums_.alike_of[e]];
      if (alike.count < kAlikeMin) continue;
      put(alike.count);
      put(alike.words / alike.count);
      put(alike.link_share());
      ++found;
    }
    for (; found < 2; ++found)
      for (int i = 0; i < 3; ++i) put(0);
  }

  void put_window(std::size_t k, std::size_t reach) {
    const std::size_t from = k - std::min(k, reach);
    const std::size_t to = std::min(page_.blocks.size(), k + reach + 1);
    const double words = sums_.words_before[to] - sums_.words_before[from];
    const double links = sums_.links_before[to] - sums_.links_before[from];
    put(words / static_cast<double>(2 * reach + 1));
    put(words > 0 ? links / words : 0);
  }

  void put_neighbours(std::size_t k) {
    const std::vector<ContentBlock>& blocks = page_.blocks;
    const bool has_last = k > 0, has_next = k + 1 < blocks.size();
    put(has_last ? blocks[k - 1].counts.words : 0);
    put(has_last ? link_share(blocks[k - 1]) : 0);
    put(has_next ? blocks[k + 1].counts.words : 0);
    put(has_next ? link_share(blocks[k + 1]) : 0);
    put_window(k, kNearBlocks);
    put_window(k, kWideBlocks);
    put(has_last && (marks_.flags[blocks[k - 1].element] & kElementHeading) != 0);
    put(has_next && page_.elements[blocks[k + 1].element].name == TagName::p);
    if (page_.elements[blocks[k].element].name == TagName::p &&
        blocks[k].counts.words > kParagraphWords)
      last_paragraph_ = k + 1;
    const std::size_t distance = last_paragraph_ == 0 ? kParagraphFar : k + 1 - last_paragraph_;
    put(static_cast<double>(std::min(kParagraphFar, distance)));
    put_heading(k);
  }

  // The last heading, which may be the block itself.
  void put_heading(std::size_t k) {
    if (sums_.heading_levels[k] > 0) last_heading_ = k + 1;
    const bool is_there = last_heading_ > 0;
    put(static_cast<double>(is_there ? std::min(kHeadingFar, k + 1 - last_heading_) : kHeadingFar));
    put(is_there ? sums_.heading_levels[last_heading_ - 1] : kNoHeading);
  }

  void put_page() {
    const ElementSum& all = sums_.elements[0];
    const double blocks = static_cast<double>(page_.blocks.size());
    put(all.words);
    put(all.link_share());
    put(blocks);
    put(all.paragraph_share());
    put(std::min(kArticlesMax, static_cast<float>(sums_.counts.articles)));
    put(sums_.counts.has_main);
    put(sums_.h1 != SIZE_MAX);
    put(all.long_words / all.words);
    put(sums_.counts.items / blocks);
    put(all.words / blocks);
    for (std::size_t kind = 0; kind < kDeclaredKindCount; ++kind) put(page_.declared >> kind & 1);
    put_page_counts(blocks, all.words);
  }

  void put_page_counts(double blocks, double words) {
    const PageCounts& counts = sums_.counts;
    put(counts.prices);
    put(counts.prices / blocks);
    put(counts.short_blocks / blocks);
    put(counts.images / blocks);
    put(counts.inputs);
    put(counts.headings / blocks);
    put(counts.middle_headings / blocks);
    put(counts.questions / blocks);
    put(counts.longest_words);
    for (const double part : {counts.main_words, counts.article_words, counts.nav_words,
                              counts.footer_words, counts.list_words, counts.table_words})
      put(part / words);
  }

  const ContentPage& page_;
  const ElementMarks& marks_;
  double bytes_;
  PageSums sums_;
  TitleWords title_;
  TextCounts counts_;
  std::size_t last_paragraph_ = 0;  // its number from 1, as below
  std::size_t last_heading_ = 0;
  float* out_ = nullptr;
};

}  // namespace

std::span<const std::string_view> block_feature_names() { return kNames; }

void fill_plain_features(const ContentPage& page, const ElementMarks& marks, std::size_t page_bytes,
                         FeatureRows& rows) {
  rows.assign(page.blocks.size() * kFeatures, 0);
  if (page.blocks.empty()) return;
  RowWriter writer(page, marks, page_bytes);
  for (std::size_t k = 0; k < page.blocks.size(); ++k) writer.write(k, &rows[k * kFeatures]);
}

}  // namespace freshet
