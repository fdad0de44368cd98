// Seeded random numbers: equal seeds give equal numbers on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace freshet {

// xoshiro256** (Blackman and Vigna, 2018), its state seeded by splitmix64. Not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  // Seeded by the operating system.
  static Random from_system();

  std::uint64_t next();

  // Returns a uniform number from 0 to `end` - 1; `end` is not 0.
  std::uint64_t below(std::uint64_t end);

  // Returns a number in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  bool with_probability(double p) { return unit() < p; }

  // Makes it a UniformRandomBitGenerator, for std::shuffle and the like.
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next(); }

 private:
  std::uint64_t state_[4];
};

// Returns a version 4 UUID (RFC 9562): "e58c4a1c-7d2f-4b7e-9c55-0a1f6d2b3c4d".
std::string random_uuid(Random& random);

}  // namespace freshet
