#include "base/random.h"

#include <fmt/format.h>

#include <bit>
#include <random>

#include "base/check.h"

namespace freshet {

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {  // splitmix64
    seed += 0x9e3779b97f4a7c15;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    word = z ^ (z >> 31);
  }
}

Random Random::from_system() {
  std::random_device device;
  return Random(std::uint64_t{device()} << 32 | device());
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t end) {
  require(end > 0, "there is a number below");
  // Numbers below `uneven` would make small results more likely.
  const std::uint64_t uneven = (0 - end) % end;
  while (true) {
    const std::uint64_t number = next();
    if (number >= uneven) return number % end;
  }
}

std::string random_uuid(Random& random) {
  const std::uint64_t high = (random.next() & 0xffffffffffff0fff) | 0x4000;
  const std::uint64_t low = (random.next() & 0x3fffffffffffffff) | 0x8000000000000000;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff,
                     high & 0xffff, low >> 48, low & 0xffffffffffff);
}

}  // namespace freshet
