#include "cli/change_text.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr std::size_t kLinesShown = 3;  // of what was removed, and of what was added
constexpr std::size_t kLineShown = 90;  // characters

}  // namespace

std::string event_line(const PageEvent& event) {
  const std::string_view kind = event_class(event);
  const std::string what = kind.empty() ? std::string(event_name(event.kind))
                                        : fmt::format("{:<7}  {}", event_name(event.kind), kind);
  return fmt::format("{}  {:<18}  {}", second_words(event.time), what, visible(event.url));
}

std::string entry_text(const ChangeEntry& entry) {
  std::string text = event_line(entry.event) + "\n";
  if (!entry.delta) return text;
  const auto add_side = [&](char sign, DiffLine::Kind own, DiffKind other) {
    std::size_t count = 0;
    for (const DiffLine& line : *entry.delta) {
      if (line.kind != own && line.kind != DiffLine::Kind::changed) continue;
      if (++count > kLinesShown) continue;
      text +=
          fmt::format("    {} {}\n", sign, shortened(visible(side_of(line, other)), kLineShown));
    }
    if (count > kLinesShown) text += fmt::format("    {} and {} more\n", sign, count - kLinesShown);
  };
  add_side('-', DiffLine::Kind::removed, DiffKind::added);
  add_side('+', DiffLine::Kind::added, DiffKind::removed);
  return text;
}

}  // namespace freshet
