// The house rules that a machine can check (ARCHITECTURE.md, "Who may know whom").
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct ModuleRules {
  std::set<std::string> uses;            // the modules that it may include
  std::set<std::string> public_headers;  // the headers that other modules may include
};

// Reads src/<module>/module.cmake of each module.
std::map<std::string, ModuleRules> module_rules() {
  std::string text;
  for (const auto& entry : fs::directory_iterator(SOURCE_DIR "/src")) {
    std::ifstream in(entry.path() / "module.cmake");
    text.append(std::istreambuf_iterator<char>(in), {});
  }
  const std::regex module(
      R"re(freshet_module\((\w+)(?: COLD)?\s+(?:USES\s+([a-z\s]+))?(?:PUBLIC\s+([a-z0-9_./\s]+))?[A-Z)])re");
  const auto words_of = [](const std::string& words) {
    std::istringstream in(words);
    return std::set<std::string>{std::istream_iterator<std::string>(in), {}};
  };
  std::map<std::string, ModuleRules> rules;
  for (std::sregex_iterator it(text.begin(), text.end(), module), end; it != end; ++it)
    rules[(*it)[1]] = {words_of((*it)[2]), words_of((*it)[3])};
  return rules;
}

template <class F>
void for_each_line(F check) {
  for (const auto& entry : fs::recursive_directory_iterator(SOURCE_DIR "/src")) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
    std::ifstream in(entry.path());
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) check(entry.path(), number, line);
  }
}

std::string module_of(const fs::path& file) {
  return *fs::relative(file, SOURCE_DIR "/src").begin();
}

bool is_test(const fs::path& file) { return file.stem().string().ends_with("_test"); }

TEST(House, ModulesIncludeOnlyWhatTheyUse) {
  const auto rules = module_rules();
  ASSERT_TRUE(rules.contains("base"));
  std::map<std::string, std::set<std::string>> included;
  const std::regex include(R"re(#include "([a-z]+)/.*")re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    std::smatch match;
    if (!std::regex_match(line, match, include)) return;
    const std::string from = module_of(file), to = match[1];
    ASSERT_TRUE(rules.contains(from)) << "no freshet_module for " << file;
    if (to == "testkit" && is_test(file)) return;
    included[from].insert(to);
    EXPECT_TRUE(from == to || rules.at(from).uses.contains(to))
        << file << ":" << number << ": " << from << " does not say that it USES " << to;
  });
  for (const auto& [module, rule] : rules)
    for (const std::string& used : rule.uses)
      EXPECT_TRUE(included[module].contains(used)) << "src/" << module << "/module.cmake: it USES "
                                                   << used << ", but includes nothing of it";
}

// The rows of ARCHITECTURE.md, from the top. Within a row USES decides.
TEST(House, ModulesUseNoneOfTheRowsAbove) {
  const std::vector<std::set<std::string>> rows = {
      {"cli"},
      {"serve"},
      {"monitor"},
      {"app", "lab", "registrar", "simulation"},
      {"refresh", "report", "engine", "capture"},
      {"crawl", "practice", "notify"},
      {"web", "store", "http", "pdf"},
      {"life", "catalog", "registry", "sqlite", "warc", "watch"},
      {"schedule", "predict", "learn", "change", "clean", "select", "replay"},
      {"coherence", "html", "similar", "charset", "robots", "url"},
      {"base", "testkit"}};
  const auto row_of = [&](const std::string& module) {
    return std::ranges::find_if(rows, [&](const auto& row) { return row.contains(module); });
  };
  for (const auto& [module, rule] : module_rules()) {
    ASSERT_TRUE(row_of(module) != rows.end()) << module << " stands in no row";
    if (module == "testkit") continue;
    for (const std::string& used : rule.uses)
      EXPECT_TRUE(row_of(module) <= row_of(used)) << module << " USES " << used << " above it";
  }
}

// Tests may include any header.
TEST(House, ModulesIncludeOnlyPublicHeadersOfOthers) {
  const auto rules = module_rules();
  std::map<std::string, std::set<std::string>> included;
  const std::regex include(R"re(#include "([a-z]+)/(.*)")re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    std::smatch match;
    if (is_test(file) || !std::regex_match(line, match, include)) return;
    const std::string from = module_of(file), to = match[1], header = match[2];
    if (from == to || !rules.contains(to)) return;
    included[to].insert(header);
    EXPECT_TRUE(rules.at(to).public_headers.contains(header))
        << file << ":" << number << ": " << header << " is not PUBLIC in src/" << to
        << "/module.cmake";
  });
  for (const auto& [module, rule] : rules)
    for (const std::string& header : rule.public_headers)
      EXPECT_TRUE(included[module].contains(header))
          << "src/" << module << "/module.cmake: no other module includes " << header;
}

TEST(House, LibraryHeadersStayOutOfOurHeaders) {
  const std::regex library(
      R"re(#include <(curl|unicode|sqlite3|libpq|libpsl|fmt|spdlog|CLI|toml|nlohmann|boost|xxhash|openssl|uchardet|isa-l|brotli|zstd|xgboost|ares|re2|zip|zlib|yaml|sodium|libxml).*)re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    if (file.extension() != ".h") return;
    EXPECT_FALSE(std::regex_match(line, library)) << file << ":" << number << ": " << line;
  });
}

// A run brings the network; visits know it by interfaces alone.
TEST(House, VisitsKnowNoNetworkLibrary) {
  const std::regex network(R"re(#include "web/(curl_|ares_|event_loop).*")re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    if (module_of(file) != "crawl" || is_test(file)) return;
    EXPECT_FALSE(std::regex_match(line, network)) << file << ":" << number << ": " << line;
  });
}

// Look-ups of a visit go through its memory and its judge, which ask for many pages at once.
TEST(House, VisitsCallNoCatalog) {
  const std::regex catalog(R"re(.*\bcatalog\(\).*)re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    if (is_test(file) || file.parent_path().filename() != "visit") return;
    EXPECT_FALSE(std::regex_match(line, catalog)) << file << ":" << number << ": " << line;
  });
}

// A stored copy is read and parsed by the judge, on a thread of its own.
TEST(House, VisitsReadNoStoredCopies) {
  const std::regex reading(
      R"re(.*(\bread_stored\(|\bPageJudge\b|archive\.read\(|with_body\().*)re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    if (is_test(file) || file.parent_path().filename() != "visit") return;
    EXPECT_FALSE(std::regex_match(line, reading)) << file << ":" << number << ": " << line;
  });
}

// Tests may be longer.
TEST(House, FilesHaveOneReason) {
  constexpr int kLinesMax = 400;
  std::map<fs::path, int> lines;
  for_each_line([&](const fs::path& file, int number, const std::string&) {
    if (!is_test(file)) lines[fs::relative(file, SOURCE_DIR)] = number;
  });
  for (const auto& [file, count] : lines) EXPECT_LE(count, kLinesMax) << file;
}

TEST(House, NothingDependsOnTheLocale) {
  const std::regex locale(
      R"re(.*(\bsetlocale\b|\bstd::(tolower|toupper|isalpha|isdigit|isspace|isalnum|stod|stoi|locale)\b).*)re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    if (is_test(file)) return;
    EXPECT_FALSE(std::regex_match(line, locale)) << file << ":" << number << ": " << line;
  });
}

TEST(House, PureModulesTouchNothingOutside) {
  const std::set<std::string> pure = {"change",   "charset", "clean",   "coherence", "html",
                                      "learn",    "life",    "predict", "replay",    "robots",
                                      "schedule", "select",  "similar", "url",       "watch"};
  const std::regex outside(
      R"re(.*(#include <(fstream|iostream|filesystem|cstdio|spdlog|thread|mutex|ctime)|#include "base/log\.h"|_clock::now|\bfopen\b|\btime\().*)re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    if (!pure.contains(module_of(file)) || is_test(file)) return;
    EXPECT_FALSE(std::regex_match(line, outside)) << file << ":" << number << ": " << line;
  });
}

// A server shares app/ with the command line, so nothing below cli/ may know of it.
TEST(House, NothingUsesTheCommandLine) {
  for (const auto& [module, rules] : module_rules())
    EXPECT_FALSE(rules.uses.contains("cli")) << module << " says that it USES cli";
}

// Comments are statements: "Returns true if ...", or a noun phrase for a type.
TEST(House, NoCommentBeginsLikeAQuestion) {
  const std::regex question(R"re(\s*// (What|Whether|Who) .*)re");
  for_each_line([&](const fs::path& file, int number, const std::string& line) {
    EXPECT_FALSE(std::regex_match(line, question)) << file << ":" << number << ": " << line;
  });
}

TEST(House, CommandsOnlyParseCallAndPrint) {
  constexpr int kLinesMax = 120;
  for (const auto& entry : fs::directory_iterator(SOURCE_DIR "/src/cli/commands")) {
    std::ifstream in(entry.path());
    int lines = 0;
    for (std::string line; std::getline(in, line);) ++lines;
    EXPECT_LE(lines, kLinesMax) << entry.path() << ": move work to app/, text to cli/";
  }
}

}  // namespace
