// Random numbers that are computed from keys instead of drawn: the same keys always give the same
// number, in any order of calls. So the world can be computed piece by piece.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace freshet {

// The purpose of a number. It is part of the key, so that two uses of the same keys are
// independent.
enum class ChanceOf : std::uint64_t {
  ranks,
  host,
  page,
  body,
  links,
  rate,
  change,
  latency,
  image,
  trap,
  fault,
  trouble,
};

// splitmix64's finisher (Steele, Lea and Flood, 2014).
constexpr std::uint64_t stir(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr std::uint64_t chance(std::uint64_t seed, ChanceOf of,
                               std::initializer_list<std::uint64_t> keys) {
  std::uint64_t state = stir(stir(seed) ^ static_cast<std::uint64_t>(of));
  for (const std::uint64_t key : keys) state = stir(state ^ key);
  return state;
}

// Returns a number in [0, 1).
constexpr double unit_of(std::uint64_t number) {
  return static_cast<double>(number >> 11) * 0x1p-53;
}

// A short stream of such numbers, for text.
class ChanceStream {
 public:
  explicit constexpr ChanceStream(std::uint64_t state) : state_(state) {}
  constexpr std::uint64_t next() { return stir(state_++); }
  constexpr std::uint64_t below(std::uint64_t end) { return (next() >> 16) % end; }
  constexpr double unit() { return unit_of(next()); }

 private:
  std::uint64_t state_;
};

}  // namespace freshet
