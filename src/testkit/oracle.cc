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
#include "base/hash.h"
#include "testkit/test_data.h"

namespace freshet::testkit {
namespace fs = std::filesystem;
namespace {

// A temporary folder for the input and the output.
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
  std::ofstream(scratch / "in", std::ios::binary) << input;
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

std::string run_oracle_once(std::string_view script, const std::vector<std::string>& arguments,
                            std::string_view input) {
  std::string key = read_file(project_path("tests/oracle") / script);
  key += read_file(project_path("tests/oracle/package-lock.json"));
  for (const std::string& argument : arguments) key += argument + '\n';
  key += fmt::format("{:016x}", hash64(input));
  const fs::path kept =
      fs::path(BINARY_DIR) / "oracle" / fmt::format("{}-{:016x}", script, hash64(key));
  if (fs::exists(kept)) return read_file(kept);
  const std::string output = run_oracle(script, arguments, input);
  if (output.empty()) return output;
  // Renamed into place when complete, since tests run in parallel.
  fs::create_directories(kept.parent_path());
  const fs::path part = fmt::format("{}.{}", kept.string(), getpid());
  std::ofstream(part, std::ios::binary) << output;
  fs::rename(part, kept);
  return output;
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
