#include "testkit/scratch.h"

#include <stdlib.h>

#include <filesystem>

#include "base/check.h"

namespace freshet {

Scratch::Scratch()
    : path_((std::filesystem::temp_directory_path() / "freshet-test-XXXXXX").string()) {
  require(::mkdtemp(path_.data()) != nullptr, "a scratch directory can be made");
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace freshet
