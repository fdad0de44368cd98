// Compares our trees with those of WEKA 3.6.14 (Debian: weka) on WEKA's sample files. WEKA depends
// on Java, so it is optional: tests/oracle/weka installs it. Without it the test is skipped.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "learn/arff.h"
#include "learn/c45.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;

const fs::path kSamples = "/usr/share/doc/weka/examples";
const fs::path kJar = "/usr/share/java/weka.jar";

struct Mode {
  const char* name;
  const char* flags;
  C45Options options;
};

// Returns the tree printed by J48, without the title and the statistics after it.
std::string tree_of_j48(const std::string& file, const char* flags) {
  const Scratch scratch;
  const std::string command = fmt::format(
      "java -XX:TieredStopAtLevel=1 -cp '{}' weka.classifiers.trees.J48 -t '{}' -no-cv {} > '{}'",
      kJar.string(), file, flags, scratch / "out");
  if (std::system(command.c_str()) != 0) {
    ADD_FAILURE() << "this failed: " << command;
    return {};
  }
  const std::string text = testkit::read_file(scratch / "out");
  constexpr std::string_view kTitleEnd = "------------------\n", kTreeEnd = "\n\nTime taken";
  const std::size_t start = text.find(kTitleEnd) + kTitleEnd.size();
  return text.substr(start, text.find(kTreeEnd) - start);
}

class C45Weka : public ::testing::TestWithParam<Mode> {};

TEST_P(C45Weka, GrowsTheTreesOfJ48) {
  if (!fs::exists(kJar) || std::system("java -version > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "NOT TESTED: trees against WEKA, which is not installed; tests/oracle/weka "
                    "installs it";
  }
  for (const char* name :
       {"iris", "diabetes", "glass", "labor", "breast-cancer", "vote", "soybean", "contact-lenses",
        "credit-g", "ionosphere", "iris.2D", "segment-challenge", "segment-test", "unbalanced",
        "weather.nominal", "weather.numeric", "supermarket"}) {
    const std::string file = (kSamples / (std::string(name) + ".arff")).string();
    const auto rows = read_arff(testkit::read_file(file));
    ASSERT_TRUE(rows) << name << ": " << rows.error().message;
    const std::string ours = grow_c45(*rows, GetParam().options).print();
    const std::string theirs = tree_of_j48(file, GetParam().flags);
    EXPECT_EQ(theirs, ours) << name << " " << GetParam().flags;
  }
}

INSTANTIATE_TEST_SUITE_P(, C45Weka,
                         ::testing::Values(Mode{"Default", "-C 0.25 -M 2", {}},
                                           Mode{"U", "-U", {.prune = false}},
                                           Mode{"S", "-S", {.raise_subtrees = false}}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace freshet
