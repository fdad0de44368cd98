// Main text as a user meets it: inspect --main, learn --content, and the words for wrong usage.
#include <nlohmann/json.hpp>
#include <string>

#include "program.h"
#include "warc_text.h"

namespace {

using nlohmann::json;

class MainTextCliTest : public ProgramTest {
 protected:
  static std::string page() {
    const std::string sentence =
        "The river rose by two metres in a single night, and the people of the town left for the "
        "hills, where they waited for the water to fall again. ";
    return "<html lang=en><title>The river rose - Town News</title><nav><ul><li><a href=/>Home</a>"
           "<li><a href=/w>Weather</a></ul></nav><main><article><h1>The river rose</h1><p>" +
           sentence + sentence + "<p>" + sentence + "<p>" + sentence + sentence +
           "</article></main><footer><p>Copyright 2026 Town News.</p></footer>";
  }

  // Runs a command on an archive with this page.
  std::string on_archive(Words words) const {
    file("page.warc", warc_page("https://example.com/", "2026-11-01T00:00:00Z", page()));
    run({"import", "--archive", "web", "page.warc"});
    words.insert(words.begin() + 1, {"--archive", "web"});
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return ran.out;
  }
};

TEST_F(MainTextCliTest, ShowLeavesOutTheFrame) {
  const std::string all = on_archive({"show", "example.com", "--text"});
  EXPECT_NE(all.find("Weather"), all.npos);
  const std::string main = on_archive({"show", "example.com", "--text", "--main"});
  EXPECT_NE(main.find("in a single night"), main.npos);
  EXPECT_EQ(main.find("Weather"), main.npos);
  const json told = json::parse(on_archive({"show", "example.com", "--text", "--main", "--json"}),
                                nullptr, false);
  EXPECT_EQ(told["title"], "The river rose");
  EXPECT_GT(told["confidence"], 0.5);
}

TEST_F(MainTextCliTest, ShowWritesMarkdown) {
  const std::string markdown = on_archive({"show", "example.com", "--markdown"});
  EXPECT_EQ(markdown.find("# The river rose\n\nThe river rose by two metres"), 0u) << markdown;
  EXPECT_NE(markdown.find("to fall again.\n\nThe river rose by two metres"), markdown.npos)
      << "a blank line between paragraphs: " << markdown;
  EXPECT_EQ(markdown.find("Weather"), markdown.npos);
}

TEST_F(MainTextCliTest, ExportsCarryMainText) {
  const std::string markdown = on_archive({"export", "--format", "md"});
  EXPECT_EQ(markdown.find("---\nurl: \"https://example.com/\"\ntime: "), 0u) << markdown;
  EXPECT_NE(markdown.find("\nlanguage: \"en\"\n---\n\n# The river rose\n"), markdown.npos);
  EXPECT_NE(markdown.find("title: \"The river rose\"\n"), markdown.npos) << markdown;
  EXPECT_NE(markdown.find("in a single night"), markdown.npos);
  const json row =
      json::parse(on_archive({"export", "--format", "jsonl", "--main"}), nullptr, false);
  const std::string text = row["text"];
  EXPECT_EQ(text.find("Weather"), text.npos);
  EXPECT_EQ(row["language"], "en");
  const Ran wrong = run({"export", "--archive", "web", "--format", "csv", "--main"});
  EXPECT_EQ(wrong.exit_code, 2);
}

TEST_F(MainTextCliTest, InspectShowsBlocksWithTheirScores) {
  const Ran ran = run({"inspect", "-", "--main", "--json"}, page());
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json found = json::parse(ran.out, nullptr, false);
  ASSERT_TRUE(found.is_object()) << ran.out;
  EXPECT_EQ(found["title"], "The river rose");
  EXPECT_EQ(found["language"], "en");
  EXPECT_GT(found["confidence"], 0.5);
  bool has_article = false;
  for (const json& block : found["blocks"]) {
    const std::string text = block["text"];
    if (text == "Weather") {
      EXPECT_FALSE(block["main"]);
    }
    if (text.find("single night") == text.npos) continue;
    has_article = true;
    EXPECT_TRUE(block["main"]);
    EXPECT_EQ(block["path"], "html > main > article > p");
  }
  EXPECT_TRUE(has_article);
}

TEST_F(MainTextCliTest, InspectSaysWhyInWords) {
  const Ran ran = run({"inspect", "-", "--main"}, page());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("confidence  0."), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("main > article > p: "), std::string::npos) << ran.out;
}

TEST_F(MainTextCliTest, LearnSaysWhatIsMissing) {
  const Ran no_model = run({"learn", "--content", "nowhere"});
  EXPECT_EQ(no_model.exit_code, 2);
  EXPECT_NE(no_model.err.find("--content requires --model FILE"), std::string::npos);
  const Ran nowhere = run({"learn", "--content", "/nowhere", "--model", "/tmp/no.model"});
  EXPECT_EQ(nowhere.exit_code, 1);
}

}  // namespace
