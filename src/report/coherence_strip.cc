// The coherence strip.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/wording.h"
#include "report/coherence_html.h"
#include "report/plot_parts.h"
#include "report/site_graph.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr double kStripLeft = 92;
constexpr double kStripTop = 40;
constexpr double kStripHeight = 560;    // of all bars, if there are many
constexpr double kBarHeightMax = 12;    // of one page
constexpr double kBarHeightMin = 1;     // thinner bars would fade
constexpr double kGroupHeightMin = 18;  // of a verdict, so that five pages of 10,000 are seen
constexpr double kGroupGap = 14;
constexpr double kTickWidth = 3;  // of a page that was seen once
constexpr std::size_t kTitledBarsMax = 1'500;
constexpr int kTimesShown = 6;

// From changed to proven: trouble is on top.
constexpr std::array<Verdict, kVerdicts> kStripOrder = {Verdict::changed, Verdict::unknown,
                                                        Verdict::probable, Verdict::proven};

struct StripTimes {
  Interval range;

  explicit StripTimes(const SiteCoherence& site) : range(site.observed) {
    range.from = std::min(range.from, site.at);
    range.until = std::max(range.until, site.at);
    const Duration margin = std::max<Duration>((range.until - range.from) / 40, Duration(1));
    range.from -= margin;
    range.until += margin;
  }

  double x(Time time) const {
    const double share =
        static_cast<double>((std::clamp(time, range.from, range.until) - range.from).count()) /
        static_cast<double>((range.until - range.from).count());
    return kStripLeft + share * (kWidePlotWidth - kStripLeft - kPlotRight);
  }
};

// The bar of a page: its proof, else from its visit to its revisit.
struct StripBar {
  Time from;
  Time until;
};

StripBar bar_of(const PageCoherence& page) {
  const PageVerdict& verdict = page.verdict;
  if (verdict.proof) return {verdict.proof->from, verdict.proof->until};
  const Time from = verdict.before ? verdict.before->sent : verdict.after->sent;
  return {from, verdict.after ? verdict.after->sent : from};
}

std::vector<const PageCoherence*> pages_of(const SiteCoherence& site, Verdict verdict,
                                           std::size_t stride) {
  std::vector<const PageCoherence*> pages;
  for (const PageCoherence& page : site.pages)
    if (page.verdict.verdict == verdict && !page.is_absent() &&
        (page.verdict.before || page.verdict.after))
      pages.push_back(&page);
  std::ranges::stable_sort(pages, {}, [](const PageCoherence* page) {
    const StripBar bar = bar_of(*page);
    return std::pair(bar.from, bar.until);
  });
  if (stride <= 1) return pages;
  std::vector<const PageCoherence*> sample;
  for (std::size_t i = 0; i < pages.size(); i += stride) sample.push_back(pages[i]);
  return sample;
}

std::string draw_bars(const std::vector<const PageCoherence*>& pages, const StripTimes& times,
                      double top, double height, bool is_titled) {
  const double step = height / static_cast<double>(pages.size());
  const double thickness = step > 3 ? step - 1.2 : std::max(step, kBarHeightMin);
  std::string out;
  std::string path;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const StripBar bar = bar_of(*pages[i]);
    const double x = times.x(bar.from);
    const double width = std::max(kTickWidth, times.x(bar.until) - x);
    const double y = top + (static_cast<double>(i) + 0.5) * step;
    if (is_titled)
      out += draw_box({x, y - thickness / 2}, {width, thickness}, style_of(*pages[i]),
                      fmt::format("{}: {}; {}", pages[i]->url, name_of(pages[i]->verdict.verdict),
                                  evidence_words(*pages[i])));
    else
      path += fmt::format("M{:.1f} {:.2f}h{:.1f}", x, y, width);
  }
  if (!is_titled && !path.empty())
    out += fmt::format("<path class=\"line-{}\" stroke-width=\"{:.2f}\" d=\"{}\"/>\n",
                       style_of(*pages.front()), thickness, path);
  return out;
}

std::string draw_times(const StripTimes& times, double floor) {
  std::string out;
  for (int i = 0; i <= kTimesShown; ++i) {
    const Time time = times.range.from + (times.range.until - times.range.from) * i / kTimesShown;
    const bool is_long = times.range.until - times.range.from > std::chrono::days(20);
    const std::string words = is_long ? day_words(time) : second_words(time).substr(5, 11);
    out += draw_line({times.x(time), kStripTop}, {times.x(time), floor}, "grid") +
           draw_text({times.x(time), floor + 16},
                     i == 0 ? "start" : (i == kTimesShown ? "end" : "middle"), words);
  }
  return out;
}

}  // namespace

std::string plot_strip(const SiteCoherence& site) {
  if (site.present() == 0) return "";
  const StripTimes times(site);
  const std::size_t n = site.present();
  const std::size_t stride = (n + kStripPagesMax - 1) / kStripPagesMax;
  const double room = std::min(kStripHeight, kBarHeightMax * static_cast<double>(n));
  std::string bars;
  double top = kStripTop + 6;
  for (const Verdict verdict : kStripOrder) {
    const auto pages = pages_of(site, verdict, stride);
    if (pages.empty()) continue;
    const double share = static_cast<double>(site.count(verdict)) / static_cast<double>(n);
    const double height = std::max(kGroupHeightMin, room * share);
    bars += draw_text({0, top + 12}, "start", name_of(verdict)) +
            draw_text({0, top + 26}, "start", grouped(site.count(verdict))) +
            draw_bars(pages, times, top, height, n <= kTitledBarsMax);
    top += std::max(height, 28.0) + kGroupGap;
  }
  const double floor = top - kGroupGap + 6;
  const double x = times.x(site.at);
  const bool is_left = x < kWidePlotWidth / 2;
  std::string out = draw_times(times, floor) + bars;
  out += draw_line({x, kStripTop - 14}, {x, floor}, "instant") +
         draw_text({is_left ? x + 6 : x - 6, kStripTop - 8}, is_left ? "start" : "end",
                   second_words(site.at) + " UTC");
  return drawing({kWidePlotWidth, floor + 26}, "The coherence strip",
                 fmt::format("{} of {} pages are proven at {}.", site.count(Verdict::proven), n,
                             second_words(site.at)),
                 out);
}

}  // namespace freshet
