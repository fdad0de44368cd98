#include "web/answer_reader.h"

#include <gtest/gtest.h>

#include "web/rate_watch.h"

namespace freshet {
namespace {

bool takes(AnswerReader& reader, std::initializer_list<std::string_view> lines) {
  for (const std::string_view line : lines)
    if (!reader.on_line(line)) return false;
  return true;
}

TEST(AnswerReaderTest, AHeadMayBeAsLongAsItsLimitsSay) {
  FetchLimits limits;
  limits.head_bytes = 30;
  limits.head_lines = 3;
  AnswerReader fits(limits);
  EXPECT_TRUE(takes(fits, {"HTTP/1.1 200 OK\r\n", "A: 5678\r\n", "\r\n"}));  // 28 bytes
  EXPECT_TRUE(fits.has_head());
  AnswerReader too_long(limits);
  EXPECT_FALSE(takes(too_long, {"HTTP/1.1 200 OK\r\n", "A: 56789012\r\n", "\r\n"}));
  EXPECT_EQ(too_long.problem(), "the head is longer than 30 bytes");
  AnswerReader too_many(limits);
  EXPECT_FALSE(takes(too_many, {"HTTP/1.1 200 OK\r\n", "A:\r\n", "B:\r\n", "\r\n"}));
  EXPECT_EQ(too_many.problem(), "the head has more than 3 lines");
}

TEST(AnswerReaderTest, TrailersMayBeAsLongAsAHead) {
  FetchLimits limits;
  limits.head_bytes = 30;
  limits.head_lines = 3;
  AnswerReader fits(limits);
  EXPECT_TRUE(takes(fits, {"HTTP/1.1 200 OK\r\n", "\r\n", "T: 5678901234567890123456789\r\n"}));
  EXPECT_EQ(fits.bytes(), 49U);
  EXPECT_FALSE(takes(fits, {"U:\r\n"}));
  EXPECT_TRUE(fits.has_long_trailers());
  EXPECT_EQ(fits.problem(), "");
  AnswerReader too_many(limits);
  EXPECT_TRUE(takes(too_many, {"HTTP/1.1 200 OK\r\n", "\r\n", "A:\r\n", "B:\r\n", "C:\r\n"}));
  EXPECT_FALSE(takes(too_many, {"D:\r\n"}));
}

TEST(AnswerReaderTest, ALargeBodyNeedsRoomInThePool) {
  MemoryPool pool(1'000'000);
  const FetchLimits limits;
  const std::string piece(100'000, 'x');
  const auto take_all = [&](AnswerReader& reader, int pieces) {
    for (int i = 0; i < pieces; ++i) {
      if (!reader.make_room(piece.size())) return false;
      EXPECT_TRUE(reader.on_body(piece));
    }
    return true;
  };
  AnswerReader small(limits, &pool);
  EXPECT_TRUE(take_all(small, 1));
  EXPECT_EQ(pool.used(), 0U) << "small ones are not counted";
  AnswerReader first(limits, &pool);
  EXPECT_TRUE(take_all(first, 8));
  EXPECT_GE(pool.used(), 800'000U);
  AnswerReader second(limits, &pool);
  EXPECT_TRUE(take_all(second, 8)) << "one may overdraw the pool";
  EXPECT_FALSE(take_all(first, 8));
  EXPECT_FALSE(take_all(small, 8));
  {
    const MemoryShare held = second.take_memory();
  }
  EXPECT_TRUE(take_all(small, 2));
}

TEST(AnswerReaderTest, ReadsLinesThatAreNoFieldsAsBrowsersDo) {
  AnswerReader reader{FetchLimits{}};
  EXPECT_TRUE(takes(reader, {"HTTP/2 204 \r\n", " folded into nothing\r\n", "no colon\r\n",
                             ":empty\r\n", "a:b:c\n", "\n", "Trailer: x\r\n"}));
  const WebAnswer answer = reader.take_answer();
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(answer.protocol, "h2");
  EXPECT_EQ(answer.headers, (std::vector<warc::Field>{{"", "empty"}, {"a", "b:c"}}));
}

TEST(AnswerReaderTest, TakesNoMoreRoomThanALengthCanBeTrustedWith) {
  AnswerReader reader{FetchLimits{}};
  EXPECT_TRUE(takes(reader, {"HTTP/1.1 200 OK\r\n", "Content-Length: 16000000\r\n", "\r\n"}));
  EXPECT_TRUE(reader.on_body("x"));
  EXPECT_LE(reader.take_answer().body.capacity(), kBodyReserveBytesMax + 1);
}

TEST(RateWatchTest, JudgesTheLatestSpanOnly) {
  constexpr Duration kSpan = std::chrono::seconds(20);
  RateWatch watch;
  // Nothing for 20 seconds; there is no verdict before that.
  for (int look = 0; look < 3; ++look) EXPECT_FALSE(watch.is_slow(0, 256, kSpan));
  EXPECT_TRUE(watch.is_slow(0, 256, kSpan));
  // A fast beginning does not excuse a slow end.
  watch.restart();
  for (int look = 0; look < 4; ++look) EXPECT_FALSE(watch.is_slow(1'000'000, 256, kSpan)) << look;
  EXPECT_TRUE(watch.is_slow(1'005'119, 256, kSpan));
  // Just fast enough, indefinitely.
  watch.restart();
  for (std::size_t look = 1; look < 100; ++look)
    EXPECT_FALSE(watch.is_slow(look * 5 * 256, 256, kSpan)) << look;
}

}  // namespace
}  // namespace freshet
