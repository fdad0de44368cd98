// freshet learn as a user meets it.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "made_history.h"
#include "program.h"

namespace {

using nlohmann::json;

class LearnCliTest : public ProgramTest {
 protected:
  LearnCliTest() {
    file("pages.csv", made_pages());
    file("changes.csv", made_changes());
  }

  std::string text_of(const char* name) const {
    std::ifstream in(folder() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(LearnCliTest, PrintsTableOneBesideThePaper) {
  const Ran ran = run({"learn", "--history", ".", "--classes", "2"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("60 pages of 10 sites\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("J48 postpruning"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("10.70"), std::string::npos) << ran.out;
  const json table =
      json::parse(run({"learn", "--history", ".", "--classes", "2", "--json"}).out, nullptr, false);
  ASSERT_EQ(table["learners"].size(), 8u);
  EXPECT_EQ(table["learners"][1]["name"], "tree");
  EXPECT_EQ(table["learners"][1]["balanced_sites"]["error"], 0.0);
  EXPECT_EQ(table["learners"][1]["paper_error"], 0.107);
}

TEST_F(LearnCliTest, PrintsATreeAndStoresIt) {
  const Ran ran = run({"learn", "--history", ".", "--classes", "2", "--learner", "tree",
                       "--print-tree", "--model", "page.model"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "\nlinks <= 10: 2 (30.0)\nlinks > 10: 1 (30.0)\n"
            "\nNumber of Leaves  : \t2\n\nSize of the tree : \t3\n");
  const std::string model = text_of("page.model");
  EXPECT_EQ(model.substr(0, 22), "freshet-first-sight 1\n");
  EXPECT_NE(model.find("\nfreshet-model 1\nnotes 2\n"), std::string::npos) << model;
  EXPECT_NE(model.find("\nkind tree\nnodes 3\nnumber 0 10 "), std::string::npos) << model;
  EXPECT_EQ(model.substr(model.size() - 5), "\nend\n");
}

TEST_F(LearnCliTest, SaysWhatIsWrong) {
  EXPECT_EQ(run({"learn"}).exit_code, 2);
  EXPECT_EQ(run({"learn", "--history", ".", "--classes", "7"}).exit_code, 2);
  const Ran unknown = run({"learn", "--history", ".", "--learner", "oracle"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("there is no learner \"oracle\"; there are tree-unpruned, tree"),
            std::string::npos)
      << unknown.err;
  EXPECT_EQ(run({"learn", "--history", ".", "--changes", "all"}).exit_code, 2);
  EXPECT_EQ(run({"learn", "--history", "nowhere"}).exit_code, 1);
  file("changes.csv", "page_id,ts,d_text,d_block,d_link,d_img,d_struct\np1,x,0,0,0,0,0\n");
  const Ran bad = run({"learn", "--history", "."});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.err.find("line 2"), std::string::npos) << bad.err;
}

}  // namespace
