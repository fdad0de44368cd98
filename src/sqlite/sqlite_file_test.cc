// The tests of the catalog cover upgrades, readers and faults (catalog/sqlite_schema_test.cc).
#include "sqlite/sqlite_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr SqliteKind kDiary{.noun = "diary", .application_id = 0x44696172, .is_private = true};

const SchemaSteps& first_steps() {
  static const SchemaSteps steps{{[](Sqlite& db) { return db.execute("CREATE TABLE line(x)"); }}};
  return steps;
}

const SchemaSteps& second_steps() {
  static const SchemaSteps steps{{first_steps().steps[0], [](Sqlite& db) {
                                    return db.execute("INSERT INTO line VALUES (7)");
                                  }}};
  return steps;
}

class SqliteFile : public testing::Test {
 protected:
  Result<std::unique_ptr<Sqlite>> open(const SchemaSteps& steps, bool writes = true) {
    return open_sqlite_file(system_disk(), path, kDiary, steps, {.writes = writes});
  }
  static unsigned mode(const std::string& file) {
    struct stat found{};
    EXPECT_EQ(stat(file.c_str(), &found), 0) << file;
    return found.st_mode & 0777;
  }

  Scratch dir;
  const std::string path = dir / "diary.sqlite";
};

TEST_F(SqliteFile, KeepsAPrivateFileFromOthersWithItsLogAndItsCopies) {
  umask(0);
  {
    const auto db = open(first_steps());
    ASSERT_TRUE(db) << db.error().message;
    ASSERT_TRUE((*db)->run("INSERT INTO line VALUES (1)"));
    const auto names = system_disk().list(dir.path());
    ASSERT_TRUE(names);
    for (const std::string& name : *names) EXPECT_EQ(mode(dir / name), 0600u) << name;
  }
  chmod(path.c_str(), 0644);
  const auto db = open(second_steps());
  ASSERT_TRUE(db) << db.error().message;
  EXPECT_EQ(mode(path), 0600u) << "rights that somebody gave are taken away";
  EXPECT_EQ(mode(path + ".v1.bak"), 0600u);
  ASSERT_TRUE(copy_sqlite_file(system_disk(), path, kDiary, dir / "copy"));
  EXPECT_EQ(mode(dir / "copy"), 0600u);
}

TEST_F(SqliteFile, CopiesWhatIsCommitted) {
  const auto db = open(second_steps());
  ASSERT_TRUE(db);
  ASSERT_TRUE((*db)->run("INSERT INTO line VALUES (8)"));
  for (int time = 0; time < 2; ++time)
    ASSERT_TRUE(copy_sqlite_file(system_disk(), path, kDiary, dir / "copy"));
  const auto copy =
      open_sqlite_file(system_disk(), dir / "copy", kDiary, second_steps(), {.writes = false});
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_EQ((*copy)->number("SELECT sum(x) FROM line").value(), 15);
}

TEST_F(SqliteFile, CallsTheFileByItsNoun) {
  const auto missing = open(first_steps(), false);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "diary \"" + path + "\": there is no such file");
  ASSERT_TRUE(open(second_steps()));
  const auto older = open(first_steps());
  ASSERT_FALSE(older);
  EXPECT_EQ(older.error().message,
            "diary \"" + path +
                "\": it was written by a newer freshet (version 2 of its tables; this program "
                "knows 1)");
  ASSERT_TRUE(replace_file(system_disk(), path, "not SQLite"));
  const auto foreign = open(first_steps());
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().message, "diary \"" + path + "\": this file is not a diary of freshet");
}

}  // namespace
}  // namespace freshet
