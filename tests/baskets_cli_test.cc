// Baskets mode as a user meets it.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "program.h"
#include "warc_text.h"

namespace {

using nlohmann::json;

class BasketsCliTest : public ProgramTest {
 protected:
  BasketsCliTest() {
    file("sample.warc",
         warc_page("https://example.com/", "2026-01-05T00:00:00Z", "<p>Home") +
             warc_page("https://example.com/news", "2026-01-06T00:00:00Z", "<p>New"));
    EXPECT_EQ(run({"import", "--archive", "web", "sample.warc"}).exit_code, 0);
  }

  std::string refusal(const Words& words) const {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    return ran.err.substr(0, ran.err.find('\n'));
  }
};

TEST_F(BasketsCliTest, ThePlanSaysWhichPagesAreInIt) {
  const Ran ran = run({"plan", "--archive", "web", "--watch", "https://example.com/n*", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  bool has_found = false;
  for (std::size_t from = 0; from < ran.out.size();) {
    const std::size_t end = ran.out.find('\n', from);
    const json page = json::parse(ran.out.substr(from, end - from), nullptr, false);
    from = end + 1;
    if (page.value("url", "") != "https://example.com/news") {
      EXPECT_FALSE(page.contains("baskets")) << page;
      continue;
    }
    has_found = true;
    EXPECT_EQ(page.value("reason", ""), "baskets");
    EXPECT_EQ(page.value("baskets", ""),
              "baskets mode: the next poll gives the version that others are compared with");
  }
  EXPECT_TRUE(has_found) << ran.out;
}

TEST_F(BasketsCliTest, SaysWhatIsWrongWithItsSettings) {
  EXPECT_EQ(refusal({"plan", "--archive", "web", "--watch", "example.com/news"}),
            "freshet: --watch must be a list of URLs that begin with https:// or http://, not "
            "\"example.com/news\"");
  file("freshet.toml", "[refresh]\nwatch_baskets = [\"12h\", \"4h\"]\n");
  EXPECT_EQ(refusal({"plan", "--archive", "web"}),
            "freshet: invalid settings refresh.watch_*: the times of the baskets must rise");
  EXPECT_EQ(refusal({"practice", "compare-schedulers"}),
            "freshet: invalid settings refresh.watch_*: the times of the baskets must rise");
  file("freshet.toml", "");
  EXPECT_EQ(refusal({"practice", "compare-schedulers", "--days", "1"}),
            "freshet: --days must be a number from 2 to 365, not \"1\"");
}

TEST_F(BasketsCliTest, APolicyIsNamedInFull) {
  const std::string sentence =
      "freshet: unknown refresh policy \"nuch\" (did you mean nutch?); known are default, "
      "uniform, ";
  EXPECT_TRUE(
      refusal({"practice", "compare-schedulers", "--policy", "nuch"}).starts_with(sentence));
  EXPECT_TRUE(refusal({"refresh", "--archive", "web", "--policy", "nuch"}).starts_with(sentence));
}

TEST_F(BasketsCliTest, SchedulersAreComparedOnThePracticeWeb) {
  const Ran ran = run({"practice", "compare-schedulers", "--pages", "12", "--hosts", "2", "--days",
                       "2", "--json", "--html", "plots.html"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json found = json::parse(ran.out, nullptr, false);
  ASSERT_TRUE(found.is_object()) << ran.out;
  ASSERT_EQ(found["schedulers"].size(), 3U);
  EXPECT_EQ(found["schedulers"][1]["name"], "optimised");
  std::ifstream in(folder() / "plots.html");
  const std::string html(std::istreambuf_iterator<char>(in), {});
  EXPECT_NE(html.find("figure 7"), std::string::npos);
}

}  // namespace
