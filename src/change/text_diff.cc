#include "change/text_diff.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "base/quick_hash.h"
#include "similar/align.h"

namespace freshet {
namespace {

using Words = std::vector<std::string_view>;

Words split_words(std::string_view text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    while (at < text.size() && !is_ascii_whitespace(text[at])) ++at;
    if (at > start) words.push_back(text.substr(start, at - start));
    while (at < text.size() && is_ascii_whitespace(text[at])) ++at;
  }
  return words;
}

template <class Texts>
std::vector<std::uint64_t> hash_each(const Texts& texts) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(texts.size());
  for (const auto& text : texts) hashes.push_back(quick_hash(text));
  return hashes;
}

class Pieces {
 public:
  void add(DiffKind kind, std::string_view word) {
    if (pieces_.empty() || pieces_.back().kind != kind)
      pieces_.push_back({kind, std::string(word)});
    else
      pieces_.back().text.append(" ").append(word);
  }

  std::vector<DiffPiece> take() { return std::move(pieces_); }

 private:
  std::vector<DiffPiece> pieces_;
};

// The share of the words that stayed, by their bytes.
double share_kept(const std::vector<DiffPiece>& pieces) {
  std::size_t kept = 0, all = 0;
  for (const DiffPiece& piece : pieces) {
    const std::size_t weight = piece.kind == DiffKind::same ? 2 : 1;
    all += weight * piece.text.size();
    if (piece.kind == DiffKind::same) kept += weight * piece.text.size();
  }
  return all == 0 ? 1.0 : static_cast<double>(kept) / static_cast<double>(all);
}

std::vector<const Block*> with_text(const std::vector<Block>& blocks) {
  std::vector<const Block*> some;
  for (const Block& block : blocks)
    if (!block.text.empty()) some.push_back(&block);
  return some;
}

class Differ {
 public:
  Differ(const std::vector<Block>& old_page, const std::vector<Block>& new_page)
      : old_(with_text(old_page)), new_(with_text(new_page)) {}

  std::vector<DiffLine> run() {
    std::vector<std::string_view> old_texts, new_texts;
    for (const Block* block : old_) old_texts.emplace_back(block->text);
    for (const Block* block : new_) new_texts.emplace_back(block->text);
    std::size_t a = 0, b = 0;
    for (const Match& match : align(hash_each(old_texts), hash_each(new_texts))) {
      add_gap(a, match.a, b, match.b);
      add_match(*old_[match.a], *new_[match.b]);
      a = match.a + 1;
      b = match.b + 1;
    }
    add_gap(a, old_.size(), b, new_.size());
    return std::move(lines_);
  }

 private:
  void add(DiffLine::Kind kind, std::vector<DiffPiece> pieces) {
    lines_.push_back({kind, std::move(pieces)});
  }

  // Between two blocks that stayed. The n-th that is gone and the n-th that is new may be one.
  void add_gap(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    while (a < a_end && b < b_end) {
      const std::string& was = old_[a++]->text;
      const std::string& now = new_[b++]->text;
      std::vector<DiffPiece> pieces = diff_words(was, now);
      if (share_kept(pieces) >= kChangedWordsShare) {
        add(DiffLine::Kind::changed, std::move(pieces));
        continue;
      }
      add(DiffLine::Kind::removed, {{DiffKind::removed, was}});
      add(DiffLine::Kind::added, {{DiffKind::added, now}});
    }
    for (; a < a_end; ++a) add(DiffLine::Kind::removed, {{DiffKind::removed, old_[a]->text}});
    for (; b < b_end; ++b) add(DiffLine::Kind::added, {{DiffKind::added, new_[b]->text}});
  }

  void add_match(const Block& was, const Block& now) {
    std::vector<DiffPiece> pieces = {{DiffKind::same, now.text}};
    if (was.links == now.links) return add(DiffLine::Kind::same, std::move(pieces));
    const auto add_links = [&pieces](const Block& of, const Block& other, DiffKind kind) {
      for (const std::string& link : of.links)
        if (std::find(other.links.begin(), other.links.end(), link) == other.links.end())
          pieces.push_back({kind, link});
    };
    add_links(was, now, DiffKind::removed);
    add_links(now, was, DiffKind::added);
    add(DiffLine::Kind::relinked, std::move(pieces));
  }

  std::vector<const Block*> old_, new_;
  std::vector<DiffLine> lines_;
};

}  // namespace

std::vector<DiffPiece> diff_words(std::string_view old_text, std::string_view new_text) {
  const Words was = split_words(old_text), now = split_words(new_text);
  Pieces pieces;
  std::size_t a = 0, b = 0;
  const auto add_until = [&](std::size_t a_end, std::size_t b_end) {
    for (; a < a_end; ++a) pieces.add(DiffKind::removed, was[a]);
    for (; b < b_end; ++b) pieces.add(DiffKind::added, now[b]);
  };
  for (const Match& match : align(hash_each(was), hash_each(now))) {
    add_until(match.a, match.b);
    pieces.add(DiffKind::same, now[b]);
    ++a;
    ++b;
  }
  add_until(was.size(), now.size());
  return pieces.take();
}

std::vector<DiffLine> diff_texts(const std::vector<Block>& old_page,
                                 const std::vector<Block>& new_page) {
  return Differ(old_page, new_page).run();
}

}  // namespace freshet
