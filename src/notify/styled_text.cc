#include "notify/styled_text.h"

#include <fmt/format.h>

#include <array>

#include "base/ascii.h"
#include "notify/escape_text.h"

namespace freshet {
namespace {

// Tried one after another for a hunk or item that does not fit.
constexpr std::array<std::size_t, 4> kPartLengths = {kHunkPartMax, 160, 60, 20};

// Room for "… and 12 more changes".
constexpr std::size_t kMoreLength = 60;

std::string spaced(std::string line, std::string_view piece) {
  if (!line.empty() && line.back() != ' ' && !piece.empty() && piece.front() != ' ') line += ' ';
  return line.append(piece);
}

std::string hunk_line(const MessageHunk& hunk, std::size_t part_max, const TextStyle& style) {
  const auto cut = [&](std::string_view part) { return cut_text(part, part_max, style.unit); };
  std::string line = style.escape(cut_front(hunk.before, part_max, style.unit));
  const std::string removed = style.escape(cut(hunk.removed));
  const std::string added = style.escape(cut(hunk.added));
  if (!removed.empty())
    line = spaced(std::move(line),
                  fmt::format("{}{}{}", style.removed_begin, removed, style.removed_end));
  if (!added.empty())
    line =
        spaced(std::move(line), fmt::format("{}{}{}", style.added_begin, added, style.added_end));
  line = spaced(std::move(line), style.escape(cut(hunk.after)));
  return std::string(trim_ascii_whitespace(line));
}

std::string item_line(const NoticeItem& item, std::size_t part_max, const TextStyle& style) {
  const std::string title = cut_text(item.title, part_max, style.unit);
  std::string line = "• ";
  line += item.link.empty() ? style.escape(title) : style.link(title, item.link);
  const std::string summary = style.escape(cut_text(item.summary, part_max, style.unit));
  return summary.empty() ? line : fmt::format("{} {} {}", line, style.escape("–"), summary);
}

// Lines within a limit.
class Lines {
 public:
  Lines(const TextStyle& style, std::size_t limit) : style_(style), left_(limit) {}

  bool add(std::string_view line) {
    const std::size_t length = text_length(line, style_.unit) +
                               (text_.empty() ? 0 : text_length(style_.line_end, style_.unit));
    if (length > left_) return false;
    left_ -= length;
    if (!text_.empty()) text_ += style_.line_end;
    text_ += line;
    return true;
  }

  std::string take() { return std::move(text_); }

 private:
  const TextStyle& style_;
  std::size_t left_;
  std::string text_;
};

// Returns how many of the parts did not fit.
template <class Part>
std::size_t add_parts(Lines& lines, const std::vector<Part>& parts, const TextStyle& style,
                      std::string (*line_of)(const Part&, std::size_t, const TextStyle&)) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    bool fits = false;
    for (const std::size_t part_max : kPartLengths) {
      fits = lines.add(line_of(parts[i], part_max, style));
      if (fits) break;
    }
    if (!fits) return parts.size() - i;
  }
  return 0;
}

std::string remark_lines(const Notice& notice, std::size_t limit, const TextStyle& style) {
  Lines lines(style, limit);
  for (const std::string& remark : notice.remarks)
    if (!lines.add(style.escape(remark))) lines.add(escaped_within(remark, limit / 3, style));
  return lines.take();
}

std::string more_line(const Notice& notice, std::uint64_t count, const TextStyle& style) {
  const std::string_view what = notice.items.empty() ? "places" : "messages";
  if (count > 0 && !notice.has_more)
    return style.escape(fmt::format("… and {} more {}", count, what));
  return style.escape(fmt::format("… and more {}", what));
}

// The text of a template may have lines; they are kept.
std::string written_lines(const Notice& notice, const TextStyle& style) {
  Lines lines(style, style.limit);
  std::string_view rest = notice.written_body;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string line = style.escape(rest.substr(0, end));
    if (!lines.add(line)) {
      lines.add(escaped_within(rest.substr(0, end), style.limit / 4, style));
      break;
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return lines.take();
}

}  // namespace

std::string styled_body(const Notice& notice, const TextStyle& style) {
  if (!trim_ascii_whitespace(notice.written_body).empty()) return written_lines(notice, style);
  const std::string remarks = remark_lines(notice, style.limit / 3, style);
  const std::size_t kept = text_length(remarks, style.unit) + kMoreLength + style.line_end.size();
  Lines lines(style, style.limit > kept ? style.limit - kept : 0);
  if (notice.hunks.empty() && notice.items.empty()) lines.add(style.escape(notice.summary));
  std::uint64_t left_out = notice.left_out;
  left_out += add_parts(lines, notice.hunks, style, &hunk_line);
  left_out += add_parts(lines, notice.items, style, &item_line);
  std::string body = lines.take();
  const auto append = [&](std::string_view line) {
    if (line.empty()) return;
    if (!body.empty()) body += style.line_end;
    body += line;
  };
  if (left_out > 0 || notice.has_more) append(more_line(notice, left_out, style));
  append(remarks);
  return body;
}

std::string escaped_within(std::string_view text, std::size_t limit, const TextStyle& style) {
  for (std::size_t cut = limit; cut > 0; cut /= 2) {
    std::string escaped = style.escape(cut_text(text, cut, style.unit));
    if (text_length(escaped, style.unit) <= limit) return escaped;
  }
  return "";
}

std::string plain_link(std::string_view label, std::string_view url) {
  return fmt::format("{}: {}", label, url);
}

}  // namespace freshet
