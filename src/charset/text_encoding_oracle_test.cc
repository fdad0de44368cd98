#include "charset/text_encoding_oracle_test.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "testkit/test_data.h"

namespace freshet {
namespace fs = std::filesystem;
namespace {

void skip_running_test(const char* why) { GTEST_SKIP() << why; }

// A file of this process, gone when the test is done with it.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name)
      : path_(fs::path(testing::TempDir()) / (name + "." + std::to_string(getpid()))) {}
  ~ScratchFile() { fs::remove(path_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const fs::path& path() const { return path_; }
  std::string quoted() const { return "'" + path_.string() + "'"; }

 private:
  fs::path path_;
};

void run_oracle(const std::string& arguments) {
  const fs::path script = testkit::project_path("tests/oracle/text_encoding.mjs");
  const std::string command = "node '" + script.string() + "' " + arguments;
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

}  // namespace

bool has_text_encoding_oracle() {
  if (fs::exists(testkit::project_path("tests/oracle/node_modules/text-encoding"))) return true;
  const char* why = "NOT TESTED: run `npm ci` in tests/oracle, or scripts/test";
  const char* ci = std::getenv("CI");
  if (ci && std::string_view(ci) == "true")
    ADD_FAILURE() << why;
  else
    skip_running_test(why);
  return false;
}

std::map<std::string, std::string> text_encoding_labels() {
  const ScratchFile out("text_encoding.labels");
  run_oracle("labels > " + out.quoted());
  return nlohmann::json::parse(testkit::read_file(out.path()));
}

std::vector<std::string> text_encoding_decode(
    const std::vector<std::pair<Encoding, std::string>>& inputs) {
  const ScratchFile in("text_encoding.in"), out("text_encoding.out");
  {
    std::ofstream file(in.path(), std::ios::binary);
    for (const auto& [encoding, bytes] : inputs)
      file << encoding_name(encoding) << '\n' << bytes.size() << '\n' << bytes;
  }
  run_oracle("decode " + in.quoted() + " " + out.quoted());
  const std::string answer = testkit::read_file(out.path());
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < answer.size();) {
    const std::size_t end = answer.find('\n', at);
    const std::size_t length = std::stoul(answer.substr(at, end - at));
    texts.push_back(answer.substr(end + 1, length));
    at = end + 1 + length;
  }
  return texts;
}

}  // namespace freshet
