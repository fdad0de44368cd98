#include "app/maintenance.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace freshet {
namespace {

using nlohmann::json;

TEST(Maintenance, VerificationIsOneObjectInPieces) {
  VerifyJson clean;
  const json none = json::parse(clean.finish({.files = 3, .faults = 0}));
  EXPECT_TRUE(none.at("found").empty());
  EXPECT_EQ(none.at("files"), 3);
  VerifyJson damaged;
  std::string text = damaged.fault("a \"quoted\" fault");
  text += damaged.fault("another");
  text += damaged.finish({.faults = 2});
  const json found = json::parse(text);
  EXPECT_EQ(found.at("found"), (json{"a \"quoted\" fault", "another"}));
  EXPECT_EQ(found.at("faults"), 2);
}

TEST(Maintenance, ResultsAreObjects) {
  EXPECT_EQ(json::parse(to_json(Imported{.snapshots = 4})).at("snapshots"), 4);
  EXPECT_EQ(json::parse(to_json(Reindexed{.skipped = {"x"}})).at("skipped").at(0), "x");
  EXPECT_EQ(json::parse(removal_json({.pages = 2})).at("pages"), 2);
  EXPECT_FALSE(json::parse(compaction_json({.pages = 2})).contains("pages"));
}

}  // namespace
}  // namespace freshet
