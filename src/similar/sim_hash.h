// SimHash: a set of shingles as 64 bits, of which few differ between nearly equal sets (Charikar,
// 2002; Manku, Jain and Das Sarma, "Detecting near-duplicates for web crawling", 2007: at most 3
// bits between near duplicates).
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace freshet {

// Bit i is set if it is set in more than half of the shingles; repeated shingles weigh more.
// Returns 0 for none.
std::uint64_t sim_hash(std::span<const std::uint64_t> shingles);

constexpr int different_bits(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b); }

}  // namespace freshet
