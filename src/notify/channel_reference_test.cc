#include "notify/channel_reference.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "testkit/test_data.h"

namespace freshet {
namespace {

TEST(ChannelReference, IsInTheDocuments) {
  const auto path = testkit::project_path("docs/channels.md");
  if (std::getenv("FRESHET_WRITE_DOCS") != nullptr)
    std::ofstream(path, std::ios::binary) << channels_markdown();
  EXPECT_TRUE(testkit::read_file(path) == channels_markdown())
      << "docs/channels.md is out of date; write it anew with\n"
         "  FRESHET_WRITE_DOCS=1 build/dev/notify_test --gtest_filter='ChannelReference.*'";
}

}  // namespace
}  // namespace freshet
