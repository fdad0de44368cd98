#include "testkit/scratch.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "base/check.h"

namespace freshet {

namespace {

// Memory, where there is such a file system: tests sync often, and what a sync means to a disk is
// tested with disks of our own.
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
