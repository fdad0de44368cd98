#include "refresh/learned_model.h"

#include <gtest/gtest.h>

#include <string>

#include "predict/shipped_first_sight.h"
#include "testkit/faulty_disk.h"
#include "testkit/memory_disk.h"

namespace freshet {
namespace {

// Any model that is not the one that ships for an archive.
const FirstSight& other() { return shipped_first_sight(CountedChanges::any); }

class LearnedModelTest : public testing::Test {
 protected:
  LearnedModelTest() { EXPECT_TRUE(disk_.make_directories("web")); }

  std::string used() {
    const auto model = first_sight_of(disk_, "web");
    return model ? (*model)->write() : model.error().message;
  }
  void put(std::string_view text) {
    ASSERT_TRUE(replace_file(disk_, learned_model_path("web"), text));
  }

  MemoryDisk disk_;
};

TEST_F(LearnedModelTest, TheOneThatShipsIsUsedUntilAnotherIsKept) {
  EXPECT_EQ(used(), shipped_first_sight_text(CountedChanges::content));
  ASSERT_TRUE(keep_learned_model(disk_, "web", other()));
  EXPECT_EQ(used(), other().write());
  ASSERT_TRUE(forget_learned_model(disk_, "web"));
  EXPECT_EQ(used(), shipped_first_sight_text(CountedChanges::content));
  ASSERT_TRUE(forget_learned_model(disk_, "web"));
}

TEST_F(LearnedModelTest, AModelOfAnotherVersionIsRefusedWithTheReason) {
  std::string text = other().write();
  text.replace(text.find(" 1\n"), 3, " 9\n");
  put(text);
  EXPECT_NE(used().find("the model in \"web/first-sight.model\" cannot be used: "),
            std::string::npos)
      << used();
  EXPECT_NE(used().find("version"), std::string::npos) << used();
}

TEST_F(LearnedModelTest, AModelThatAsksForAnUnknownFactIsRefusedWithItsName) {
  std::string text = other().write();
  text.replace(text.find("url_dir_level"), 13, "colour_of_sky");
  put(text);
  EXPECT_NE(used().find("colour_of_sky"), std::string::npos) << used();
}

TEST_F(LearnedModelTest, AfterACrashThereIsTheOldModelOrTheNewOneWhole) {
  const std::string shipped(shipped_first_sight_text(CountedChanges::content));
  std::size_t old = 0;
  std::size_t fresh = 0;
  for (std::uint64_t calls = 0;; ++calls) {
    MemoryDisk disk;
    ASSERT_TRUE(disk.make_directories("web"));
    ASSERT_TRUE(keep_learned_model(disk, "web", shipped_first_sight(CountedChanges::content)));
    FaultyDisk faulty(disk);
    faulty.fail_from(calls);
    const bool is_done = keep_learned_model(faulty, "web", other()).has_value();
    disk.lose_power(calls);
    const auto model = first_sight_of(disk, "web");
    ASSERT_TRUE(model) << calls << ": " << model.error().message;
    const std::string text = (*model)->write();
    (text == shipped ? old : fresh) += 1;
    ASSERT_TRUE(text == shipped || text == other().write()) << calls;
    if (!is_done) continue;
    EXPECT_EQ(text, other().write()) << "what was kept stays";
    break;
  }
  EXPECT_GT(old, 0U);
  EXPECT_GT(fresh, 0U);
}

}  // namespace
}  // namespace freshet
