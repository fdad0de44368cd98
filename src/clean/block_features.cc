#include "clean/block_features.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

#include "base/check.h"
#include "base/quick_hash.h"
#include "clean/block_text.h"

namespace freshet {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {// The block alone.
     "words", "bytes", "link_share", "links", "bytes_per_tag", "images", "breaks", "upper",
     "digits", "commas", "stops", "stop_words", "capitalised", "ends_sentence", "ends_colon",
     "copyright", "inputs", "depth",
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
     "before_paragraph", "paragraph_distance",
     // The best container.
     "best_share", "in_best",
     // The page.
     "page_words", "page_link_share", "page_blocks", "page_paragraphs", "page_articles",
     "page_main", "page_h1", "page_long_share", "page_items", "page_mean_words", "page_og_article",
     "page_ld_article", "page_ld_product", "page_ld_forum", "page_ld_list",
     // Tokens.
     "token_near", "token_next", "token_min", "token_max", "token_mean", "token_near_min",
     "token_near_max", "tag", "tag_above"});
constexpr std::size_t kTokenFeatures = 9;
constexpr std::size_t kFeatures = kNames.size();
constexpr std::size_t kPlainFeatures = kFeatures - kTokenFeatures;

constexpr std::uint32_t kLongWords = 15;       // of a block that may be prose
constexpr double kBestShare = 0.6;             // of those words, in the best container
constexpr std::size_t kNearBlocks = 3;         // of a window, on each side
constexpr std::size_t kWideBlocks = 12;        // of the wide window
constexpr std::uint32_t kParagraphWords = 10;  // of a paragraph that counts
constexpr std::size_t kParagraphFar = 50;
constexpr float kNoH1 = 999;
constexpr std::uint32_t kAlikeMin = 3;  // siblings that look the same, itself included
constexpr float kArticlesMax = 20;

struct Tally {
  std::uint32_t count = 0;
  double words = 0;
  double link_words = 0;

  void add(double more_words, double more_link_words) {
    ++count;
    words += more_words;
    link_words += more_link_words;
  }
  double link_share() const { return words > 0 ? link_words / words : 0; }
};
using Tallies = std::unordered_map<std::uint64_t, Tally>;

// Words below an element.
struct ElementSum {
  double words = 0;
  double link_words = 0;
  double paragraph_words = 0;
  double long_words = 0;
  std::uint32_t blocks = 0;

  double link_share() const { return words > 0 ? link_words / words : 0; }
  double paragraph_share() const { return words > 0 ? paragraph_words / words : 0; }
};

double link_share(const ContentBlock& block) {
  return std::min(1.0, block.counts.link_bytes / static_cast<double>(block.text.size()));
}

bool is_long(const ContentBlock& block) {
  return block.counts.words >= kLongWords &&
         3.0 * block.counts.link_bytes < static_cast<double>(block.text.size());
}

// All that is summed over a page before its rows are written.
struct PageSums {
  std::vector<ElementSum> elements;
  Tallies alike;  // by look and parent
  Tallies paths;
  std::unordered_map<std::uint64_t, std::uint32_t> copies;
  std::vector<std::uint64_t> hashes;  // of the texts
  std::vector<std::uint64_t> chains;  // of each element: hash of the looks down to it
  std::vector<double> words_before;   // of each block, and all
  std::vector<double> links_before;
  std::vector<bool> in_best;  // of each element
  double best_share = 0;
  std::size_t h1 = SIZE_MAX;  // the first block in one
  std::uint32_t items = 0;
  std::uint32_t articles = 0;
  bool has_main = false;
};

std::uint64_t alike_key(const ContentPage& page, const ElementMarks& marks, std::size_t e) {
  return marks.looks[e] ^ (page.elements[e].parent + 1) * 0x9e3779b97f4a7c15u;
}

// Blocks are on the same path if the elements around them have the same names and classes.
std::uint64_t path_key(const PageSums& sums, const ContentBlock& block) {
  return sums.chains[block.element] ^ block.path * 0xff51afd7ed558ccdu;
}

void hash_chains(const ContentPage& page, const ElementMarks& marks, PageSums& sums) {
  sums.chains.assign(page.elements.size(), 0);
  for (std::size_t e = 1; e < page.elements.size(); ++e)
    sums.chains[e] =
        (sums.chains[page.elements[e].parent] ^ marks.looks[e]) * 0x9e3779b97f4a7c15u + 1;
}

void sum_blocks(const ContentPage& page, PageSums& sums) {
  sums.elements.resize(page.elements.size());
  sums.words_before.push_back(0);
  sums.links_before.push_back(0);
  for (std::size_t k = 0; k < page.blocks.size(); ++k) {
    const ContentBlock& block = page.blocks[k];
    const TagName name = page.elements[block.element].name;
    ElementSum& sum = sums.elements[block.element];
    const double words = block.counts.words, links = block.counts.link_words;
    sum.words += words;
    sum.link_words += links;
    if (name == TagName::p) sum.paragraph_words += words;
    if (is_long(block)) sum.long_words += words;
    ++sum.blocks;
    sums.paths[path_key(sums, block)].add(words, links);
    sums.hashes.push_back(quick_hash(block.text));
    ++sums.copies[sums.hashes.back()];
    sums.words_before.push_back(sums.words_before.back() + words);
    sums.links_before.push_back(sums.links_before.back() + links);
    if (name == TagName::h1) sums.h1 = std::min(sums.h1, k);
    sums.items += name == TagName::li;
  }
}

void sum_elements(const ContentPage& page, const ElementMarks& marks, PageSums& sums) {
  for (std::size_t e = page.elements.size(); e-- > 1;) {
    const ElementSum& from = sums.elements[e];
    ElementSum& to = sums.elements[page.elements[e].parent];
    to.words += from.words;
    to.link_words += from.link_words;
    to.paragraph_words += from.paragraph_words;
    to.long_words += from.long_words;
    to.blocks += from.blocks;
  }
  for (std::size_t e = 1; e < page.elements.size(); ++e) {
    if (!marks.is_used[e]) continue;
    sums.alike[alike_key(page, marks, e)].add(sums.elements[e].words, sums.elements[e].link_words);
    const std::uint32_t own = marks.flags[e] & ~marks.flags[page.elements[e].parent];
    sums.articles += page.elements[e].name == TagName::article || (own & kElementArticle) != 0;
    sums.has_main = sums.has_main || (own & kElementMain) != 0;
  }
}

// The best container is the deepest element with most of the words of long blocks.
void find_best(const ContentPage& page, PageSums& sums) {
  const double all = sums.elements[0].long_words;
  std::size_t best = 0;
  for (std::size_t e = 0; all > 0 && e < page.elements.size(); ++e)
    if (sums.elements[e].long_words >= kBestShare * all &&
        page.elements[e].depth >= page.elements[best].depth)
      best = e;
  sums.best_share = all > 0 ? sums.elements[best].long_words / all : 0;
  sums.in_best.assign(page.elements.size(), false);
  for (std::size_t e = 1; e < page.elements.size(); ++e)
    sums.in_best[e] = best > 0 && (e == best || sums.in_best[page.elements[e].parent]);
}

PageSums sum_page(const ContentPage& page, const ElementMarks& marks) {
  PageSums sums;
  hash_chains(page, marks, sums);
  sum_blocks(page, sums);
  sum_elements(page, marks, sums);
  find_best(page, sums);
  return sums;
}

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
    put_text(block);
    for (std::size_t flag = 0; flag < kElementFlagCount; ++flag)
      put(marks_.flags[block.element] >> flag & 1);
    put_place(k, block);
    put_alike_blocks(k, block);
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

  void put_text(const ContentBlock& block) {
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

  void put_alike_blocks(std::size_t k, const ContentBlock& block) {
    put(sums_.copies[sums_.hashes[k]]);
    const Tally& path = sums_.paths[path_key(sums_, block)];
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
      const Tally& alike = sums_.alike[alike_key(page_, marks_, e)];
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
  }

  void put_page() {
    const ElementSum& all = sums_.elements[0];
    const double blocks = static_cast<double>(page_.blocks.size());
    put(all.words);
    put(all.link_share());
    put(blocks);
    put(all.paragraph_share());
    put(std::min(kArticlesMax, static_cast<float>(sums_.articles)));
    put(sums_.has_main);
    put(sums_.h1 != SIZE_MAX);
    put(all.long_words / all.words);
    put(sums_.items / blocks);
    put(all.words / blocks);
    for (std::size_t kind = 0; kind < kDeclaredKindCount; ++kind) put(page_.declared >> kind & 1);
  }

  const ContentPage& page_;
  const ElementMarks& marks_;
  double bytes_;
  PageSums sums_;
  TitleWords title_;
  TextCounts counts_;
  std::size_t last_paragraph_ = 0;  // its number from 1
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
