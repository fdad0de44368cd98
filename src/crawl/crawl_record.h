// What the catalog keeps of a crawl: what it was told to take, so that it can go on without being
// told again, and how it ended.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "crawl/scope.h"

namespace freshet {

struct CrawlRecord {
  ScopeRules scope = {};
  std::vector<std::string> adopted = {};  // hosts that stand for seeds, by key
  std::optional<Time> ended = {};         // when it was last ended or stopped; none: it was killed
  std::string outcome = {};               // of that, in a phrase: "nothing is left to do"

  std::string json() const;
  // Total: what is missing or of another kind is as if it had not been told.
  static CrawlRecord from_json(std::string_view text);
};

// Returns the scope of a crawl, with the hosts that it has adopted.
Result<std::unique_ptr<Scope>> scope_of(const CrawlRecord& record);

}  // namespace freshet
