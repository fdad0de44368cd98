// Fetches one page as a watch asks for it, once and at once: for `freshet watch test`.
#pragma once

#include <string>

#include "base/error.h"
#include "base/time.h"
#include "watch/watch_spec.h"
#include "web/ares_resolver.h"
#include "web/curl_web.h"
#include "web/web.h"

namespace freshet {

struct FetchOptions {
  CurlWebOptions web = {};  // its guard is asked about every address
  AresResolverOptions resolver = {};
  FetchLimits limits = {};
  std::string user_agent = "freshet";
};

struct FetchedPage {
  std::string url = {};  // after redirects
  int status = 0;        // 0: there was no answer
  std::string content_type = {};
  std::string body = {};     // content codings undone
  std::string problem = {};  // why there was no answer, or why it cannot be read: one sentence
};

inline constexpr int kTestRedirectsMax = 5;

// Blocks until the page is there or its time is over. Secrets of the watch go to its own origin
// only, redirects to other origins are followed without. Errc::invalid for other methods than GET.
Result<FetchedPage> fetch_page(const WatchSpec& spec, const FetchOptions& options);

}  // namespace freshet
