#include "web/open_files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace freshet {
namespace {

TEST(OpenFilesTest, ConnectionsFitBesideWhatIsOpen) {
  const std::size_t others = 30 + files_needed(0, 2);
  EXPECT_EQ(connections_within({.limit = 20'000, .open = 30}, 2000, 2), 2000U);
  EXPECT_EQ(connections_within({.limit = 1024, .open = 30}, 2000, 2), 1024 - others);
  EXPECT_EQ(connections_within({.limit = others + 1, .open = 30}, 2000, 2), 1U);
  EXPECT_EQ(connections_within({.limit = 10, .open = 30}, 2000, 2), 1U);
  EXPECT_EQ(files_needed(2000, 2), 2000 + files_needed(0, 2));
}

TEST(OpenFilesTest, RaisesTheSoftLimitAndNeverLowersIt) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit low{.rlim_cur = 100, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  EXPECT_EQ(raise_open_file_limit(150).limit, 150U);
  EXPECT_EQ(raise_open_file_limit(120).limit, 150U);
  EXPECT_GE(raise_open_file_limit(120).open, 3U);
  const rlimit hard = {.rlim_cur = 150, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &hard), 0);
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace freshet
