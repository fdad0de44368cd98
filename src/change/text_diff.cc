#include "change/text_diff.h"

#include <algorithm>
#include <string_view>
#include <utility>

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

// Returns the share of common words, by bytes.
double share_kept(const std::vector<DiffPiece>& pieces) {
  std::size_t kept = 0, all = 0;
  for (const DiffPiece& piece : pieces) {
    const std::size_t weight = piece.kind == DiffKind::same ? 2 : 1;
    all += weight * piece.text.size();
    if (piece.kind == DiffKind::same) kept += weight * piece.text.size();
  }
  return all == 0 ? 1.0 : static_cast<double>(kept) / static_cast<double>(all);
}

// Returns the text that identifies a block. Links are part of it only if there is nothing else:
// they may change while the block stays.
std::string shown_text(const Block& block) {
  if (!block.text.empty()) return block.text;
  std::string text;
  for (const std::string& name : block.images.empty() ? block.links : block.images)
    text.append(text.empty() ? "[" : ", ").append(name);
  if (!text.empty()) text += ']';
  return text;
}

// A block and its shown form.
struct ShownBlock {
  const Block* block;
  std::string text;
};

std::vector<ShownBlock> with_text(const std::vector<Block>& blocks) {
  std::vector<ShownBlock> some;
  for (const Block& block : blocks)
    if (!block.text.empty()) some.push_back({&block, block.text});
  return some;
}

std::vector<ShownBlock> with_anything(const std::vector<Block>& blocks) {
  std::vector<ShownBlock> some;
  for (const Block& block : blocks)
    if (std::string text = shown_text(block); !text.empty())
      some.push_back({&block, std::move(text)});
  return some;
}

// Returns "<h2 strong>" for "h2 strong ", and "<>" for a plain block.
std::vector<std::string> markup_of(const Block& block) {
  std::string_view names = block.markup;
  if (names.ends_with(' ')) names.remove_suffix(1);
  return {std::string("<").append(names).append(">")};
}

class Differ {
 public:
  Differ(std::vector<ShownBlock> old_page, std::vector<ShownBlock> new_page)
      : old_(std::move(old_page)), new_(std::move(new_page)) {}

  std::vector<DiffLine> run() {
    std::vector<std::string_view> old_texts, new_texts;
    for (const ShownBlock& shown : old_) old_texts.emplace_back(shown.text);
    for (const ShownBlock& shown : new_) new_texts.emplace_back(shown.text);
    std::size_t a = 0, b = 0;
    for (const Match& match : align(hash_each(old_texts), hash_each(new_texts))) {
      add_gap(a, match.a, b, match.b);
      add_match(*old_[match.a].block, new_[match.b]);
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

  // Adds the blocks between two matches. The n-th removed and the n-th added block may be one
  // changed block.
  void add_gap(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
    while (a < a_end && b < b_end) {
      const std::string& was = old_[a++].text;
      const std::string& now = new_[b++].text;
      std::vector<DiffPiece> pieces = diff_words(was, now);
      if (share_kept(pieces) >= kChangedWordsShare) {
        add(DiffLine::Kind::changed, std::move(pieces));
        continue;
      }
      add(DiffLine::Kind::removed, {{DiffKind::removed, was}});
      add(DiffLine::Kind::added, {{DiffKind::added, now}});
    }
    for (; a < a_end; ++a) add(DiffLine::Kind::removed, {{DiffKind::removed, old_[a].text}});
    for (; b < b_end; ++b) add(DiffLine::Kind::added, {{DiffKind::added, new_[b].text}});
  }

  // Adds a matched block if its links, images or markup changed.
  void add_match(const Block& was, const ShownBlock& shown) {
    const Block& now = *shown.block;
    DiffLine line{DiffLine::Kind::same, {{DiffKind::same, shown.text}}};
    const auto compare = [&line](DiffLine::Kind kind, const std::vector<std::string>& old_names,
                                 const std::vector<std::string>& new_names) {
      if (old_names == new_names) return;
      if (line.kind == DiffLine::Kind::same) line.kind = kind;
      add_missing(old_names, new_names, DiffKind::removed, line.pieces);
      add_missing(new_names, old_names, DiffKind::added, line.pieces);
    };
    compare(DiffLine::Kind::relinked, was.links, now.links);
    compare(DiffLine::Kind::reimaged, was.images, now.images);
    compare(DiffLine::Kind::remarked, markup_of(was), markup_of(now));
    lines_.push_back(std::move(line));
  }

  static void add_missing(const std::vector<std::string>& from, const std::vector<std::string>& in,
                          DiffKind kind, std::vector<DiffPiece>& pieces) {
    for (const std::string& name : from)
      if (std::find(in.begin(), in.end(), name) == in.end()) pieces.push_back({kind, name});
  }

  std::vector<ShownBlock> old_, new_;
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
  return Differ(with_text(old_page), with_text(new_page)).run();
}

std::vector<DiffLine> diff_pages(const std::vector<Block>& old_page,
                                 const std::vector<Block>& new_page) {
  return Differ(with_anything(old_page), with_anything(new_page)).run();
}

}  // namespace freshet
