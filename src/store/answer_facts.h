// The dates of an answer, and how long it took: read off the heads of a snapshot's records.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/time.h"
#include "store/archive.h"

namespace freshet {

struct AnswerFacts {
  std::optional<Duration> took = {};       // from request to receipt (fetchTimeMs), if recorded
  std::optional<Time> served = {};         // Date; none if a cache answered (Age)
  std::optional<Time> last_modified = {};  // as written, by the server's clock
  std::string validator = {};              // ETag without weakness; else Last-Modified; or empty
};

// Bodies are not read. Facts that the records do not have, or that cannot be read, are absent.
Result<AnswerFacts> read_answer_facts(Archive& archive, const std::string& url,
                                      const SnapshotRow& row);

}  // namespace freshet
