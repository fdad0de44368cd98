// Hosts that get into trouble for a while: they go down for days, answer 500 or 503 in stretches,
// cut their answers, or become slow. All of it follows from the seed of the world and the time.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "practice/practice_web.h"
#include "practice/world.h"

namespace freshet {

enum class Trouble : std::uint8_t {
  none,
  unresolved,  // its name servers fail
  silent,      // it accepts connections and does not answer
  resets,      // it ends every connection before the head
  error,       // 500 to everything, robots.txt included
  busy,        // 503 with Retry-After, robots.txt excepted
  cut,         // connections end in the middle of a body
  slow,        // many seconds before the head
};
inline constexpr std::uint64_t kTroubleCount = 7;  // without none

std::string_view name_of(Trouble trouble);

struct Stretch {
  Time from{}, until{};
};

// Half of the hosts of a world get into trouble, each into one kind, again and again. One in four
// of those that go down stays down. Immutable.
class HostTrouble {
 public:
  // No trouble before `from` and after `until`.
  HostTrouble(const World& world, Time from, Time until);

  // Returns the trouble that the host of this name has at this moment.
  Trouble at(std::string_view name, Time now) const;

  // Returns the stretches in which no page of the host can be fetched, in order. None while it is
  // slow: its pages come.
  std::vector<Stretch> away(std::string_view name) const;

  // Makes of an answer what the host makes of it at this moment.
  void bend(const PracticeRequest& request, Time now, PracticeAnswer& answer) const;

 private:
  struct Facts {
    Trouble kind = Trouble::none;
    std::vector<Stretch> stretches = {};
  };
  const Facts* find(std::string_view name) const;

  std::unordered_map<std::string, Facts> hosts_;  // by name, and by other name
};

bool is_in(const std::vector<Stretch>& stretches, Time now);

}  // namespace freshet
