#include "testkit/oracle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "testkit/test_data.h"

namespace freshet::testkit {
namespace fs = std::filesystem;
namespace {

// A folder of its own for the input and the output, gone at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (fs::temp_directory_path() / "freshet-oracle-XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    path_ = pattern;
  }
  ~ScratchFolder() { fs::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  fs::path operator/(std::string_view name) const { return path_ / name; }

 private:
  fs::path path_;
};

}  // namespace

std::string run_oracle(std::string_view script, const std::vector<std::string>& arguments,
                       std::string_view input) {
  const ScratchFolder scratch;
  std::ofstream(scratch / "in", std::ios::binary).write(input.data(), std::ssize(input));
  std::string command =
      fmt::format("node --stack-size=4000 '{}'",
                  (project_path("tests/oracle") / script).lexically_normal().string());
  for (const std::string& argument : arguments) command += fmt::format(" '{}'", argument);
  command += fmt::format(" < '{}' > '{}'", (scratch / "in").string(), (scratch / "out").string());
  if (std::system(command.c_str()) != 0) {
    ADD_FAILURE() << "this failed (are the npm packages of tests/oracle installed?): " << command;
    return {};
  }
  return read_file(scratch / "out");
}

std::string pack_inputs(const std::vector<std::string>& texts) {
  std::string packed;
  for (const std::string& text : texts) {
    const auto size = static_cast<std::uint32_t>(text.size());
    char header[sizeof size];
    std::memcpy(header, &size, sizeof size);
    packed.append(header, sizeof size).append(text);
  }
  return packed;
}

}  // namespace freshet::testkit
