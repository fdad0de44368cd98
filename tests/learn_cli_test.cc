// freshet learn as a user meets it.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "made_history.h"
#include "program.h"
#include "warc_text.h"

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
  const Ran stored = run({"learn", "--model", "page.model", "--print-tree"});
  EXPECT_EQ(stored.exit_code, 0) << stored.err;
  EXPECT_EQ(stored.out, ran.out);
  EXPECT_EQ(run({"learn", "--model", "absent.model", "--print-tree"}).exit_code, 1);
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

// An archive of 20 sites with ten pages each, of which eight versions were kept, a day apart: those
// with many links were new each day.
class LearnArchiveCliTest : public ProgramTest {
 protected:
  LearnArchiveCliTest() {
    std::string warc;
    for (int site = 0; site < 20; ++site)
      for (int page = 0; page < 10; ++page)
        for (int day = 0; day < 8; ++day) {
          const bool is_busy = page % 2 == 0;
          std::string body = "<p>Page " + std::to_string(page);
          for (int link = 0; is_busy && link < 30; ++link) body += "<a href=x>x</a> ";
          if (is_busy) body += "<p>News of day " + std::to_string(day);
          warc +=
              warc_page("https://site" + std::to_string(site) + ".example/" + std::to_string(page),
                        "2026-01-1" + std::to_string(day) + "T00:00:00Z", body);
        }
    file("pages.warc", warc);
    EXPECT_EQ(run({"import", "--archive", "web", "pages.warc"}).exit_code, 0);
  }

  bool has_model() const { return std::filesystem::exists(folder() / "web/first-sight.model"); }
};

TEST_F(LearnArchiveCliTest, LearnsKeepsAndForgets) {
  const Ran early = run({"learn", "--archive", "web"});
  EXPECT_EQ(early.exit_code, 1);
  EXPECT_NE(early.err.find("nothing can be learned from \"web\" yet: no page of it was checked 2 "
                           "times since it was first seen"),
            std::string::npos)
      << early.err;

  // Reindexing counts the versions as checks.
  ASSERT_EQ(run({"reindex", "--archive", "web"}).exit_code, 0);
  const Ran ran = run({"learn", "--archive", "web"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("that it had not seen\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("the new model predicts better; stored in web/first-sight.model"),
            std::string::npos)
      << ran.out;
  EXPECT_TRUE(has_model());

  const Ran again = run({"learn", "--archive", "web"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_NE(again.out.find("the new model does not predict better; keeping the one learned before"),
            std::string::npos)
      << again.out;

  // Nobody is confused by the file.
  for (const char* command : {"verify", "status", "plan", "report", "reindex"})
    EXPECT_EQ(run({command, "--archive", "web"}).exit_code, 0) << command;
  EXPECT_TRUE(has_model());

  EXPECT_EQ(run({"learn", "--archive", "web", "--shipped"}).exit_code, 0);
  EXPECT_FALSE(has_model());
}

TEST_F(LearnArchiveCliTest, AModelThatCannotBeUsedIsRefusedUntilAnotherIsLearned) {
  ASSERT_EQ(run({"reindex", "--archive", "web"}).exit_code, 0);
  file("web/first-sight.model", "freshet-first-sight 7\n");
  const Ran refused = run({"plan", "--archive", "web"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("version"), std::string::npos) << refused.err;
  const Ran learned = run({"learn", "--archive", "web", "--json"});
  EXPECT_EQ(learned.exit_code, 0) << learned.err;
  const json told = json::parse(learned.out, nullptr, false);
  EXPECT_EQ(told["kept"], "new");
  EXPECT_GT(told["probability"], told["probability_before"]);
  EXPECT_EQ(run({"plan", "--archive", "web"}).exit_code, 0);
  const Ran table = run({"learn", "--archive", "web", "--json", "--table", "--learner", "tree"});
  const json both = json::parse(table.out, nullptr, false);
  ASSERT_TRUE(both.is_object()) << table.out << table.err;
  EXPECT_TRUE(both.contains("kept") && both["table"].contains("learners")) << table.out;
}

TEST_F(LearnArchiveCliTest, SaysWhatDoesNotGoWithAnArchive) {
  EXPECT_EQ(run({"learn", "--archive", "web", "--model", "x"}).exit_code, 2);
  EXPECT_EQ(run({"learn", "--history", ".", "--shipped"}).exit_code, 2);
  EXPECT_EQ(run({"learn", "--archive", "nowhere"}).exit_code, 1);
}

}  // namespace
