// freshet simulate as a user meets it.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "made_history.h"
#include "program.h"

namespace {

using nlohmann::json;

class SimulateCliTest : public ProgramTest {
 protected:
  SimulateCliTest() {
    file("pages.csv", made_pages());
    file("changes.csv", made_changes());
  }
};

TEST_F(SimulateCliTest, TellsHowFreshEachPolicyKeepsThePages) {
  const Ran ran = run({"simulate", "--history", ".", "--budget", "0.25", "--policy",
                       "uniform,oracle-index", "--json", "--svg", "picture.svg"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json all = json::parse(ran.out, nullptr, false);
  ASSERT_EQ(all.size(), 2u) << ran.out;
  for (const char* key : {"policy", "budget", "changes", "weights", "freshness", "low", "high",
                          "age_days", "useful_share"})
    EXPECT_TRUE(all[0].contains(key)) << key;
  EXPECT_EQ(all[0]["policy"], "uniform");
  EXPECT_LE(all[0]["low"], all[0]["freshness"]);
  EXPECT_LE(all[0]["freshness"], all[0]["high"]);
  // Half of the pages never change: who knows it finds a change with every check.
  EXPECT_GT(all[1]["freshness"], all[0]["freshness"]);
  EXPECT_GT(all[1]["useful_share"], 0.9);
  std::ifstream picture(folder() / "picture.svg");
  const std::string svg{std::istreambuf_iterator<char>(picture), {}};
  EXPECT_EQ(svg.substr(0, 4), "<svg");
}

TEST_F(SimulateCliTest, BudgetsAndPoliciesMayBeGivenOneByOne) {
  const Ran ran = run({"simulate", "--history", ".", "--train", ".", "--budget", "0.25", "--budget",
                       "0.5", "--policy", "uniform", "--policy", "default", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out, nullptr, false).size(), 4u) << ran.out;
}

TEST_F(SimulateCliTest, TheDefaultLearnsWhichPagesChange) {
  const Ran ran = run({"simulate", "--history", ".", "--folds", "5", "--budget", "0.25", "--policy",
                       "uniform,default", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json all = json::parse(ran.out, nullptr, false);
  ASSERT_EQ(all.size(), 2u) << ran.out;
  const bool default_first = all[0]["policy"] == "default";
  EXPECT_GT(all[default_first ? 0 : 1]["freshness"], all[default_first ? 1 : 0]["freshness"]);
}

TEST_F(SimulateCliTest, TheTreeSeesTheGroupOfAPageInItsLinks) {
  const Ran ran = run({"simulate", "--history", ".", "--folds", "5", "--budget", "0.25", "--policy",
                       "tree-history"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* line :
       {"\ntree, sites not seen               0.00 ", "\ntree, other pages of the sites     0.00 ",
        "\nthe paper: J48                    25.64        14.95        37.87\n"})
    EXPECT_NE(ran.out.find(line), std::string::npos) << ran.out;
}

TEST_F(SimulateCliTest, SaysWhatIsWrong) {
  EXPECT_EQ(run({"simulate"}).exit_code, 2);
  const Ran unknown = run({"simulate", "--history", ".", "--policy", "hope"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("unknown refresh policy \"hope\"; known are all, default, "),
            std::string::npos)
      << unknown.err;
  const Ran near = run({"simulate", "--history", ".", "--policy", "unifrom"});
  EXPECT_NE(near.err.find("\"unifrom\" (did you mean uniform?)"), std::string::npos) << near.err;
  EXPECT_EQ(run({"simulate", "--history", ".", "--budget", "much"}).exit_code, 2);
  file("changes.csv", made_changes() + "p1,when,0.5,0,0,0,0,100,1,0,ab\n");
  const Ran bad = run({"simulate", "--history", "."});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.err.find("changes: line 3572, column 2"), std::string::npos) << bad.err;
}

TEST_F(SimulateCliTest, ComparesPlansOfCaptures) {
  const Ran ran = run({"simulate", "coherence", "--pages", "300", "--capture", "2d", "--eta",
                       "0.3,0.6", "--draws", "1", "--json", "--svg", "plans.svg"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json rows = json::parse(ran.out, nullptr, false);
  ASSERT_FALSE(rows.is_discarded());
  EXPECT_EQ(rows[0]["policy"], "freshet");
  for (const json& row : rows)
    EXPECT_LE(row["coherent"].get<double>(), rows[0]["coherent"].get<double>() + 1e-9) << row;
  EXPECT_TRUE(std::filesystem::exists(folder() / "plans.svg"));
  EXPECT_TRUE(has(run({"simulate", "coherence", "--rates", "fitted", "--history", ".", "--pages",
                       "50", "--csv"})
                      .out,
                  "hours,policy,eta,coherent"));
  EXPECT_EQ(run({"simulate", "coherence", "--rates", "guessed"}).exit_code, 2);
  EXPECT_EQ(run({"simulate", "freshness"}).exit_code, 2);
}

}  // namespace
