#include "clean/template.h"

#include <algorithm>
#include <utility>

#include "html/text_reader.h"

namespace freshet {
namespace {

// A count as a share of the pages of a layout, at least `least`.
bool reaches(std::uint32_t count, std::uint32_t least, double share, std::uint32_t pages) {
  return count >= least && static_cast<double>(count) >= share * pages;
}

bool varies(const TextPlace& place, const TemplateRules& rules) {
  return place.filled >= rules.variable_pages &&
         place.distinct() >= rules.variable_share * place.filled;
}

bool is_long_template(const PageLayout& layout, const TextPlace* place, const PageToken& token,
                      const TemplateRules& rules) {
  if (token.bytes < kLongTextBytes || (place != nullptr && varies(*place, rules))) return false;
  const auto known = layout.long_texts.find(token.id);
  return known != layout.long_texts.end() &&
         reaches(known->second, rules.votes_min, rules.long_pages, layout.pages);
}

// `place` is where the alignment put the token; null if it has no place.
bool is_template(const PageLayout& layout, const TextPlace* place, const PageToken& token,
                 const TemplateRules& rules) {
  if (place != nullptr) {
    const std::uint32_t votes = place->votes(token.id);
    if (reaches(votes, rules.votes_min, rules.pure_share, place->filled)) return true;
    if (token.bytes >= rules.near_bytes &&
        reaches(votes, rules.votes_min, rules.near_share, place->filled) &&
        reaches(votes, 0, rules.near_pages, layout.pages))
      return true;
  }
  return is_long_template(layout, place, token, rules);
}

std::optional<LayoutFit> nearest_layout(const std::vector<PageLayout>& layouts, const TagBag& bag,
                                        std::uint32_t pages_min) {
  std::optional<LayoutFit> best;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (layouts[i].pages < pages_min) continue;
    const double distance = bag_distance(layouts[i].bag, bag);
    if (distance <= kLayoutDistanceMax && (!best || distance < best->distance))
      best = {i, distance};
  }
  return best;
}

// Keeps the commonest text of a place, and of the others those of at least two pages.
void compact_place(TextPlace& place) {
  const std::uint64_t commonest = place.commonest();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < place.texts_used; ++i) {
    if (place.texts[i].pages < 2 && place.texts[i].text != commonest)
      place.others += place.texts[i].pages;
    else
      place.texts[kept++] = place.texts[i];
  }
  std::fill(place.texts.begin() + static_cast<std::ptrdiff_t>(kept), place.texts.end(),
            TextVotes{});
  place.texts_used = static_cast<std::uint32_t>(kept);
}

bool has_learned(const SiteTemplates& templates) {
  return std::ranges::any_of(
      templates.layouts, [](const PageLayout& layout) { return layout.pages >= kLayoutPagesMin; });
}

// Returns the layout of the page, a new one if there is none. If there are too many layouts, or too
// long ones, those with the fewest pages give way.
PageLayout& layout_for(std::vector<PageLayout>& layouts, const PageTokens& page) {
  if (const auto fit = nearest_layout(layouts, page.bag, 0)) return layouts[fit->layout];
  std::size_t columns = page.tokens.size();
  for (const PageLayout& layout : layouts) columns += layout.columns.size();
  while (layouts.size() >= kLayoutsMax || (columns > kSiteColumnsMax && !layouts.empty())) {
    const auto least = std::ranges::min_element(layouts, {}, &PageLayout::pages);
    columns -= least->columns.size();
    layouts.erase(least);
  }
  layouts.emplace_back().bag = page.bag;
  return layouts.back();
}

// Adds as many of the young layouts as there is room for, those with the most pages first.
void add_layouts(std::vector<PageLayout>& layouts, std::vector<PageLayout> young) {
  std::ranges::stable_sort(young, std::greater(), &PageLayout::pages);
  std::size_t columns = 0;
  for (const PageLayout& layout : layouts) columns += layout.columns.size();
  for (PageLayout& layout : young) {
    columns += layout.columns.size();
    if (layouts.size() >= kLayoutsMax || columns > kSiteColumnsMax) return;
    layouts.push_back(std::move(layout));
  }
}

void compact_layouts(std::vector<PageLayout>& layouts) {
  std::erase_if(layouts, [](const PageLayout& layout) { return layout.pages < kLayoutPagesMin; });
  for (PageLayout& layout : layouts) {
    for (TextPlace& place : layout.places) compact_place(place);
    for (LayoutColumn& column : layout.columns)
      if (column.place != kNoPlace) column.id = layout.places[column.place].commonest();
    prune_layout(layout, 2);
    std::erase_if(layout.long_texts, [](const auto& entry) { return entry.second < 2; });
  }
}

// The visible text of a page, but for some texts.
class ContentReader : public TextReader {
 public:
  ContentReader(std::string_view page, const TagIndex& index,
                const std::vector<std::uint32_t>& left_out)
      : TextReader(page, index), left_out_(left_out) {}

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    while (next_ < left_out_.size() && left_out_[next_] < from) ++next_;
    if (next_ < left_out_.size() && left_out_[next_] == from) return;
    TextReader::text(from, to, kind, around);
  }

 private:
  const std::vector<std::uint32_t>& left_out_;
  std::size_t next_ = 0;
};

}  // namespace

std::optional<LayoutFit> find_layout(const SiteTemplates& templates, const PageTokens& page) {
  if (page.tokens.empty()) return std::nullopt;
  return nearest_layout(templates.layouts, page.bag, kLayoutPagesMin);
}

bool is_worth_learning(std::size_t pages_before, const LearnedPages& learned) {
  return (pages_before < kEagerPages && !learned.are_mixed()) || pages_before % kPagesPerVote == 0;
}

// Returns the layout of the page; null if the page repeats an earlier one.
PageLayout* TemplateLearner::add_if_new(std::vector<PageLayout>& layouts, const PageTokens& page) {
  if (seen_.contains(page.print)) return nullptr;
  if (seen_.size() < kSeenPagesMax) seen_.insert(page.print);
  PageLayout& layout = layout_for(layouts, page);
  if (layout.pages >= sample_pages_) {
    vote_in_layout(layout, page, aligner_);
    return &layout;
  }
  grow_layout(layout, page, aligner_);
  if (layout.pages == sample_pages_) prune_layout(layout, sample_pages_ / kSamplesPerColumn);
  return &layout;
}

bool TemplateLearner::add(const PageTokens& page) {
  if (page.tokens.empty()) return false;
  const bool is_young = goes_on_ && !nearest_layout(templates_.layouts, page.bag, 0);
  const PageLayout* layout = add_if_new(is_young ? young_ : templates_.layouts, page);
  return layout == nullptr || layout->pages > 1;
}

bool TemplateLearner::add_known(const PageTokens& page) {
  if (page.tokens.empty()) return false;
  if (!has_learned(templates_) || find_layout(templates_, page)) {
    note_known_page(templates_, page);
    add(page);
    return false;
  }
  if (add_if_new(young_, page) == nullptr || !note_known_page(templates_, page)) return false;
  templates_.layouts = std::exchange(young_, {});
  return true;
}

std::size_t TemplateLearner::bytes() const {
  constexpr std::size_t kEntryBytes = 48;  // of a hash table
  std::size_t bytes = seen_.size() * kEntryBytes;
  for (const std::vector<PageLayout>* layouts : {&templates_.layouts, &templates_.former, &young_})
    for (const PageLayout& layout : *layouts)
      bytes += sizeof(PageLayout) + layout.places.size() * sizeof(TextPlace) +
               layout.columns.size() * (sizeof(LayoutColumn) + kEntryBytes) +
               layout.long_texts.size() * kEntryBytes;
  return bytes;
}

SiteTemplates TemplateLearner::learn() const& {
  SiteTemplates learned{
      .version = templates_.version, .misfits = templates_.misfits, .layouts = {}};
  learned.former = templates_.former;
  // Layouts that would be forgotten below are not copied.
  const bool copies_all = !young_.empty() || !templates_.former.empty();
  for (const PageLayout& layout : templates_.layouts)
    if (copies_all || layout.pages >= kLayoutPagesMin) learned.layouts.push_back(layout);
  if (learned.misfits == 0) add_layouts(learned.layouts, young_);
  compact_templates(learned);
  return learned;
}

SiteTemplates TemplateLearner::learn() && {
  if (templates_.misfits == 0) add_layouts(templates_.layouts, young_);
  compact_templates(templates_);
  return std::move(templates_);
}

void compact_templates(SiteTemplates& templates) {
  // After a redesign the first pages are kept, however few a visit brings.
  if (templates.former.empty() || has_learned(templates))
    compact_layouts(templates.layouts);
  else
    std::ranges::for_each(templates.layouts, open_places);
  compact_layouts(templates.former);
}

bool note_known_page(SiteTemplates& templates, const PageTokens& page) {
  if (!has_learned(templates) || page.tokens.empty()) return false;
  templates.misfits = find_layout(templates, page) ? 0 : templates.misfits + 1;
  if (templates.misfits < kRedesignPages) return false;
  templates.misfits = 0;
  templates.former = std::exchange(templates.layouts, {});
  ++templates.version;
  return true;
}

TemplateMarks TemplateReader::mark(std::string_view text, const TagIndex& index,
                                   Scripting scripting) {
  tokenize(text, index, scripting, page_);
  return mark(page_);
}

TemplateMarks TemplateReader::mark(const PageTokens& page) {
  TemplateMarks marks;
  for (const PageToken& token : page.tokens) marks.text_bytes += token.bytes;
  marks.fit = find_layout(templates_, page);
  if (!page.tokens.empty()) {
    auto former = nearest_layout(templates_.former, page.bag, kLayoutPagesMin);
    if (former && (!marks.fit || former->distance < marks.fit->distance)) {
      marks.fit = former;
      marks.fit->is_former = true;
    }
  }
  if (!marks.fit) return marks;
  marks.design = templates_.version - (marks.fit->is_former ? 1 : 0);
  const PageLayout& layout =
      (marks.fit->is_former ? templates_.former : templates_.layouts)[marks.fit->layout];
  const TokenColumns& column_of = aligner_.align(layout, page);
  for (std::size_t i = 0; i < page.tokens.size(); ++i) {
    const PageToken& token = page.tokens[i];
    if (!token.is_text()) continue;
    const std::uint32_t place =
        column_of[i] == kNoColumn ? kNoPlace : layout.columns[column_of[i]].place;
    if (!is_template(layout, place == kNoPlace ? nullptr : &layout.places[place], token, rules_))
      continue;
    marks.template_texts.push_back(token.from);
    marks.template_bytes += token.bytes;
  }
  return marks;
}

std::string content_text(std::string_view text, const TagIndex& index, Scripting scripting,
                         const TemplateMarks& marks) {
  ContentReader reader(text, index, marks.template_texts);
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
