#include "clean/content_markdown.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "clean/content_inline.h"
#include "html/tag_looks.h"

namespace freshet {
namespace {

// The elements around a block that shape its Markdown; 0: none.
struct BlockShape {
  int heading = 0;  // level
  bool is_preformatted = false;
  std::size_t item = 0;  // the nearest <li>
  std::size_t list = 0;  // the list of that item
  bool is_numbered = false;
  std::size_t lists = 0;  // depth of lists
  std::size_t quotes = 0;
  std::size_t table = 0, row = 0, cell = 0;  // the nearest ones
};

void add_element(const PageElement& element, std::size_t e, BlockShape& shape) {
  using enum TagName;
  if (shape.heading == 0) shape.heading = heading_level(element.name);
  if (looks(element.name, Look::preformatted)) shape.is_preformatted = true;
  switch (element.name) {
    case li:
      if (shape.item == 0) shape.item = e;
      break;
    case ul:
    case ol:
      if (shape.item != 0 && shape.list == 0) {
        shape.list = e;
        shape.is_numbered = element.name == ol;
      }
      ++shape.lists;
      break;
    case blockquote:
      ++shape.quotes;
      break;
    case td:
    case th:
      if (shape.table == 0 && shape.cell == 0) shape.cell = e;
      break;
    case tr:
      if (shape.table == 0 && shape.row == 0) shape.row = e;
      break;
    case table:
      if (shape.table == 0) shape.table = e;
      break;
    default:
      break;
  }
}

BlockShape shape_of(const ContentPage& page, std::size_t element) {
  BlockShape shape;
  for (std::size_t e = element; e > 0; e = page.elements[e].parent)
    add_element(page.elements[e], e, shape);
  if (shape.row == 0 || shape.cell == 0) shape.table = 0;
  return shape;
}

// Escapes what Markdown would read as a heading, list, quote or rule at the start of a line.
void append_line_start(std::string& out, std::string_view line) {
  if (line.empty()) return;
  const char first = line.front();
  std::size_t digits = 0;
  while (digits < line.size() && is_ascii_digit(line[digits])) ++digits;
  if (first == '#' || first == '>' || first == '+' || first == '-' || first == '=' ||
      first == '~') {
    out.push_back('\\');
  } else if (digits > 0 && digits < line.size() && (line[digits] == '.' || line[digits] == ')')) {
    out.append(line.substr(0, digits));
    out.push_back('\\');
    line.remove_prefix(digits);
  }
  out.append(line);
}

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

class MarkdownWriter {
 public:
  MarkdownWriter(const MainText& main, std::vector<std::string> texts)
      : page_(main.page), texts_(std::move(texts)) {
    for (std::size_t k = 0; k < main.scores.size(); ++k)
      if (main.scores[k].is_main) shapes_.push_back(shape_of(page_, page_.blocks[k].element));
  }

  std::string write() {
    for (std::size_t k = 0; k < shapes_.size();) {
      std::size_t end = k + 1;
      while (shapes_[k].table != 0 && end < shapes_.size() &&
             shapes_[end].table == shapes_[k].table)
        ++end;
      if (shapes_[k].table != 0 && is_table(k, end)) {
        write_table(k, end);
        k = end;
      } else {
        for (; k < end; ++k) write_block(k);
      }
    }
    if (!out_.empty()) out_.push_back('\n');
    return std::move(out_);
  }

 private:
  // Returns true if the blocks are a table of data: some row has two cells, and no cell is long.
  bool is_table(std::size_t from, std::size_t to) const {
    bool has_columns = false;
    for (std::size_t k = from; k < to; ++k) {
      if (texts_[k].size() > kMarkdownCellBytesMax || shapes_[k].is_preformatted) return false;
      has_columns = has_columns || (k > from && shapes_[k].row == shapes_[k - 1].row &&
                                    shapes_[k].cell != shapes_[k - 1].cell);
    }
    return has_columns;
  }

  void write_table(std::size_t from, std::size_t to) {
    std::vector<std::vector<std::string>> rows;
    std::size_t columns = 0;
    for (std::size_t k = from; k < to; ++k) {
      const bool same_row = k > from && shapes_[k].row == shapes_[k - 1].row;
      const bool same_cell = same_row && shapes_[k].cell == shapes_[k - 1].cell;
      if (!same_row) rows.emplace_back();
      if (same_cell)
        rows.back().back().append(" ").append(on_one_line(texts_[k]));
      else
        rows.back().push_back(on_one_line(texts_[k]));
      columns = std::max(columns, rows.back().size());
    }
    separate("\n\n");
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r > 0) out_.push_back('\n');
      write_row(rows[r], columns);
      if (r > 0) continue;
      out_ += "\n|";
      for (std::size_t c = 0; c < columns; ++c) out_ += " --- |";
    }
    last_item_ = 0;
  }

  void write_row(const std::vector<std::string>& cells, std::size_t columns) {
    out_.push_back('|');
    for (std::size_t c = 0; c < columns; ++c) {
      out_.push_back(' ');
      if (c < cells.size()) out_ += cells[c];
      out_ += " |";
    }
  }

  void write_block(std::size_t k) {
    const BlockShape& shape = shapes_[k];
    const bool goes_on = shape.item != 0 && shape.item == last_item_;
    const bool is_next = shape.item != 0 && !goes_on && last_lists_ > 0;
    separate(is_next ? "\n" : "\n\n");
    std::string indent = quote_prefix(shape);
    if (shape.item != 0) {
      const std::size_t depth = std::min(shape.lists, kMarkdownListDepthMax);
      indent.append(2 * (depth > 0 ? depth - 1 : 0), ' ');
      if (goes_on) {
        indent += "  ";
        out_ += indent;
      } else {
        out_ += indent + marker(shape);
        indent += "  ";
      }
    } else {
      out_ += indent;
    }
    write_text(k, indent);
    last_item_ = shape.item;
    last_lists_ = shape.item != 0 ? shape.lists : 0;
  }

  static std::string quote_prefix(const BlockShape& shape) {
    std::string prefix;
    for (std::size_t i = 0; i < std::min(shape.quotes, kMarkdownListDepthMax); ++i) prefix += "> ";
    return prefix;
  }

  std::string marker(const BlockShape& shape) {
    if (!shape.is_numbered) return "- ";
    return std::to_string(++numbers_[shape.list]) + ". ";
  }

  void write_text(std::size_t k, const std::string& indent) {
    const BlockShape& shape = shapes_[k];
    if (shape.is_preformatted) return write_code(texts_[k], indent);
    if (shape.heading > 0) {
      out_.append(static_cast<std::size_t>(shape.heading), '#');
      out_.append(" ").append(on_one_line(texts_[k]));
      return;
    }
    std::string_view rest = texts_[k];
    while (true) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      append_line_start(out_, rest.substr(0, end));
      if (end == rest.size()) return;
      out_ += "  \n" + indent;
      rest.remove_prefix(end + 1);
    }
  }

  // The fence is longer than any run of backticks inside.
  void write_code(std::string_view code, const std::string& indent) {
    std::size_t longest = 2, run = 0;
    for (const char c : code) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
    const std::string fence(longest + 1, '`');
    out_ += fence + "\n" + indent;
    for (const char c : code) {
      out_.push_back(c);
      if (c == '\n') out_ += indent;
    }
    out_ += "\n" + indent + fence;
  }

  void separate(std::string_view gap) {
    if (!out_.empty()) out_ += gap;
  }

  const ContentPage& page_;
  std::vector<std::string> texts_;  // of the chosen blocks
  std::vector<BlockShape> shapes_;
  std::unordered_map<std::size_t, std::size_t> numbers_;  // of items, by their list
  std::size_t last_item_ = 0;
  std::size_t last_lists_ = 0;
  std::string out_;
};

}  // namespace

std::string main_markdown(std::string_view text, const TagIndex& index, Scripting scripting,
                          const MainText& main, const std::optional<Url>& base) {
  return MarkdownWriter(main, inline_markdown(text, index, scripting, main, base)).write();
}

}  // namespace freshet
