#include "testkit/test_data.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/check.h"
#include "base/utf8.h"
#include "charset/charset.h"

namespace freshet::testkit {
namespace fs = std::filesystem;
namespace {

void skip_running_test(const std::string& why) { GTEST_SKIP() << why; }

// Tests run in parallel, each in its own process; the first one unpacks.
class Lock {
 public:
  explicit Lock(const fs::path& file)
      : fd_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    require(fd_ >= 0 && flock(fd_, LOCK_EX) == 0, "the lock in the build folder can be taken");
  }
  ~Lock() { close(fd_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int fd_;
};

}  // namespace

bool running_in_ci() {
  const char* ci = std::getenv("CI");
  return ci && std::string_view(ci) == "true";
}

void leave_untested(std::string_view why) {
  const std::string words = fmt::format("NOT TESTED: {}", why);
  if (running_in_ci()) {
    ADD_FAILURE() << words;
  } else {
    skip_running_test(words);
  }
}

fs::path test_data(std::string_view name) {
  const char* root = std::getenv("FRESHET_TEST_DATA");
  return (root ? fs::path(root) : fs::path(SOURCE_DIR) / ".." / "shared" / "data") / name;
}

bool has_test_data(std::string_view name) {
  const fs::path path = test_data(name);
  if (fs::exists(path)) return true;
  leave_untested(fmt::format("{} is absent; set FRESHET_TEST_DATA to the folder that has it",
                             path.lexically_normal().string()));
  return false;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  require(in.good(), "a test file can be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> real_pages() {
  const fs::path home = fs::path(BINARY_DIR) / "test-data";
  fs::create_directories(home);
  const Lock lock(home / "lock");
  if (!fs::exists(home / "pages.complete")) {
    const std::string command =
        fmt::format("zstd -q -d --long=30 -c '{}' | tar -x -C '{}' && touch '{}'",
                    test_data("real-pages.tar.zst").string(), home.string(),
                    (home / "pages.complete").string());
    require(std::system(command.c_str()) == 0, "the real pages can be unpacked");
  }
  std::vector<fs::path> pages;
  for (const auto& entry : fs::directory_iterator(home / "pages")) pages.push_back(entry.path());
  std::sort(pages.begin(), pages.end());
  return pages;
}

std::vector<std::string> real_page_texts() {
  std::vector<std::string> texts;
  for (const fs::path& file : real_pages()) {
    const std::string bytes = read_file(file);
    const Utf8Text text = to_utf8(bytes, "");
    texts.emplace_back(text.text(bytes));
  }
  return texts;
}

std::vector<std::string> tree_construction_inputs() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::recursive_directory_iterator(test_data("html5lib-tests/tree-construction")))
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs;
  for (const fs::path& file : files) {
    const std::string all = read_file(file);
    for (std::size_t at = 0; (at = all.find("#data\n", at)) != std::string::npos;) {
      at += 6;
      const std::size_t end = all.find("\n#errors", at);
      inputs.push_back(repair_utf8(all.substr(at, end - at)));
      at = end;
    }
  }
  return inputs;
}

fs::path project_path(std::string_view name) { return fs::path(SOURCE_DIR) / name; }

}  // namespace freshet::testkit
