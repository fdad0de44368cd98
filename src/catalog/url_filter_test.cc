#include "catalog/url_filter.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/random.h"

namespace freshet {
namespace {

std::uint64_t hash_of(int url) { return hash64("https://a.example/" + std::to_string(url)); }

// Adds `count` URLs from `first` on. Returns the number of those that the filter takes for new.
int count_new(UrlFilter& filter, int first, int count) {
  int found = 0;
  for (int url = first; url < first + count; ++url) found += filter.add(hash_of(url)) ? 1 : 0;
  return found;
}

TEST(UrlFilter, TakesAUrlForNewOnce) {
  UrlFilter filter;
  EXPECT_TRUE(filter.add(hash_of(1)));
  EXPECT_FALSE(filter.add(hash_of(1)));
  EXPECT_TRUE(filter.add(hash_of(2)));
}

TEST(UrlFilter, MistakesAsManyAsItSays) {
  int after_200 = 0, after_500 = 0;
  for (int host = 0; host < 200; ++host) {
    UrlFilter filter;
    count_new(filter, host * 10'000, 200);
    UrlFilter more = filter;
    after_200 += 100 - count_new(more, host * 10'000 + 5'000, 100) > 0 ? 1 : 0;
    EXPECT_EQ(count_new(filter, host * 10'000, 200), 0) << "none is forgotten";
    count_new(filter, host * 10'000 + 200, 300);
    after_500 += filter.add(hash_of(host * 10'000 + 9'999)) ? 0 : 1;
  }
  EXPECT_GT(after_200, 60) << "1 % of 100 is about one in most hosts";
  EXPECT_LT(after_200, 190);
  EXPECT_NEAR(after_500, 30, 18);
}

TEST(UrlFilter, IsStoredInFewBytesAndReadBack) {
  UrlFilter filter;
  for (int urls = 0; urls < 600; ++urls) {
    const std::string packed = filter.pack();
    EXPECT_LE(packed.size(), std::min<std::size_t>(static_cast<std::size_t>(urls) * 8, 256));
    auto again = UrlFilter::unpack(packed);
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(again->pack(), packed);
    const bool is_new = filter.add(hash_of(urls));
    ASSERT_EQ(again->add(hash_of(urls)), is_new);
  }
  EXPECT_EQ(filter.pack().size(), 256u);
}

TEST(UrlFilter, HasThisForm) {
  UrlFilter filter;
  filter.add(0x0001'07ff'0100'0001);
  EXPECT_EQ(filter.pack(), std::string("\x01\x00\x00\x01\xff\x07", 6));
}

TEST(UrlFilter, RefusesWhatItWouldNotHaveWritten) {
  for (const std::string& bad :
       {std::string(1, '\0'), std::string("\x01\x00\x01\x00", 4), std::string("\x00\x08", 2),
        std::string("\x02\x00\x01\x00", 4), std::string(256, '\0'), std::string(258, '\xff')}) {
    const auto filter = UrlFilter::unpack(bad);
    ASSERT_FALSE(filter) << bad.size();
    EXPECT_EQ(filter.error().code, Errc::corrupt);
  }
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(random.below(300), '\0');
    for (char& c : bytes) c = static_cast<char>(random.below(256));
    const auto filter = UrlFilter::unpack(bytes);
    if (filter) {
      EXPECT_EQ(filter->pack(), bytes);
    }
  }
}

}  // namespace
}  // namespace freshet
