// A watch, as a value: the pages that somebody wants to be told of. The API, the watches file and
// imports all end here. Design: docs/design/watch.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace freshet {

enum class WatchScope : std::uint8_t {
  page,    // one URL
  prefix,  // every page whose URL begins with it
  site,    // every page of its host
};

// A part of a page. The results of several parts are joined in their order.
struct WatchPart {
  enum class Kind : std::uint8_t { css, xpath, json_path, regex };
  Kind kind = Kind::css;
  std::string expression = {};  // a regex keeps its first group, or else the whole match

  bool operator==(const WatchPart&) const = default;
};

// Text to look for: words without regard to case, or an RE2 expression.
struct TextPattern {
  std::string text = {};
  bool is_regex = false;

  bool operator==(const TextPattern&) const = default;
};

// A condition on what is compared. A watch with triggers tells a change only if one of them (or all
// of them) holds.
struct WatchTrigger {
  enum class Kind : std::uint8_t {
    appears,     // the pattern is in the new text and was not in the old
    disappears,  // the other way round
    present,     // the pattern is in the new text
    absent,
    above,  // the first number of the new text is more than `bound`, that of the old was not
    below,
    changed_by,  // the change is larger than `bound` percent: of the number, or else of the words
  };
  Kind kind = Kind::appears;
  TextPattern pattern = {};
  double bound = 0;

  bool operator==(const WatchTrigger&) const = default;
};

struct NameValue {
  std::string name = {};
  std::string value = {};

  bool operator==(const NameValue&) const = default;
};

// The request, if it is not a plain GET. Secrets among it (Cookie, Authorization, password) are
// kept apart and never shown again; they are sent to the origin of the watch only.
struct WatchRequest {
  std::string method = "GET";
  std::vector<NameValue> headers = {};
  std::vector<NameValue> secret_headers = {};
  std::string body = {};
  std::string user = {};  // of basic authentication
  std::string password = {};

  bool operator==(const WatchRequest&) const = default;
};

enum class Weekday : std::uint8_t {
  monday,
  tuesday,
  wednesday,
  thursday,
  friday,
  saturday,
  sunday
};

// Hours of a day in which a page is checked; they may pass midnight.
struct ActiveHours {
  Weekday day = Weekday::monday;
  int from_minute = 0;  // of the day
  int minutes = 24 * 60;

  bool operator==(const ActiveHours&) const = default;
};

// When a page is checked: at a learned interval, unless one of these says otherwise.
struct WatchTimes {
  std::optional<Duration> every = {};
  std::string cron = {};                 // five fields; empty: none
  std::vector<ActiveHours> active = {};  // empty: always
  std::string zone = {};  // of cron and active hours, like "Europe/Berlin"; empty: UTC

  bool operator==(const WatchTimes&) const = default;
};

enum class ChangeSide : std::uint8_t { both, only_added, only_removed };
enum class Importance : std::uint8_t { low, normal, high };

struct WatchSpec {
  std::string url = {};  // in normal form; of a prefix or site, where it begins
  WatchScope scope = WatchScope::page;
  std::string name = {};  // empty: the title of the page
  std::string note = {};
  std::vector<std::string> tags = {};

  // The comparison. No parts: the content of the page, without its template and learned noise.
  std::vector<WatchPart> parts = {};
  std::vector<WatchPart> removed_parts = {};  // css and xpath only
  std::vector<TextPattern> ignored = {};      // lines that contain one do not count
  std::vector<TextPattern> kept = {};         // only lines that contain one count
  bool sorts_lines = false;
  bool drops_repeated_lines = false;
  bool trims_lines = true;
  bool keeps_number = false;  // the first number of the text is a series

  // The conditions of a message.
  std::vector<WatchTrigger> triggers = {};
  bool needs_all_triggers = false;
  ChangeSide side = ChangeSide::both;
  bool only_new_lines = false;        // lines that were never seen before
  int confirmations = 1;              // checks that must find the same change
  int lost_after = 3;                 // checks without the part until that is told; 0: never
  bool tells_errors = true;           // status 4xx, 5xx, and no answer
  bool compares_error_pages = false;  // an answer 4xx or 5xx is compared like any other

  WatchRequest request = {};
  WatchTimes times = {};

  // The recipients.
  std::vector<std::string> channels = {};        // names; beside those of its tags
  std::vector<std::string> error_channels = {};  // empty: the same
  Importance importance = Importance::normal;
  bool is_paused = false;  // not checked
  bool is_muted = false;   // checked, but nothing is sent
  std::optional<Time> snoozed_until = {};
  std::optional<Duration> repeat_every = {};  // until somebody acknowledges it

  bool operator==(const WatchSpec&) const = default;
};

}  // namespace freshet
