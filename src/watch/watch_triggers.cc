#include "watch/watch_triggers.h"

#include <algorithm>
#include <cmath>

#include "watch/line_filter.h"

namespace freshet {
namespace {

bool pattern_holds(const WatchTrigger& trigger, const TriggerTexts& texts) {
  const auto pattern = read_pattern(trigger.pattern);
  if (!pattern) return false;
  const bool was = pattern->is_in(texts.old_text);
  const bool is = pattern->is_in(texts.new_text);
  switch (trigger.kind) {
    case WatchTrigger::Kind::appears:
      return is && !was;
    case WatchTrigger::Kind::disappears:
      return was && !is;
    case WatchTrigger::Kind::present:
      return is;
    default:
      return !is;
  }
}

bool has_changed_by(double percent, const TriggerTexts& texts) {
  const auto before = texts.told_number ? texts.told_number : texts.old_number;
  if (!before || !texts.new_number) return 100 * texts.words_changed > percent;
  if (*before == 0) return *texts.new_number != 0;
  return 100 * std::abs(*texts.new_number - *before) / std::abs(*before) > percent;
}

bool trigger_holds(const WatchTrigger& trigger, const TriggerTexts& texts) {
  switch (trigger.kind) {
    case WatchTrigger::Kind::above:
      return texts.new_number && *texts.new_number > trigger.bound &&
             !(texts.old_number && *texts.old_number > trigger.bound);
    case WatchTrigger::Kind::below:
      return texts.new_number && *texts.new_number < trigger.bound &&
             !(texts.old_number && *texts.old_number < trigger.bound);
    case WatchTrigger::Kind::changed_by:
      return has_changed_by(trigger.bound, texts);
    default:
      return pattern_holds(trigger, texts);
  }
}

}  // namespace

bool triggers_hold(const WatchSpec& spec, const TriggerTexts& texts) {
  const auto holds = [&](const WatchTrigger& trigger) { return trigger_holds(trigger, texts); };
  if (spec.triggers.empty()) return true;
  return spec.needs_all_triggers ? std::ranges::all_of(spec.triggers, holds)
                                 : std::ranges::any_of(spec.triggers, holds);
}

}  // namespace freshet
