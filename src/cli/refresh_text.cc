#include "cli/refresh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/escape.h"
#include "cli/change_text.h"
#include "cli/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

// Pages that are named when a run has ended; freshet changes tells of all.
constexpr std::size_t kNamedMax = 50;

void print_events(const std::vector<PageEvent>& events, const std::string& directory, Output& out) {
  for (std::size_t i = 0; i < std::min(events.size(), kNamedMax); ++i)
    out.write(fmt::format("{}\n", event_line(events[i])));
  if (events.size() > kNamedMax)
    out.write(fmt::format("and {} more: freshet changes --archive {}\n", events.size() - kNamedMax,
                          visible(directory)));
}

std::string nothing_words(const std::optional<PlannedPage>& next, Time now) {
  if (!next) return "Nothing was checked: no page is worth a check within the budget.\n";
  return fmt::format(
      "Nothing was checked: nothing is due yet. The next check is in {}, at {} UTC: {}\n"
      "freshet refresh --all checks every page now.\n",
      span_words(next->at - now), minute_words(next->at), visible(next->url));
}

// An error page, or another page in place of the one that was asked for, is an answer too.
void print_counts(const RefreshCounts& counts, const RefreshView& view, Output& out) {
  out.write(fmt::format(
      "{}: {} changed, {} unchanged ({} not modified), {} gone, {} back, "
      "{} failed ({} without an answer)\n",
      counted(counts.checks(), "check", "checks"), counts.changed, counts.same, counts.not_modified,
      counts.gone, counts.back, counts.failed, counts.failed - counts.stood_in));
  out.write(fmt::format("{} new; {} tracked, {} gone\n", counted(counts.added, "page", "pages"),
                        counted(view.scheduled, "page", "pages"), view.gone));
  if (counts.requisites > 0)
    out.write(fmt::format("{} of style sheets, images and the like: {} changed\n",
                          counted(counts.requisites, "check", "checks"),
                          counts.requisites_changed));
  if (view.scheduled > 0)
    out.write(
        fmt::format("about {} of the copies are up to date\n",
                    percent_words(view.fresh_by_checks / static_cast<double>(view.scheduled))));
}

}  // namespace

void print_refresh(const RefreshResult& result, const std::string& directory, bool was_stopped,
                   Output& out) {
  print_events(result.events, directory, out);
  print_counts(result.counts, result.view, out);
  if (result.counts.checks() + result.counts.requisites == 0 && !was_stopped)
    out.write(nothing_words(result.next, result.now));
}

}  // namespace freshet
