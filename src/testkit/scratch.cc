#include "testkit/scratch.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "base/check.h"

namespace freshet {

namespace {

// A memory file system if there is one: tests sync often, and the effect of a sync is tested with
// simulated disks.
std::string scratch_parent() {
  if (::access("/dev/shm", W_OK) == 0) return "/dev/shm";
  return std::filesystem::temp_directory_path().string();
}

}  // namespace

Scratch::Scratch() : path_(scratch_parent() + "/freshet-test-XXXXXX") {
  require(::mkdtemp(path_.data()) != nullptr, "a scratch directory can be made");
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace freshet
