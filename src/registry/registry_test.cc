#include "registry/registry.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "registry/registry_driver_test.h"
#include "registry/registry_schema.h"

namespace freshet {
namespace {

class RegistryFile : public RegistryTest {
 protected:
  std::vector<std::string> names() { return must(system_disk().list(dir.path())); }
  static unsigned mode(const std::string& file) {
    struct stat found{};
    EXPECT_EQ(stat(file.c_str(), &found), 0) << file;
    return found.st_mode & 0777;
  }
};

TEST_F(RegistryFile, IsReadByItsOwnerAlone) {
  watch("https://a.example/");
  must(registry->back_up(dir / "backup"));
  const auto files = names();
  EXPECT_GE(files.size(), 3u);
  for (const std::string& name : files) EXPECT_EQ(mode(dir / name), 0600u) << name;
}

TEST_F(RegistryFile, SaysWhatAFileIsThatIsNoRegistry) {
  const auto missing = Registry::open(system_disk(), dir / "other", {.writes = false});
  EXPECT_EQ(error_of(missing), "registry \"" + dir / "other" + "\": there is no such file");
  must(replace_file(system_disk(), dir / "text", "a text"));
  EXPECT_EQ(error_of(Registry::open(system_disk(), dir / "text", {})),
            "registry \"" + dir / "text" + "\": this file is not a registry of freshet");
}

TEST_F(RegistryFile, CopiesItselfWhileItIsUsed) {
  const WatchId id = watch("https://a.example/");
  const std::string session =
      must(registry->passes().begin_session(person("ann", Role::admin), "", by()));
  must(registry->back_up(dir / "backup"));
  watch("https://b.example/");
  registry.reset();
  auto copy = Registry::open(system_disk(), dir / "backup", {});
  ASSERT_TRUE(copy) << copy.error().message;
  must((*copy)->check());
  EXPECT_TRUE(must((*copy)->watches().find(id)));
  EXPECT_EQ(must((*copy)->watches().count({})), 1);
  EXPECT_EQ(must((*copy)->watches().count({.text = "example"})), 1) << "with the text index";
  EXPECT_TRUE(must((*copy)->passes().session(session, now())));
  EXPECT_FALSE((*copy)->back_up(dir / "missing/backup"));
}

// The first step of the next version of the tables, as a test brings it.
TEST_F(RegistryFile, IsUpgradedAndKeepsTheOldFileBesideIt) {
  const WatchId id = watch("https://a.example/");
  registry.reset();
  SchemaSteps next = registry_schema();
  next.steps.push_back(
      [](Sqlite& db) { return db.execute("ALTER TABLE watch ADD COLUMN colour TEXT"); });
  {
    const auto upgraded = Registry::open(system_disk(), path, {.schema = &next});
    ASSERT_TRUE(upgraded) << upgraded.error().message;
    EXPECT_TRUE(must((*upgraded)->watches().find(id)));
  }
  const std::string backup = path + ".v" + std::to_string(registry_schema().newest()) + ".bak";
  EXPECT_EQ(mode(backup), 0600u);
  EXPECT_TRUE(Registry::open(system_disk(), backup, {.writes = false}));
  const auto older = Registry::open(system_disk(), path, {});
  ASSERT_FALSE(older);
  EXPECT_NE(older.error().message.find("written by a newer freshet"), std::string::npos);
}

TEST_F(RegistryFile, StaysAsItWasIfAnUpgradeFails) {
  const WatchId id = watch("https://a.example/");
  registry.reset();
  SchemaSteps next = registry_schema();
  next.steps.push_back([](Sqlite& db) -> Status {
    const Status dropped = db.execute("DROP TABLE watch_state");
    return dropped ? db.execute("nonsense") : dropped;
  });
  EXPECT_FALSE(Registry::open(system_disk(), path, {.schema = &next}));
  reopen();
  EXPECT_TRUE(must(registry->watches().find(id)));
  must(registry->watches().save({.watch = id, .state = "{}"}));
}

TEST_F(RegistryFile, CommitsSeveralChangesTogetherOrNone) {
  const auto failed = registry->atomically([&]() -> Status {
    watch("https://a.example/");
    channel("hook");
    return std::unexpected(Error{Errc::invalid, "line 7 of the file is wrong"});
  });
  EXPECT_EQ(error_of(failed), "line 7 of the file is wrong");
  EXPECT_EQ(must(registry->watches().count({})), 0);
  EXPECT_TRUE(must(registry->channels().list_all()).empty());
}

TEST_F(RegistryFile, CommitsNothingIfAFailedPartWasOverlooked) {
  const auto failed = registry->atomically([&]() -> Status {
    watch("https://a.example/");
    static_cast<void>(registry->watches().remove(99));
    EXPECT_FALSE(registry->channels().pause(1, "")) << "nothing more is tried";
    return {};
  });
  EXPECT_EQ(error_of(failed), "there is no watch 99");
  EXPECT_EQ(must(registry->watches().count({})), 0);
  must(registry->atomically([&]() -> Status {
    watch("https://a.example/");
    return {};
  }));
  EXPECT_EQ(must(registry->watches().count({})), 1);
}

TEST_F(RegistryFile, IsReadBesideItsWriter) {
  const auto reader = Registry::open(system_disk(), path, {.writes = false});
  ASSERT_TRUE(reader) << reader.error().message;
  const WatchId id = watch("https://a.example/");
  EXPECT_TRUE(must((*reader)->watches().find(id)));
  EXPECT_EQ(error_of((*reader)->watches().remove(id)),
            "registry \"" + path + "\": it was opened for reading");
}

TEST_F(RegistryFile, HasAKeyForEachPurposeThatStays) {
  const std::string key = must(registry->key_for("links"));
  EXPECT_EQ(key.size(), 32u);
  EXPECT_NE(must(registry->key_for("feeds")), key);
  reopen();
  EXPECT_EQ(must(registry->key_for("links")), key);
  const Scratch other;
  const auto another = Registry::open(system_disk(), other / "registry.sqlite", {});
  EXPECT_NE(must((*another)->key_for("links")), key);
}

TEST_F(RegistryFile, FindsDamage) {
  for (int i = 0; i < 100; ++i) watch("https://a.example/" + std::to_string(i));
  must(registry->check());
  registry.reset();
  auto file = must(system_disk().open(path, Access::write));
  const std::uint64_t size = must(file->size());
  must(file->write(size / 2, std::string(4096, '\x55')));
  auto damaged = Registry::open(system_disk(), path, {});
  if (!damaged) return;  // found at once
  const auto found = (*damaged)->check();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::corrupt) << found.error().message;
}

TEST_F(RegistryFile, IsNamedBesideTheCatalog) {
  EXPECT_EQ(registry_file("/data/archive"), "/data/archive/registry.sqlite");
}

TEST_F(RegistryFile, NoticesChangesOfOtherConnections) {
  const std::int64_t before = must(registry->version_of_others());
  watch("https://a.example/");
  EXPECT_EQ(must(registry->version_of_others()), before) << "our own do not count";
  auto other = must(Registry::open(system_disk(), path, {.password_cost = kCheapPassword}));
  EXPECT_EQ(must(registry->version_of_others()), before);
  must(other->watches().remove(1));
  EXPECT_NE(must(registry->version_of_others()), before);
}

}  // namespace
}  // namespace freshet
