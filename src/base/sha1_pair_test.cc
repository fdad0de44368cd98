#include "base/sha1_pair.h"

#include <gtest/gtest.h>

#include <string>

#include "base/cpu.h"
#include "base/random.h"

namespace freshet {
namespace {

std::string some_bytes(Random& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

// Each implementation must give the SHA-1 of head and body concatenated, and of the body.
void expect_right(std::string_view head, std::string_view body) {
  const Sha1Pair right{.whole = sha1(std::string(head).append(body)), .tail = sha1(body)};
  EXPECT_EQ(sha1_openssl::sha1_pair(head, body), right) << head.size() << " + " << body.size();
  EXPECT_EQ(sha1_pair(head, body), right) << head.size() << " + " << body.size();
  if (has_sha_ni()) {
    EXPECT_EQ(sha1_ni::sha1_pair(head, body), right) << head.size() << " + " << body.size();
  }
}

TEST(Sha1PairTest, GivesTheDigestOfTheWholeAndOfTheTail) {
  const Sha1Pair pair = sha1_pair("a", "bc");
  EXPECT_EQ(pair.whole.base32(), "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5") << "of abc";
  EXPECT_EQ(sha1_pair("", "abc"), (Sha1Pair{.whole = pair.whole, .tail = pair.whole}));
  EXPECT_EQ(sha1_pair("abc", "").tail.base32(), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ") << "of nothing";
}

// Two blocks of each: every position where head, body, padding and length can meet.
TEST(Sha1PairTest, AgreesWithOpenSslAtEveryLengthUpToTwoBlocks) {
  Random random(1);
  const std::string bytes = some_bytes(random, 2 * 130);
  for (std::size_t head = 0; head <= 130; ++head)
    for (std::size_t body = 0; body <= 130; ++body)
      expect_right(std::string_view(bytes).substr(0, head),
                   std::string_view(bytes).substr(130, body));
}

TEST(Sha1PairTest, AgreesWithOpenSslOnPagesAnywhereInMemory) {
  Random random(2);
  const std::string bytes = some_bytes(random, 70'000);
  for (int i = 0; i < 500; ++i) {
    const std::size_t head = random.below(1000);
    const std::size_t begin = head + random.below(64);
    const std::size_t body = random.below(bytes.size() - begin);
    expect_right(std::string_view(bytes).substr(0, head),
                 std::string_view(bytes).substr(begin, body));
  }
}

}  // namespace
}  // namespace freshet
