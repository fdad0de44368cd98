// freshet learn as a user meets it.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "program.h"

namespace {

using nlohmann::json;

// Pages with many links change every other day, those with few never; each site has both.
class LearnCliTest : public ProgramTest {
 protected:
  LearnCliTest() {
    std::string pages =
        "page_id,source,site,url,t0,t_end,first_seen,last_alive,present_at_start,raw_versions,"
        "links,emails,images,text_bytes,url_dir_level,raw_bytes,elements,headings,text_changes\n";
    std::string changes =
        "page_id,ts,d_text,d_block,d_link,d_img,d_struct,text_bytes,links,images,text_hash\n";
    for (int i = 0; i < 60; ++i) {
      const std::string id = "p" + std::to_string(i);
      const bool is_fast = i % 2 == 0;
      pages += id + ",made,site" + std::to_string(i / 6) + ".example,http://x.example/" + id +
               ",0,20736000,0,20736000,1,1," + (is_fast ? "200" : "10") + ",0,0,100,1,200,10,1,0\n";
      for (int day = 2; is_fast && day < 240; day += 2)
        changes += id + "," + std::to_string(day * 86400) + ",0.5,0,0,0,0,100,1,0,ab\n";
    }
    file("pages.csv", pages);
    file("changes.csv", changes);
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
  ASSERT_EQ(table["learners"].size(), 7u);
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
  EXPECT_EQ(model.substr(0, 16), "freshet-model 1\n");
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
  EXPECT_EQ(run({"learn", "--history", "nowhere"}).exit_code, 1);
  file("changes.csv", "page_id,ts,d_text,d_block,d_link,d_img,d_struct\np1,x,0,0,0,0,0\n");
  const Ran bad = run({"learn", "--history", "."});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.err.find("line 2"), std::string::npos) << bad.err;
}

}  // namespace
