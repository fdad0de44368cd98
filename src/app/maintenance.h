// Results of the work on an archive as a whole, as JSON.
#pragma once

#include <string>

#include "store/import.h"
#include "store/reindex.h"
#include "store/rewrite.h"
#include "store/verify.h"

namespace freshet {

std::string to_json(const Imported& imported);
std::string to_json(const Reindexed& reindexed);

// Of a removal, with the number of pages; of a compaction; of a repacking.
std::string removal_json(const Rewritten& rewritten);
std::string compaction_json(const Rewritten& rewritten);
std::string repacking_json(const Rewritten& rewritten);

// The verification as one object in pieces: first the faults, each as it is found.
class VerifyJson {
 public:
  // Returns the next piece.
  std::string fault(const std::string& sentence);
  std::string finish(const Verified& verified);

 private:
  bool has_begun_ = false;
};

}  // namespace freshet
