// Explains what a crawl did with a URL: if it was kept, why not, the verdict of scope, robots.txt
// and traps, how often it changes and when it is checked next. Nothing is fetched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"

namespace freshet {

// One fact, with a word for programs and a sentence for people.
struct UrlFinding {
  std::string_view name;  // "fetched", "rate", "in_scope", ...
  std::string answer;     // "yes", "no", "unknown", ...
  std::string words;      // safe to show
};

struct Explanation {
  std::string url;
  std::vector<UrlFinding> findings;
};

// `url` may lack its scheme. Errc::invalid if it is not an http or https URL.
Result<Explanation> explain(ArchiveSession& session, std::string_view url);

std::string to_json(const Explanation& explanation);

}  // namespace freshet
