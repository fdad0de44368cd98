// The catalog's record of a crawl: its scope, so that it can be resumed without arguments, and its
// end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "crawl/run_outcome.h"
#include "crawl/scope.h"

namespace freshet {

struct CrawlRecord {
  ScopeRules scope = {};
  std::vector<std::string> adopted = {};  // hosts that replace seeds, by key
  std::optional<Time> ended = {};         // time of its last end or stop; none: it was killed
  RunOutcome outcome = {};                // of that end

  std::string json() const;
  // Total: missing or malformed members get their defaults.
  static CrawlRecord from_json(std::string_view text);
};

// Returns the scope of a crawl, including adopted hosts.
Result<std::unique_ptr<Scope>> scope_of(const CrawlRecord& record);

}  // namespace freshet
