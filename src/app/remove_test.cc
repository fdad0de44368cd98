#include "app/remove.h"

#include <gtest/gtest.h>

#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

class RemoveTest : public testing::Test {
 protected:
  RemoveTest() {
    archive.keep("https://a.example/", "<p>home");
    archive.keep("http://a.example/", "<p>home, unsafe");
    archive.keep("https://a.example/about", "<p>about");
  }

  Result<Removal> plan(const RemovalRequest& request) {
    ArchiveSession session = archive.open();
    return plan_removal(session.archive(), request);
  }

  SmallArchive archive;
};

TEST_F(RemoveTest, TakesThePagesThatAreNamedOnce) {
  const auto one = plan({.urls = {"https://a.example/", "https://a.example/"}});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->pages, 1u);
  EXPECT_EQ(one->what.urls, std::vector<std::string>{"https://a.example/"});
  EXPECT_EQ(plan({.urls = {"a.example"}})->pages, 2u) << "without a scheme, both";
  EXPECT_EQ(plan({.hosts = {"A.example"}})->pages, 3u) << "https and http are one host";
}

TEST_F(RemoveTest, NothingIsRemovedIfAWordIsWrong) {
  const auto missing = plan({.urls = {"https://a.example/", "https://a.example/abuot"}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_NE(missing.error().message.find("did you mean https://a.example/about?"),
            std::string::npos)
      << missing.error().message;
  EXPECT_EQ(plan({.urls = {"a b"}}).error().code, Errc::invalid);
  EXPECT_EQ(plan({.hosts = {"b.example"}}).error().code, Errc::not_found);
}

}  // namespace
}  // namespace freshet
