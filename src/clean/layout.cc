#include "clean/layout.h"

#include <algorithm>
#include <bit>

#include "clean/page_aligner.h"

namespace freshet {
namespace {

void vote_in_place(PageLayout& layout, LayoutColumn& column, std::uint64_t text) {
  TextPlace& place = layout.places[column.place];
  place.vote(text);
  if (column.id != text && place.votes(text) > place.votes(column.id)) column.id = text;
}

// Each text counts once a page.
void count_long_texts(PageLayout& layout, const PageTokens& page) {
  std::vector<std::uint64_t> seen;
  for (const PageToken& token : page.tokens)
    if (token.is_text() && token.bytes >= kLongTextBytes) seen.push_back(token.id);
  std::ranges::sort(seen);
  const auto repeats = std::ranges::unique(seen);
  seen.erase(repeats.begin(), repeats.end());
  for (const std::uint64_t text : seen) {
    const auto known = layout.long_texts.find(text);
    if (known != layout.long_texts.end())
      ++known->second;
    else if (layout.long_texts.size() < kLongTextsMax)
      layout.long_texts.emplace(text, 1);
  }
}

// Old votes fade, so that a layout follows a site that changes slowly, and counts stay small.
void halve_votes(PageLayout& layout) {
  layout.pages /= 2;
  for (LayoutColumn& column : layout.columns) column.pages = (column.pages + 1) / 2;
  for (TextPlace& place : layout.places) {
    place.others /= 2;
    place.filled = place.others;
    for (std::size_t i = 0; i < place.texts_used; ++i) {
      place.texts[i].pages = (place.texts[i].pages + 1) / 2;
      place.filled += place.texts[i].pages;
    }
  }
  for (auto& entry : layout.long_texts) entry.second /= 2;
  std::erase_if(layout.long_texts, [](const auto& entry) { return entry.second == 0; });
}

void count_page(PageLayout& layout, const PageTokens& page) {
  count_long_texts(layout, page);
  if (++layout.pages >= kVotingPagesMax) halve_votes(layout);
}

void open_place(PageLayout& layout, LayoutColumn& column) {
  column.place = static_cast<std::uint32_t>(layout.places.size());
  layout.places.emplace_back().vote(column.id);
}

LayoutColumn make_column(PageLayout& layout, const PageToken& token) {
  LayoutColumn column{token.id, kNoPlace, 1, token.shape};
  if (token.is_text()) open_place(layout, column);
  return column;
}

void found_layout(PageLayout& layout, const PageTokens& page) {
  layout.columns.reserve(page.tokens.size());
  for (const PageToken& token : page.tokens)
    layout.columns.push_back({token.id, kNoPlace, 1, token.shape});
  count_page(layout, page);
}

}  // namespace

void TextPlace::vote(std::uint64_t text) {
  ++filled;
  for (std::size_t i = 0; i < texts_used; ++i) {
    if (texts[i].text != text) continue;
    ++texts[i].pages;
    return;
  }
  if (texts_used < kPlaceTextsMax) {
    texts[texts_used++] = {text, 1};
    return;
  }
  ++others;
  const auto rare = std::ranges::find(texts, 1u, &TextVotes::pages);
  if (rare != texts.end()) *rare = {text, 1};
}

std::uint32_t TextPlace::votes(std::uint64_t text) const {
  for (std::size_t i = 0; i < texts_used; ++i)
    if (texts[i].text == text) return texts[i].pages;
  return 0;
}

std::uint64_t TextPlace::commonest() const {
  const auto used = texts.begin() + static_cast<std::ptrdiff_t>(texts_used);
  const auto most =
      std::max_element(texts.begin(), used,
                       [](const TextVotes& a, const TextVotes& b) { return a.pages < b.pages; });
  return most == used ? 0 : most->text;
}

void ColumnSymbols::build(std::span<const LayoutColumn> columns) {
  size_ = 0;
  of_column_.resize(columns.size());
  slots_.assign(std::bit_ceil(2 * columns.size() + 2), {});
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t at = columns[i].id & mask;
    while (slots_[at].found.symbol != kNone && slots_[at].id != columns[i].id) at = (at + 1) & mask;
    Slot& slot = slots_[at];
    if (slot.found.symbol == kNone)
      slot = {columns[i].id, {size_++, static_cast<std::uint32_t>(i)}};
    else
      slot.found.only_column = kNone;
    of_column_[i] = slot.found.symbol;
  }
}

void open_places(PageLayout& layout) {
  if (!layout.places.empty()) return;
  const auto is_text = [](const LayoutColumn& column) { return column.shape == kTextShape; };
  layout.places.reserve(static_cast<std::size_t>(std::ranges::count_if(layout.columns, is_text)));
  for (LayoutColumn& column : layout.columns)
    if (is_text(column)) open_place(layout, column);
}

void grow_layout(PageLayout& layout, const PageTokens& page, PageAligner& aligner) {
  if (layout.columns.empty()) return found_layout(layout, page);
  open_places(layout);
  layout.symbols.build(layout.columns);
  const TokenColumns& column_of = aligner.align(layout, page);
  std::vector<LayoutColumn> grown;
  grown.reserve(layout.columns.size() + page.tokens.size());
  const bool may_grow = layout.columns.size() + page.tokens.size() <= kColumnsToGrowMax;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < page.tokens.size(); ++i) {
    const PageToken& token = page.tokens[i];
    if (column_of[i] == kNoColumn) {
      if (may_grow) grown.push_back(make_column(layout, token));
      continue;
    }
    while (copied <= column_of[i]) grown.push_back(layout.columns[copied++]);
    ++grown.back().pages;
    if (token.is_text()) vote_in_place(layout, grown.back(), token.id);
  }
  while (copied < layout.columns.size()) grown.push_back(layout.columns[copied++]);
  layout.columns = std::move(grown);
  count_page(layout, page);
}

void vote_in_layout(PageLayout& layout, const PageTokens& page, PageAligner& aligner) {
  const TokenColumns& column_of = aligner.align(layout, page);
  for (std::size_t i = 0; i < page.tokens.size(); ++i) {
    if (column_of[i] == kNoColumn) continue;
    LayoutColumn& column = layout.columns[column_of[i]];
    ++column.pages;
    if (column.place != kNoPlace) layout.places[column.place].vote(page.tokens[i].id);
  }
  count_page(layout, page);
}

void prune_layout(PageLayout& layout, std::uint32_t pages_min) {
  open_places(layout);
  std::vector<TextPlace> places;
  std::erase_if(layout.columns,
                [&](const LayoutColumn& column) { return column.pages < pages_min; });
  for (LayoutColumn& column : layout.columns) {
    if (column.place == kNoPlace) continue;
    places.push_back(layout.places[column.place]);
    column.place = static_cast<std::uint32_t>(places.size() - 1);
  }
  layout.places = std::move(places);
  layout.symbols.build(layout.columns);
}

}  // namespace freshet
