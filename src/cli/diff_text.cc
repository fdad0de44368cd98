#include "cli/diff_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::size_t kContextColumns = 76;  // of a line that stayed; longer ones are cut

// Marks pieces by color, or as wdiff does.
class Painter {
 public:
  explicit Painter(bool in_color) : in_color_(in_color) {}

  std::string piece(const DiffPiece& piece) const {
    const std::string text = visible(piece.text);
    switch (piece.kind) {
      case DiffKind::removed:
        return in_color_ ? fmt::format("\x1b[31m{}\x1b[0m", text) : fmt::format("[-{}-]", text);
      case DiffKind::added:
        return in_color_ ? fmt::format("\x1b[32m{}\x1b[0m", text) : fmt::format("{{+{}+}}", text);
      case DiffKind::same:
        break;
    }
    return text;
  }

  std::string pieces(const std::vector<DiffPiece>& all) const {
    std::string text;
    for (const DiffPiece& one : all) {
      if (!text.empty()) text += ' ';
      text += piece(one);
    }
    return text;
  }

  std::string faint(std::string_view text) const {
    return in_color_ ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string(text);
  }

  std::string strong(std::string_view text) const {
    return in_color_ ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
  }

 private:
  bool in_color_;
};

std::string_view line_mark(DiffLine::Kind kind) {
  switch (kind) {
    case DiffLine::Kind::removed:
      return "-";
    case DiffLine::Kind::added:
      return "+";
    case DiffLine::Kind::changed:
      return "~";
    case DiffLine::Kind::relinked:
      return "@";
    case DiffLine::Kind::reimaged:
      return "#";
    case DiffLine::Kind::remarked:
      return "<";
    case DiffLine::Kind::same:
      break;
  }
  return " ";
}

std::string cut(std::string text) {
  if (text.size() <= kContextColumns) return text;
  std::size_t end = kContextColumns;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// The lines that differ, each run with the line before and behind it.
void show_lines(const std::vector<DiffLine>& lines, const Painter& painter, Output& out) {
  const auto differs = [&](std::size_t i) {
    return i < lines.size() && lines[i].kind != DiffLine::Kind::same;
  };
  bool left_out = false, any = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_context = differs(i + 1) || (i > 0 && differs(i - 1));
    if (!differs(i) && !is_context) {
      left_out = any;
      continue;
    }
    if (left_out) out.write(painter.faint("  ...") + "\n");
    left_out = false;
    any = true;
    if (differs(i))
      out.write(fmt::format("{} {}\n", line_mark(lines[i].kind), painter.pieces(lines[i].pieces)));
    else
      out.write(painter.faint(fmt::format("  {}", cut(visible(lines[i].pieces.front().text)))) +
                "\n");
  }
}

void show_judgement(const Change& change, const Painter& painter, Output& out) {
  out.write(fmt::format("{}, {} (score {:.2f})\n", painter.strong(change_class_text(change.kind)),
                        change.meaningful ? "meaningful" : "not meaningful", change.score));
  if (change.versions_back > 0)
    out.write(fmt::format("  compared with the version {} before OLD, which is another page\n",
                          change.versions_back));
  for (const StageRecord& record : change.stages) {
    std::string numbers;
    for (const StageNumber& number : record.numbers)
      numbers += fmt::format("  {} {:.4g}", number.name, number.value);
    out.write(fmt::format("  {:<14}{:<10}{}\n", stage_text(record.stage),
                          finding_text(record.finding), numbers));
  }
}

}  // namespace

void print_diff(const PageDiff& diff, bool in_color, Output& out) {
  const Painter painter(in_color);
  show_judgement(diff.change, painter, out);
  show_lines(diff.lines, painter, out);
}

}  // namespace freshet
