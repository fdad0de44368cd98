// Collects the findings of a verification.
#pragma once

#include <string>

#include "store/verify.h"

namespace freshet {

class Findings {
 public:
  explicit Findings(const VerifyOptions& options) : options_(options) {}

  void fault(const std::string& sentence) {
    ++verified.faults;
    if (options_.fault) options_.fault(sentence);
  }
  void progress(const std::string& file) {
    if (options_.progress && verified.records % 1000 == 0)
      options_.progress(file, verified.records);
  }

  Verified verified;

 private:
  const VerifyOptions& options_;
};

}  // namespace freshet
