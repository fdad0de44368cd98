#include "schedule/hints.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(Hints, RaiseAndLowerTheChanceThatAPageIsStale) {
  for (const HintKind kind :
       {HintKind::sitemap_lastmod, HintKind::feed_entry, HintKind::not_modified}) {
    const HintTrust trust = HintTrust::of(kind);
    EXPECT_GT(with_hint(0.3, true, trust), 0.3);
    EXPECT_LT(with_hint(0.3, false, trust), 0.3);
  }
}

TEST(Hints, A304WeighsMoreThanASilentFeed) {
  EXPECT_LT(with_hint(0.3, false, HintTrust::of(HintKind::not_modified)),
            with_hint(0.3, false, HintTrust::of(HintKind::feed_entry)));
}

TEST(Hints, ALiarIsNoLongerHeard) {
  HintTrust trust = HintTrust::of(HintKind::sitemap_lastmod);
  for (int i = 0; i < 100; ++i) trust.learn(true, false);  // every lastmod is the day of the build
  for (int i = 0; i < 100; ++i) trust.learn(false, true);
  EXPECT_FALSE(trust.is_useful());
  EXPECT_EQ(with_hint(0.3, true, trust), 0.3);
}

TEST(Hints, NeverMakeCertain) {
  HintTrust trust = HintTrust::of(HintKind::feed_entry);
  for (int i = 0; i < 100'000; ++i) {
    trust.learn(true, true);
    trust.learn(false, false);
  }
  EXPECT_LT(with_hint(0.5, true, trust), 1);
  EXPECT_GT(with_hint(0.5, false, trust), 0);
}

}  // namespace
}  // namespace freshet
