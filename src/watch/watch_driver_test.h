// A watch of one page, checked by hand: what the tests of this folder drive.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "html/tag_index.h"
#include "watch/watch_compare.h"

namespace freshet {

// Does what a server does with each answer: reads the part, judges whole pages of HTML against the
// version last told, and advances the state, which it stores as JSON between checks.
class WatchDriver : public testing::Test {
 protected:
  WatchSpec spec;

  // Returns the event, the problem and the hunks of a check: "changed: a [-b-] {+c+}".
  std::string html(const std::string& page) { return answer(200, page, "text/html"); }
  std::string text(const std::string& page) { return answer(200, page, "text/plain"); }
  std::string json(const std::string& page) { return answer(200, page, "application/json"); }

  std::string answer(int status, const std::string& body, const std::string& type) {
    WatchObservation seen{.at = next_time(), .status = status};
    const auto reader = PartReader::make(spec);
    EXPECT_TRUE(reader) << reader.error().message;
    auto part = reader->read({.content_type = type, .body = body});
    EXPECT_TRUE(part) << part.error().message;
    if (status == 200 && type == "text/html") {
      prints_.push_back(print(body));
      if (part->is_whole && part->kind == PageKind::html) seen.change = judge();
    } else {
      prints_.emplace_back();
    }
    seen.version = std::to_string(prints_.size() - 1);
    seen.part = std::move(*part);
    return check(seen);
  }

  std::string status(int status) { return check({.at = next_time(), .status = status}); }
  std::string no_answer(const std::string& problem) {
    return check({.at = next_time(), .problem = problem});
  }
  std::string unchanged() {
    return check({.at = next_time(), .status = 304, .is_unchanged = true});
  }

  // Begins anew with a page that was never seen.
  void restart() {
    state = {};
    prints_.clear();
  }

  WatchState state;
  WatchVerdict verdict;  // of the last check

 private:
  static PagePrint print(const std::string& page) {
    return print_page(page, page, index_tags(page, Scripting::off), Scripting::off);
  }

  // Judges the last print against that of the version last told.
  std::optional<Change> judge() const {
    if (!state.told_at) return std::nullopt;
    const std::size_t told = std::stoul(state.told_version);
    std::vector<PagePrint> earlier;
    for (std::size_t i = 0; i + 1 < prints_.size(); ++i)
      if (i != told && !prints_[i].blocks.empty()) earlier.push_back(prints_[i]);
    constexpr std::size_t kCopiesCompared = 8;  // as the judge of a crawl does
    if (earlier.size() > kCopiesCompared)
      earlier.erase(earlier.begin(), earlier.end() - kCopiesCompared);
    return judge_change(prints_[told], prints_.back(), earlier);
  }

  Time next_time() { return now_ += std::chrono::hours(1); }

  std::string check(const WatchObservation& seen) {
    WatchStep step = advance(spec, state, seen);
    const auto stored = read_watch_state(to_json(step.state));
    EXPECT_TRUE(stored && *stored == step.state);
    state = std::move(step.state);
    verdict = std::move(step.verdict);
    std::string out(watch_event_text(verdict.event));
    if (!verdict.problem.empty()) out += ": " + verdict.problem;
    std::string separator = ": ";
    for (const WatchHunk& hunk : verdict.hunks) {
      out += separator + hunk_text(hunk);
      separator = " | ";
    }
    return out;
  }

  std::vector<PagePrint> prints_;
  Time now_ = *parse_time("2026-11-19");
};

}  // namespace freshet
