#include "base/special_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "base/disk.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

TEST(SpecialFileTest, IsWhatIsThereAndIsNotRegular) {
  const Scratch scratch;
  const std::string link = scratch / "link";
  std::filesystem::create_symlink("nowhere", link);
  ASSERT_TRUE(replace_file(system_disk(), scratch / "regular", "x"));
  EXPECT_TRUE(is_special_file("/dev/null"));
  EXPECT_TRUE(is_special_file(link));
  EXPECT_FALSE(is_special_file(scratch / "regular"));
  EXPECT_FALSE(is_special_file(scratch / "none"));
}

TEST(SpecialFileTest, AFullDeviceIsAnErrorThatNamesIt) {
  auto file = SpecialFile::open("/dev/full");
  ASSERT_TRUE(file) << file.error().message;
  const Status written = (*file)->write("x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Errc::limit);
  EXPECT_EQ(written.error().message, "cannot write \"/dev/full\": No space left on device");
}

TEST(SpecialFileTest, AReaderOfAFifoGetsEverything) {
  const Scratch scratch;
  const std::string path = scratch / "fifo";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] {
    auto file = std::fopen(path.c_str(), "r");
    for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file))
      got += static_cast<char>(byte);
    std::fclose(file);
  });
  {
    auto file = SpecialFile::open(path);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE((*file)->write("one "));
    EXPECT_TRUE((*file)->write("two"));
    EXPECT_TRUE((*file)->sync());
  }
  reader.join();
  EXPECT_EQ(got, "one two");
}

}  // namespace
}  // namespace freshet
