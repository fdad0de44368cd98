#include "app/spam.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

std::string own_page(int i) {
  return fmt::format(
      "<title>Workshop {0} of the valley</title><p>We mend number {0} of all the clocks, and we "
      "have "
      "done it here since the year {0}.</p><a href=/a{0}>Clocks</a><a href=/b>Prices</a>",
      i);
}

TEST(Spam, FindsParkedHostsWithoutNameServers) {
  SmallArchive archive;
  for (int i = 0; i < 4; ++i) {
    archive.keep(fmt::format("http://own{}.test/", i), own_page(i));
    archive.keep(fmt::format("http://name{}.test/", i),
                 fmt::format("<title>name{0}.test</title><h1>name{0}.test</h1><h2>Related searches"
                             "</h2><a href='/?q=a&d=name{0}.test'>a</a><a href='/?q=b'>b</a>",
                             i));
  }
  archive.keep("http://own1.test/about/us", "<h1>own1.test</h1><h2>Related searches</h2>");
  archive.keep("http://plain.test/", "no page", "text/plain");
  ArchiveSession session = archive.open();
  const auto spam = find_spam(session, {});
  ASSERT_TRUE(spam) << spam.error().message;
  EXPECT_EQ(spam->report.hosts.size(), 8u);
  EXPECT_EQ(spam->hosts_without_home, 1u);
  for (const HostJudgement& host : spam->report.hosts)
    EXPECT_EQ(host.is_parked(), host.host.starts_with("name")) << host.host << " " << host.parked;
  const auto object = nlohmann::json::parse(to_json(*spam));
  EXPECT_EQ(object.at("hosts").size(), 8u);
  EXPECT_EQ(object.at("hosts").at(0).at("host"), "name0.test");
}

TEST(Spam, JudgesAnEmptySelection) {
  SmallArchive archive;
  archive.keep(kHome, own_page(1));
  ArchiveSession session = archive.open();
  const auto spam = find_spam(session, {.selection = {.hosts = {"none.test"}}});
  ASSERT_TRUE(spam) << spam.error().message;
  EXPECT_TRUE(spam->report.hosts.empty());
}

}  // namespace
}  // namespace freshet
