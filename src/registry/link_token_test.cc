#include "registry/link_token.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

const std::string kKey(32, 'k');
const LinkToken kSilence{.action = LinkAction::silence, .watch = 7, .happening = 12};

TEST(LinkTokenTest, ReadsWhatItWrote) {
  const LinkToken unsubscribe{.action = LinkAction::unsubscribe, .watch = 9'000'000'000};
  EXPECT_EQ(read_link_token(write_link_token(kSilence, kKey), kKey), kSilence);
  EXPECT_EQ(read_link_token(write_link_token(unsubscribe, kKey), kKey), unsubscribe);
  EXPECT_TRUE(link_path(kSilence, kKey).starts_with("/silence/s.7.12."));
  EXPECT_TRUE(link_path(unsubscribe, kKey).starts_with("/unsubscribe/u.9000000000.0."));
}

TEST(LinkTokenTest, RefusesWhatNobodySigned) {
  const std::string good = write_link_token(kSilence, kKey);
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(read_link_token(good.substr(0, length), kKey));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string other = good;
    other[at] = other[at] == '1' ? '2' : '1';
    EXPECT_FALSE(read_link_token(other, kKey)) << other;
  }
  EXPECT_FALSE(read_link_token(good, std::string(32, 'x'))) << "another key";
  EXPECT_FALSE(read_link_token(good + ".", kKey));
  std::string padded = good;
  padded.insert(2, "0");
  EXPECT_FALSE(read_link_token(padded, kKey)) << "another way to write the number";
}

}  // namespace
}  // namespace freshet
