#include "base/sha1_pair.h"

#include "base/cpu.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#endif

namespace freshet {

Sha1Pair sha1_pair(std::string_view head, std::string_view body) {
  return has_sha_ni() ? sha1_ni::sha1_pair(head, body) : sha1_openssl::sha1_pair(head, body);
}

Sha1Pair sha1_openssl::sha1_pair(std::string_view head, std::string_view body) {
  thread_local Sha1 hasher;
  hasher.update(head);
  hasher.update(body);
  const Sha1Digest whole = hasher.finish();
  hasher.update(body);
  return {.whole = whole, .tail = hasher.finish()};
}

#if defined(__x86_64__)

namespace sha1_ni {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kLengthBytes = 8;  // at the end of the last block

// The state of one SHA-1 (FIPS 180-4, 6.1): A, B, C, D from the highest word down, and E in the
// highest word.
struct Lane {
  __m128i abcd;
  __m128i e;
};

// A lane within a block. `before` is abcd four rounds ago, from which the next E follows.
struct Rounds {
  Lane lane;
  __m128i before;
  __m128i words[4];  // the last 16 of the message schedule
};

[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline Lane first_lane() {
  return {.abcd = _mm_set_epi32(0x67452301, static_cast<int>(0xEFCDAB89),
                                static_cast<int>(0x98BADCFE), 0x10325476),
          .e = _mm_set_epi32(static_cast<int>(0xC3D2E1F0), 0, 0, 0)};
}

[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline Rounds begin_block(const Lane& lane,
                                                                            const char* block) {
  const __m128i reversed = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  Rounds rounds{.lane = lane, .before = lane.abcd, .words = {}};
  for (std::size_t i = 0; i < 4; ++i)
    rounds.words[i] = _mm_shuffle_epi8(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * i)), reversed);
  return rounds;
}

// Rounds 4 G to 4 G + 3.
template <std::size_t G>
[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline void four_rounds(Rounds& r) {
  __m128i& words = r.words[G % 4];  // NOLINT(misc-const-correctness): assigned for G > 3
  if constexpr (G >= 4)
    words = _mm_sha1msg2_epu32(
        _mm_xor_si128(_mm_sha1msg1_epu32(words, r.words[(G + 1) % 4]), r.words[(G + 2) % 4]),
        r.words[(G + 3) % 4]);
  const __m128i e = G == 0 ? _mm_add_epi32(r.lane.e, words) : _mm_sha1nexte_epu32(r.before, words);
  r.before = r.lane.abcd;
  r.lane.abcd = _mm_sha1rnds4_epu32(r.lane.abcd, e, G / 5);
}

[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline void end_block(Lane& lane,
                                                                        const Rounds& r) {
  lane.e = _mm_sha1nexte_epu32(r.before, lane.e);
  lane.abcd = _mm_add_epi32(lane.abcd, r.lane.abcd);
}

template <std::size_t... G>
[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline void all_rounds(std::index_sequence<G...>,
                                                                         Rounds& rounds) {
  (four_rounds<G>(rounds), ...);
}

template <std::size_t... G>
[[gnu::target("sha,sse4.1"), gnu::always_inline]] inline void all_rounds(std::index_sequence<G...>,
                                                                         Rounds& first,
                                                                         Rounds& second) {
  ((four_rounds<G>(first), four_rounds<G>(second)), ...);
}

using Groups = std::make_index_sequence<20>;

[[gnu::target("sha,sse4.1")]] void take_blocks(Lane& to, const char* bytes, std::size_t count) {
  Lane lane = to;
  for (; count > 0; --count, bytes += kBlock) {
    Rounds rounds = begin_block(lane, bytes);
    all_rounds(Groups{}, rounds);
    end_block(lane, rounds);
  }
  to = lane;
}

// Processes `count` blocks of each, interleaved.
[[gnu::target("sha,sse4.1")]] void take_blocks(Lane& to, const char* bytes, Lane& other_to,
                                               const char* other_bytes, std::size_t count) {
  Lane lane = to;
  Lane other = other_to;
  for (; count > 0; --count, bytes += kBlock, other_bytes += kBlock) {
    Rounds rounds = begin_block(lane, bytes);
    Rounds other_rounds = begin_block(other, other_bytes);
    all_rounds(Groups{}, rounds, other_rounds);
    end_block(lane, rounds);
    end_block(other, other_rounds);
  }
  to = lane;
  other_to = other;
}

// Ends a message of `total` bytes with the last partial block `rest`.
[[gnu::target("sha,sse4.1")]] Sha1Digest finish(Lane lane, std::string_view rest,
                                                std::uint64_t total) {
  std::array<char, 2 * kBlock> padded{};
  std::copy(rest.begin(), rest.end(), padded.begin());
  padded[rest.size()] = static_cast<char>(0x80);
  const std::size_t blocks = rest.size() < kBlock - kLengthBytes ? 1 : 2;
  const std::uint64_t bits = __builtin_bswap64(8 * total);
  std::memcpy(padded.data() + blocks * kBlock - kLengthBytes, &bits, kLengthBytes);
  take_blocks(lane, padded.data(), blocks);
  alignas(16) std::array<std::uint32_t, 4> words;
  _mm_store_si128(reinterpret_cast<__m128i*>(words.data()), lane.abcd);
  const std::array<std::uint32_t, 5> state{
      words[3], words[2], words[1], words[0],
      static_cast<std::uint32_t>(_mm_extract_epi32(lane.e, 3))};
  Sha1Digest digest;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i)
    digest.bytes[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace

// The whole first processes the blocks without a part of the body, and the one where head and body
// meet; then both run along the body, the whole some bytes ahead.
[[gnu::target("sha,sse4.1")]] Sha1Pair sha1_pair(std::string_view head, std::string_view body) {
  const std::uint64_t total = head.size() + body.size();
  Lane whole = first_lane();
  Lane tail = first_lane();
  take_blocks(whole, head.data(), head.size() / kBlock);
  head.remove_prefix(head.size() / kBlock * kBlock);

  std::string_view ahead = body;
  std::array<char, kBlock> meeting;
  std::copy(head.begin(), head.end(), meeting.begin());
  if (!head.empty()) {
    const std::size_t fill = std::min(kBlock - head.size(), body.size());
    std::copy_n(body.begin(), fill, meeting.begin() + head.size());
    if (head.size() + fill < kBlock)
      return {.whole = finish(whole, {meeting.data(), head.size() + fill}, total),
              .tail = finish(tail, body, body.size())};
    take_blocks(whole, meeting.data(), 1);
    ahead.remove_prefix(fill);
  }

  const std::size_t both = ahead.size() / kBlock;
  take_blocks(whole, ahead.data(), tail, body.data(), both);
  take_blocks(tail, body.data() + both * kBlock, body.size() / kBlock - both);
  return {.whole = finish(whole, ahead.substr(both * kBlock), total),
          .tail = finish(tail, body.substr(body.size() / kBlock * kBlock), body.size())};
}

}  // namespace sha1_ni

#else

Sha1Pair sha1_ni::sha1_pair(std::string_view head, std::string_view body) {
  return sha1_openssl::sha1_pair(head, body);
}

#endif

}  // namespace freshet
