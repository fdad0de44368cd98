// Checks the values of a watch. Everything that is stored has passed here, wherever it came from.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "watch/tag_spec.h"
#include "watch/tree_fields.h"
#include "watch/watch_spec.h"

namespace freshet {

struct WatchLimits {
  static constexpr std::size_t kUrlBytes = 8192;
  static constexpr std::size_t kNameBytes = 500;
  static constexpr std::size_t kNoteBytes = 10'000;
  static constexpr std::size_t kLabelBytes = 100;  // name of a tag or channel
  static constexpr std::size_t kLabels = 50;
  static constexpr std::size_t kParts = 50;
  static constexpr std::size_t kExpressionBytes = 4096;
  static constexpr std::size_t kPatterns = 500;
  static constexpr std::size_t kTriggers = 100;
  static constexpr std::size_t kHeaders = 50;
  static constexpr std::size_t kHeaderBytes = 8192;
  static constexpr std::size_t kBodyBytes = std::size_t{1} << 20;
  static constexpr std::size_t kActiveHours = 50;
  static constexpr int kConfirmations = 20;
  static constexpr int kLostAfter = 1000;
  static constexpr Duration kEveryMin = std::chrono::seconds(10);
  static constexpr Duration kEveryMax = std::chrono::hours(24 * 366);
  static constexpr Duration kRepeatMin = std::chrono::minutes(1);
  // Memory of one compiled regular expression, as in the scope of a crawl.
  static constexpr std::int64_t kRegexMemory = std::int64_t{8} << 20;
};

// Puts the URL into normal form. Returns the first problem; none if the watch may be stored.
std::optional<FieldProblem> check_watch(WatchSpec& watch);
std::optional<FieldProblem> check_tag(const TagSpec& tag);

// Return the problem of one expression, which names the place in it; none if it can be used.
std::optional<std::string> check_part(const WatchPart& part);
std::optional<std::string> check_pattern(const TextPattern& pattern);

// Returns the problem of a name of a tag or channel.
std::optional<std::string> check_label(std::string_view name);

// Returns true for headers that hold credentials: Cookie, Authorization, and names with "token",
// "secret", "password", "api-key" or "auth" in them.
bool is_secret_header(std::string_view name);

// Returns how many groups a regular expression has; none if it is wrong.
std::optional<int> regex_groups(std::string_view expression);

}  // namespace freshet
