// Finds pages that are nearly the same, by the text that they have in common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "similar/min_hash.h"
#include "similar/shingles.h"
#include "store/selection.h"

namespace freshet {

struct NearPair {
  double similarity = 0;  // 0 to 1
  std::string a, b;       // names: files or URLs
};

// Texts to compare with each other. Not thread-safe.
class NearCorpus {
 public:
  void add(std::string name, std::string_view text);
  std::size_t size() const { return texts_.size(); }

  // Returns the pairs from `threshold` on, the most similar first. Candidates are found by bands of
  // their sketches and then compared exactly.
  std::vector<NearPair> pairs(double threshold) const;

 private:
  struct Text {
    std::string name;
    ShingleSet shingles;
    MinHash sketch;
  };
  std::vector<Text> texts_;
};

// Adds the newest versions of the selected HTML pages. Errc::limit if there are too many.
Status add_archived_texts(ArchiveSession& session, Selection selection, NearCorpus& corpus);

std::string to_json(const std::vector<NearPair>& pairs);

}  // namespace freshet
