#include "simulation/host_trouble.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "practice/chance.h"

namespace freshet {
namespace {

using std::chrono::hours;

constexpr Duration kHealthyMin = hours(24);
constexpr Duration kHealthyMax = hours(10 * 24);
constexpr Duration kDownMin = hours(12);
constexpr Duration kDownMax = hours(6 * 24);
constexpr Duration kFailingMin = hours(2);
constexpr Duration kFailingMax = hours(48);
constexpr Duration kSlowHead = std::chrono::seconds(12);  // less than anybody's patience
constexpr Duration kNeverHead = hours(24);

bool is_down(Trouble kind) {
  return kind == Trouble::unresolved || kind == Trouble::silent || kind == Trouble::resets;
}

Duration draw_between(ChanceStream& draw, Duration least, Duration most) {
  return least + Duration(static_cast<Duration::rep>(draw.unit() *
                                                     static_cast<double>((most - least).count())));
}

PracticeAnswer refusal(int status, std::string_view text) {
  PracticeAnswer answer{.status = status};
  answer.headers = {{"Content-Type", "text/plain"}};
  answer.body = text;
  return answer;
}

}  // namespace

std::string_view name_of(Trouble trouble) {
  constexpr std::array<std::string_view, kTroubleCount + 1> kNames = {
      "none", "unresolved", "silent", "resets", "error", "busy", "cut", "slow"};
  return kNames[static_cast<std::size_t>(trouble)];
}

bool is_in(const std::vector<Stretch>& stretches, Time now) {
  const auto after = std::upper_bound(stretches.begin(), stretches.end(), now,
                                      [](Time at, const Stretch& s) { return at < s.from; });
  return after != stretches.begin() && now < std::prev(after)->until;
}

HostTrouble::HostTrouble(const World& world, Time from, Time until) {
  for (std::uint64_t number = 0; number < world.hosts().count(); ++number) {
    ChanceStream draw(chance(world.plan().seed, ChanceOf::trouble, {number}));
    if (draw.below(2) == 0) continue;
    Facts facts{.kind = static_cast<Trouble>(1 + draw.below(kTroubleCount))};
    const bool stays_down = is_down(facts.kind) && draw.below(4) == 0;
    const bool is_long = is_down(facts.kind) || facts.kind == Trouble::slow;
    Time begin = from + draw_between(draw, kHealthyMin, kHealthyMax);
    while (begin < until) {
      const Duration lasts = is_long ? draw_between(draw, kDownMin, kDownMax)
                                     : draw_between(draw, kFailingMin, kFailingMax);
      const Time end = stays_down ? until : std::min(begin + lasts, until);
      facts.stretches.push_back({.from = begin, .until = end});
      begin = end + draw_between(draw, kHealthyMin, kHealthyMax);
    }
    const HostFacts host = world.hosts().by_number(number);
    if (!host.other_name.empty()) hosts_.emplace(host.other_name, facts);
    hosts_.emplace(host.name, std::move(facts));
  }
}

const HostTrouble::Facts* HostTrouble::find(std::string_view name) const {
  const auto found = hosts_.find(std::string(name));
  return found == hosts_.end() ? nullptr : &found->second;
}

Trouble HostTrouble::at(std::string_view name, Time now) const {
  const Facts* facts = find(name);
  return facts != nullptr && is_in(facts->stretches, now) ? facts->kind : Trouble::none;
}

std::vector<Stretch> HostTrouble::away(std::string_view name) const {
  const Facts* facts = find(name);
  if (facts == nullptr || facts->kind == Trouble::slow) return {};
  return facts->stretches;
}

void HostTrouble::bend(const PracticeRequest& request, Time now, PracticeAnswer& answer) const {
  switch (at(request.host, now)) {
    case Trouble::none:
    case Trouble::unresolved:
      return;
    case Trouble::silent:
      answer.bad.head_delay = kNeverHead;
      return;
    case Trouble::resets:
      answer.bad.has_no_head = answer.bad.resets = true;
      return;
    case Trouble::error:
      answer = refusal(500, "The server has failed.\n");
      break;
    case Trouble::busy:
      if (request.target == "/robots.txt") return;
      answer = refusal(503, "Too busy.\n");
      answer.headers.push_back({"Retry-After", "600"});
      break;
    case Trouble::cut:
      if (answer.framing == Framing::chunked) {
        answer.bad.has_bad_chunk = true;
      } else {
        answer.bad.cut_after = answer.body.size() / 2;
        answer.bad.resets = true;
      }
      return;
    case Trouble::slow:
      answer.bad.head_delay = kSlowHead;
      return;
  }
  finish_answer(answer, now);
}

}  // namespace freshet
