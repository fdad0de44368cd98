// Site templates: text that the pages of a site repeat. Learns them from the pages of a visit and
// removes them from a page.
//
// Pages are grouped by layout first, by the bag of their tags. Each layout is a consensus of its
// pages with places for text (layout.h). A text of a page is template if the places say so, by one
// of three rules:
//   pure  the place holds this text on (nearly) every page that fills it;
//   near  the place nearly always holds it, on many pages, and it is more than a word;
//   long  it is a sentence or more, on several pages, and its place is not one that varies.
// A place whose text varies is content, however often one value occurs. Design:
// docs/design/clean.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "clean/layout.h"
#include "clean/page_aligner.h"
#include "clean/tokens.h"
#include "html/tag_index.h"

namespace freshet {

inline constexpr std::size_t kLayoutsMax = 8;           // of a site
inline constexpr std::size_t kSiteColumnsMax = 60'000;  // of all layouts when one is added
inline constexpr std::uint32_t kLayoutPagesMin = 3;     // fewer pages teach nothing
inline constexpr std::uint32_t kSamplePages = 16;       // pages of a layout that make its columns
inline constexpr std::uint32_t kSamplesPerColumn = 8;   // fewer of them do not make a column
inline constexpr double kLayoutDistanceMax = 0.6;       // of a page to its layout (bag_distance)
inline constexpr std::size_t kEagerPages = 48;          // see is_worth_learning
inline constexpr std::size_t kPagesPerVote = 4;         // the same
inline constexpr std::size_t kMixedFromPages = 12;      // the same
inline constexpr std::size_t kSeenPagesMax = 4'096;     // pages whose repetition is noticed
inline constexpr std::uint32_t kRedesignPages = 8;      // see note_known_page

// The rules with the values that trials on SWDE sites chose.
struct TemplateRules {
  std::uint32_t votes_min = 3;       // pages with this text in this place, for any rule
  double pure_share = 0.98;          // of the pages that fill the place
  double near_share = 0.9;           // the same
  double near_pages = 0.2;           // votes, as a share of the pages of the layout
  std::uint32_t near_bytes = 10;     // of the text
  double long_pages = 0.075;         // pages with the text anywhere, as a share of the layout's
  std::uint32_t variable_pages = 5;  // a place that so many pages fill ...
  double variable_share = 0.5;       // ... with so many different texts for a page varies
};

// A value: equal templates say the same of every page.
struct SiteTemplates {
  std::uint32_t version = 1;  // raised by each redesign
  std::uint32_t misfits = 0;  // see note_known_page
  std::vector<PageLayout> layouts;
  std::vector<PageLayout> former = {};  // before the last redesign: older copies have them

  bool operator==(const SiteTemplates&) const = default;
};

struct LayoutFit {
  std::size_t layout;
  double distance;
  bool is_former = false;  // `layout` is one of SiteTemplates::former
};

// Returns the layout nearest to `page` if it is near enough and has kLayoutPagesMin pages.
std::optional<LayoutFit> find_layout(const SiteTemplates& templates, const PageTokens& page);

// The pages that a visit has learned from so far.
struct LearnedPages {
  std::size_t all = 0;
  std::size_t alike = 0;  // an earlier page has their layout

  // Pages that mostly have layouts of their own teach little: from kMixedFromPages on.
  bool are_mixed() const { return all >= kMixedFromPages && 2 * alike < all; }
};

// Returns true if the page that comes after `pages_before` others of its host in this visit should
// be tokenized and learned from: the first kEagerPages unless they are mixed, then one in
// kPagesPerVote. More votes would change little, and learning stays cheap for large hosts.
bool is_worth_learning(std::size_t pages_before, const LearnedPages& learned);

// Learns from the pages of one host, in the order in which they come. The first kSamplePages of a
// layout make its columns, later ones vote; so a page costs one alignment and is not kept. Pages
// that repeat an earlier one token by token are ignored, because they say nothing of what varies.
class TemplateLearner {
 public:
  // Goes on from `known`, such as those of an earlier visit.
  explicit TemplateLearner(SiteTemplates known = {}, std::uint32_t sample_pages = kSamplePages)
      : templates_(std::move(known)),
        goes_on_(!templates_.layouts.empty()),
        sample_pages_(sample_pages) {}

  // Pages that are too long are ignored. Returns true if an earlier page has the same layout.
  bool add(const PageTokens& page);

  // Adds a page that was fetched before and that a layout explained then. Returns true if it tells
  // of a redesign: see note_known_page. One page in place of many, such as "back soon", is none.
  bool add_known(const PageTokens& page);

  // Returns the templates as they are now, without rare evidence (see compact_templates).
  SiteTemplates learn() const&;
  SiteTemplates learn() &&;

  // Returns the memory that the layouts take, about.
  std::size_t bytes() const;

 private:
  PageLayout* add_if_new(std::vector<PageLayout>& layouts, const PageTokens& page);
  SiteTemplates templates_;
  // Layouts of pages that fit no known layout. They replace the known ones after a redesign, and
  // are added to them otherwise. Not stored until that is decided.
  std::vector<PageLayout> young_;
  bool goes_on_;  // from an earlier visit
  std::uint32_t sample_pages_;
  PageAligner aligner_;
  std::unordered_set<std::uint64_t> seen_;  // prints of pages
};

// Forgets what no rule needs: layouts of few pages, texts that one of many pages had, and their
// columns.
void compact_templates(SiteTemplates& templates);

// Records that a page which some layout explained before was fetched again, and how it looks now.
// Returns true if this is the redesign of the site: kRedesignPages of such pages in a row fit no
// layout. Then the layouts become former ones and the version is raised, so a redesign is noticed
// once, and the next pages teach the new layouts.
bool note_known_page(SiteTemplates& templates, const PageTokens& page);

// The verdict on each text of a page.
struct TemplateMarks {
  std::optional<LayoutFit> fit;  // nothing: no layout explains the page, all is content
  std::vector<std::uint32_t> template_texts;  // where they begin: PageToken::from, ascending
  std::size_t text_bytes = 0;                 // of all texts
  std::size_t template_bytes = 0;             // of template texts
  std::uint32_t design = 0;  // the version of the templates that explain the page; 0: none do
};

// Applies templates to pages. Keeps its memory from one page to the next; not thread-safe.
// `templates` must outlive it.
class TemplateReader {
 public:
  explicit TemplateReader(const SiteTemplates& templates, const TemplateRules& rules = {})
      : templates_(templates), rules_(rules) {}

  // A page of more than kPageTokensMax tokens is read alone: all of it is content.
  TemplateMarks mark(std::string_view text, const TagIndex& index, Scripting scripting);
  TemplateMarks mark(const PageTokens& page);

 private:
  const SiteTemplates& templates_;
  TemplateRules rules_;
  PageAligner aligner_;
  PageTokens page_;
};

// Returns the visible text (html/text.h) without the template texts. `marks` are those of the same
// page, read in the same scripting mode.
std::string content_text(std::string_view text, const TagIndex& index, Scripting scripting,
                         const TemplateMarks& marks);

}  // namespace freshet
