#include "app/near.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

const std::string kRiver =
    "The river rose over night and the lower road is closed until further notice by the council";

TEST(Near, FindsPagesOfAnArchiveThatShareTheirText) {
  SmallArchive archive;
  archive.keep("https://a.example/1", "<p>" + kRiver + " today.");
  archive.keep("https://a.example/2", "<p>" + kRiver + " this evening.");
  archive.keep("https://a.example/3", "<p>Nothing of this is about water or about roads at all.");
  ArchiveSession session = archive.open();
  NearCorpus corpus;
  ASSERT_TRUE(add_archived_texts(session, {}, corpus));
  EXPECT_EQ(corpus.size(), 3u);
  const auto pairs = corpus.pairs(0.5);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].a, "https://a.example/1");
  EXPECT_EQ(pairs[0].b, "https://a.example/2");
  const auto object = nlohmann::json::parse(to_json(pairs));
  EXPECT_EQ(object.at(0).at("a"), "https://a.example/1");
  EXPECT_TRUE(corpus.pairs(0.999).empty());
}

}  // namespace
}  // namespace freshet
