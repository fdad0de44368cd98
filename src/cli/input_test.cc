#include "cli/input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace freshet {
namespace {

class InputTest : public testing::Test {
 protected:
  ~InputTest() override { std::filesystem::remove(path_); }

  void holds(std::string_view bytes) { std::ofstream(path_, std::ios::binary) << bytes; }

  const std::string path_ = testing::TempDir() + "freshet-input-" + std::to_string(getpid());
};

TEST_F(InputTest, ReadsAFileWhole) {
  std::string bytes(200'000, 'x');
  bytes[7] = '\0';
  holds(bytes);
  EXPECT_EQ(read_file(path_, 1'000'000), bytes);
  holds("");
  EXPECT_EQ(read_file(path_, 10), "");
}

TEST_F(InputTest, ReadsUpToTheLimitAndNotAByteMore) {
  holds("0123456789");
  EXPECT_EQ(read_file(path_, 10), "0123456789");
  const auto refused = read_file(path_, 9);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::limit);
  EXPECT_EQ(refused.error().message, "\"" + path_ + "\" has more than 9 bytes");
  EXPECT_EQ(read_file("/dev/zero", 1'000'000).error().code, Errc::limit);
}

TEST_F(InputTest, SaysWhyItCannot) {
  EXPECT_EQ(read_file(path_, 10).error().code, Errc::not_found);
  EXPECT_EQ(read_file(path_, 10).error().message,
            "cannot read \"" + path_ + "\": No such file or directory");
  EXPECT_EQ(read_file("a\x1b", 10).error().message,
            "cannot read \"a\\u{1b}\": No such file or directory");
  EXPECT_EQ(read_file("/", 10).error().message, "cannot read \"/\": Is a directory");
}

}  // namespace
}  // namespace freshet
