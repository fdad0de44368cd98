#include "notify/template.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "base/utf8.h"

namespace freshet {
namespace {

std::string place_in(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  std::size_t column = 1;
  for (std::size_t i = begin; i < at; i += read_utf8(text, i).length) ++column;
  return fmt::format("line {}, column {}", line, column);
}

}  // namespace

// Reads a template from left to right; the stack holds the open sections.
class TemplateParser {
 public:
  TemplateParser(std::string_view text, std::span<const TemplateName> names)
      : text_(text), names_(names) {}

  Result<Template> parse() {
    if (text_.size() > kTemplateBytesMax)
      return std::unexpected(
          Error{Errc::limit, fmt::format("the template has {} bytes; use at most {}", text_.size(),
                                         kTemplateBytesMax)});
    while (at_ < text_.size()) {
      const std::size_t open = std::min(text_.find("{{", at_), text_.size());
      if (open > at_) add_text(text_.substr(at_, open - at_));
      at_ = open;
      if (at_ == text_.size()) break;
      if (auto read = tag(); !read) return std::unexpected(read.error());
    }
    if (!open_.empty())
      return std::unexpected(wrong(
          open_.back().at,
          fmt::format("the section {0} has no end; add {{{{/{0}}}}}", visible(open_.back().name))));
    return std::move(made_);
  }

 private:
  using Piece = Template::Piece;
  struct Open {
    std::string name;
    std::size_t piece;
    std::size_t at;
  };

  Error wrong(std::size_t at, std::string_view what) const {
    return {Errc::invalid, fmt::format("{}: {}", place_in(text_, at), what)};
  }

  void add_text(std::string_view text) {
    made_.pieces_.push_back({Piece::Kind::text, repair_utf8(text), 0});
  }

  Status tag() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("}}", begin + 2);
    if (close == std::string_view::npos)
      return std::unexpected(wrong(begin, "{{ has no end; add }}"));
    std::string_view inner = text_.substr(begin + 2, close - begin - 2);
    at_ = close + 2;
    if (inner.starts_with('!')) return {};
    const char mark = inner.empty() ? ' ' : inner.front();
    const bool has_mark = mark == '#' || mark == '^' || mark == '/';
    if (has_mark) inner.remove_prefix(1);
    const std::string_view name = trim_ascii_whitespace(inner);
    if (mark == '/') return close_section(begin, name);
    if (auto known = check_name(begin, name, has_mark); !known) return known;
    if (!has_mark) {
      made_.pieces_.push_back({Piece::Kind::value, std::string(name), 0});
      return {};
    }
    if (open_.size() == kTemplateDepthMax)
      return std::unexpected(
          wrong(begin, fmt::format("more than {} sections within each other", kTemplateDepthMax)));
    open_.push_back({std::string(name), made_.pieces_.size(), begin});
    made_.pieces_.push_back(
        {mark == '#' ? Piece::Kind::section : Piece::Kind::inverted_section, std::string(name), 0});
    return {};
  }

  Status close_section(std::size_t begin, std::string_view name) {
    if (open_.empty())
      return std::unexpected(
          wrong(begin, fmt::format("no section {} is open here", visible(name))));
    if (open_.back().name != name)
      return std::unexpected(
          wrong(begin, fmt::format("{{{{/{}}}}} stands where {{{{/{}}}}} belongs", visible(name),
                                   open_.back().name)));
    made_.pieces_[open_.back().piece].section_end = made_.pieces_.size();
    open_.pop_back();
    return {};
  }

  bool is_in_reach(const TemplateName& known) const {
    return known.list.empty() ||
           std::ranges::any_of(open_, [&](const Open& open) { return open.name == known.list; });
  }

  Status check_name(std::size_t begin, std::string_view name, bool is_section) const {
    std::vector<std::string> known;
    const TemplateName* elsewhere = nullptr;
    for (const TemplateName& each : names_) {
      if (each.name == name && is_in_reach(each)) {
        if (each.is_list && !is_section)
          return std::unexpected(
              wrong(begin, fmt::format("{0} is a list; write {{{{#{0}}}}}...{{{{/{0}}}}}", name)));
        return {};
      }
      if (each.name == name) elsewhere = &each;
      known.emplace_back(each.name);
    }
    if (elsewhere != nullptr)
      return std::unexpected(
          wrong(begin, fmt::format("{} can only stand in {{{{#{}}}}}", name, elsewhere->list)));
    return std::unexpected(wrong(begin, fmt::format("there is no value \"{}\"{}", visible(name),
                                                    did_you_mean(name, known))));
  }

  std::string_view text_;
  std::span<const TemplateName> names_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  Template made_;
};

Result<Template> Template::parse(std::string_view text, std::span<const TemplateName> names) {
  return TemplateParser(text, names).parse();
}

// The values of an item of a list, before those around it.
struct Template::Scope {
  const TemplateValues& values;
  const Scope* around = nullptr;

  const std::string* text(std::string_view name) const {
    for (const Scope* scope = this; scope != nullptr; scope = scope->around)
      if (const auto found = scope->values.texts.find(name); found != scope->values.texts.end())
        return &found->second;
    return nullptr;
  }
  const std::vector<TemplateValues>* list(std::string_view name) const {
    for (const Scope* scope = this; scope != nullptr; scope = scope->around)
      if (const auto found = scope->values.lists.find(name); found != scope->values.lists.end())
        return &found->second;
    return nullptr;
  }
};

struct Template::Output {
  std::string text = {};
  std::size_t steps = 0;

  // These return false once a limit is reached.
  bool step() { return ++steps <= kTemplateStepsMax; }
  bool add(std::string_view more) {
    if (text.size() + more.size() > kTemplateOutputBytesMax) return false;
    text += more;
    return true;
  }
};

bool Template::render_section(std::size_t at, const Scope& scope, Output& out) const {
  const Piece& section = pieces_[at];
  const auto* const list = scope.list(section.text);
  const std::string* const text = scope.text(section.text);
  const bool is_empty = (list == nullptr || list->empty()) && (text == nullptr || text->empty());
  if (section.kind == Piece::Kind::inverted_section)
    return !is_empty || render_pieces(at + 1, section.section_end, scope, out);
  if (is_empty) return true;
  if (list == nullptr) return render_pieces(at + 1, section.section_end, scope, out);
  return std::ranges::all_of(*list, [&](const TemplateValues& item) {
    return out.step() && render_pieces(at + 1, section.section_end, {item, &scope}, out);
  });
}

bool Template::render_pieces(std::size_t from, std::size_t to, const Scope& scope,
                             Output& out) const {
  for (std::size_t at = from; at < to;) {
    const Piece& piece = pieces_[at];
    if (!out.step()) return false;
    if (piece.kind == Piece::Kind::text) {
      if (!out.add(piece.text)) return false;
    } else if (piece.kind == Piece::Kind::value) {
      const std::string* const text = scope.text(piece.text);
      if (text != nullptr && !out.add(*text)) return false;
    } else {
      if (!render_section(at, scope, out)) return false;
      at = piece.section_end;
      continue;
    }
    ++at;
  }
  return true;
}

std::string Template::render(const TemplateValues& values) const {
  Output out;
  if (!render_pieces(0, pieces_.size(), {values}, out)) out.text += "…";
  return std::move(out.text);
}

}  // namespace freshet
