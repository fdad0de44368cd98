// The watches: what people want to be told of, and how far each of them has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"
#include "watch/watch_spec.h"

namespace freshet {

class RegistryDb;

// How the last checks of a watch went. That it is paused is said by its specification.
enum class WatchCondition : std::uint8_t {
  waiting = 1,  // for its first check
  working = 2,
  failing = 3,  // the page gives no answer, or an error
  lost = 4,     // the part that is compared is not found
};

struct WatchRow {
  WatchId id = 0;
  PersonId owner = 0;
  WatchSpec spec = {};  // of its secrets the names only
  WatchCondition condition = WatchCondition::waiting;
  Time created = {};
  Time edited = {};
  std::optional<Time> checked = {};
  std::optional<Time> told = {};  // of its newest happening
  // Not empty: why the stored specification cannot be read. `spec` has the URL alone, and is
  // paused.
  std::string problem = {};

  bool operator==(const WatchRow&) const = default;
};

struct WatchFilter {
  std::optional<PersonId> owner = {};
  std::optional<WatchCondition> condition = {};
  std::optional<bool> is_paused = {};
  std::string tag = {};   // empty: any
  std::string text = {};  // in URL, name, note or tags, without regard to case; empty: any

  bool operator==(const WatchFilter&) const = default;
};

// A watch and when it was last edited: enough to know which of many to read again.
struct WatchMark {
  WatchId id = 0;
  Time edited = {};

  bool operator==(const WatchMark&) const = default;
};

// A page, prefix or site that somebody watches, once for all who do.
struct WatchedPage {
  std::string url = {};
  WatchScope scope = WatchScope::page;
  // The same for all who send the same request; empty for a plain GET. Secrets are shared by the
  // watches of one person only.
  std::string request = {};
  Importance importance = Importance::low;  // the highest
  std::int64_t watches = 0;

  bool operator==(const WatchedPage&) const = default;
};

struct NumberAt {
  Time time = {};
  double value = 0;

  bool operator==(const NumberAt&) const = default;
};

// Where a watch stands after a check.
struct WatchProgress {
  WatchId watch = 0;
  std::optional<std::string> state = {};  // opaque; none: as it was
  WatchCondition condition = WatchCondition::working;
  std::optional<Time> checked = {};
  std::optional<double> number = {};  // a value of its series, at `checked`
};

// Secrets (header values that authenticate, passwords) are stored apart from the specification,
// bound to the origin of the URL. Only spec_for_request() returns them.
class Watches {
 public:
  explicit Watches(RegistryDb& db) : db_(db) {}

  // Headers that authenticate (Authorization, Cookie) become secret ones.
  Result<WatchId> add(PersonId owner, const WatchSpec& spec, Time now);
  // Replaces the specification. Secrets that it does not give (a secret header without value, an
  // empty password) stay if the origin does.
  Status change(WatchId id, const WatchSpec& spec, Time now);
  // Removes the watch with its happenings, numbers, rules and feeds. Deliveries about nothing else
  // go too.
  Status remove(WatchId id);

  Result<std::optional<WatchRow>> find(WatchId id);
  // Returns watches with larger ids than `after`, by id.
  Result<std::vector<WatchRow>> list(const WatchFilter& filter, WatchId after, std::size_t count);
  Result<std::int64_t> count(const WatchFilter& filter);

  // Returns the specification with its secrets, for the request; none if there is no such watch.
  Result<std::optional<WatchSpec>> spec_for_request(WatchId id);

  // Returns the marks of all watches, by id.
  Result<std::vector<WatchMark>> marks();

  // Visits what is to be checked, by URL: all that a watch names which is not paused. Stops when
  // `visit` returns false.
  Status each_page(const std::function<bool(const WatchedPage&)>& visit);
  // Returns the watches of one of them that are not paused.
  Result<std::vector<WatchId>> watching(const WatchedPage& page);

  // Returns the state that was saved last; none at first.
  Result<std::optional<std::string>> state(WatchId id);
  // Notes the progress of a watch; one that was removed is left out.
  Status save(const WatchProgress& progress);

  // Returns the newest numbers up to `until`, from the oldest of them on.
  Result<std::vector<NumberAt>> numbers(WatchId id, std::optional<Time> until, std::size_t count);

 private:
  Status write(WatchId id, const WatchSpec& spec, PersonId owner, Time now);

  RegistryDb& db_;
};

std::string_view word(WatchCondition condition);

}  // namespace freshet
