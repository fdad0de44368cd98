#include "registry/link_token.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

const std::string kLinkKey(32, 'k');
const LinkToken kSilenceLink{.act = LinkAct::silence, .happening = 12, .watch = 7, .channel = 3};

TEST(LinkTokenTest, ReadsWhatItSigned) {
  const LinkToken unsubscribe{.act = LinkAct::unsubscribe, .watch = 9'000'000'000};
  EXPECT_EQ(read_link(sign_link(kSilenceLink, kLinkKey), kLinkKey), kSilenceLink);
  EXPECT_EQ(read_link(sign_link(unsubscribe, kLinkKey), kLinkKey), unsubscribe);
  EXPECT_TRUE(sign_link(kSilenceLink, kLinkKey).starts_with("s-12-7-3-"));
}

TEST(LinkTokenTest, RefusesWhatNobodySigned) {
  const std::string good = sign_link(kSilenceLink, kLinkKey);
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(read_link(good.substr(0, length), kLinkKey));
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string other = good;
    other[at] = other[at] == '1' ? '2' : '1';
    EXPECT_FALSE(read_link(other, kLinkKey)) << other;
  }
  EXPECT_FALSE(read_link(good, std::string(32, 'x'))) << "another key";
  EXPECT_FALSE(read_link(good + "-", kLinkKey));
  std::string padded = good;
  padded.insert(2, "0");
  EXPECT_FALSE(read_link(padded, kLinkKey)) << "another way to write the number";
}

}  // namespace
}  // namespace freshet
