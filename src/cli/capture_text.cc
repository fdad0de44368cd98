#include "cli/capture_text.h"

#include <fmt/format.h>

#include <string>

#include "app/capture.h"
#include "base/escape.h"
#include "cli/setting_kinds.h"
#include "cli/wording.h"

namespace freshet {
namespace {

// Pages shown at either end of a long plan.
constexpr std::size_t kShownAtEachEnd = 10;

std::string rate_words(double changes_per_day) {
  if (!(changes_per_day >= 0)) return "unknown";
  return fmt::format("{:.3g}", changes_per_day);
}

void print_page(const PlannedCapturePage& page, Output& out) {
  out.write(fmt::format("{:>7}  {:>7}  {:>11}  {}\n", page.visit,
                        page.revisit == 0 ? "-" : std::to_string(page.revisit),
                        rate_words(page.changes_per_day), visible(page.url)));
}

}  // namespace

void print_capture_plan(const CapturePlanView& plan, Output& out) {
  out.write(fmt::format("  visit  revisit  changes/day  page\n"));
  for (std::size_t i = 0; i < plan.pages.size(); ++i) {
    if (i == kShownAtEachEnd && plan.pages.size() > 2 * kShownAtEachEnd) {
      const std::size_t hidden = plan.pages.size() - 2 * kShownAtEachEnd;
      out.write(fmt::format("         ... {} more; --json lists all\n", hidden));
      i += hidden;
    }
    print_page(plan.pages[i], out);
  }
  out.write(fmt::format("\n{} in {}, one every {}, by the policy {}.\n",
                        counted(plan.requests, "request", "requests"), duration_words(plan.takes),
                        duration_words(plan.slot), plan.policy));
  out.write("Expected share of pages that are proven for one instant, by policy:\n");
  for (const PolicyOutlook& policy : plan.policies)
    out.write(fmt::format("  {:<14} {:6.2f} %{}\n", policy.policy, 100 * policy.coherence,
                          policy.policy == plan.policy ? "  <" : ""));
  out.write("No request was sent.\n");
}

void print_captures(const std::vector<CaptureRow>& captures, Output& out) {
  if (captures.empty()) out.write("The archive has no captures; freshet capture makes one.\n");
  for (const CaptureRow& row : captures) {
    const CaptureTally& tally = row.tally;
    const std::int64_t pages = tally.coherent + tally.changed + tally.unknown;
    out.write(fmt::format("{}\n", visible(row.name)));
    out.write(fmt::format("    {}; began {} UTC\n", state_words(row), second_words(row.began)));
    if (row.instant_from)
      out.write(fmt::format("    {} of {} proven for {} UTC; {} changed, {} unknown\n",
                            tally.coherent,
                            counted(static_cast<std::uint64_t>(pages), "page", "pages"),
                            second_words(*row.instant_from), tally.changed, tally.unknown));
    else
      out.write(fmt::format("    {} visited\n",
                            counted(static_cast<std::uint64_t>(tally.visited), "page", "pages")));
  }
}

}  // namespace freshet
