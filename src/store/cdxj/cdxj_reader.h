// Look-ups in the index of an archive. Runs are searched on disk by binary search, the tail in
// memory; the results are merged into one sorted sequence.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "store/cdxj/cdxj_index.h"
#include "store/cdxj/cdxj_line.h"

namespace freshet {

// A part of the index: the lines from `from` up to but excluding `to`, compared as bytes.
struct CdxjSpan {
  std::string from;
  std::optional<std::string> to;  // none: to the end

  friend bool operator==(const CdxjSpan&, const CdxjSpan&) = default;
};

// Spans in ascending order that do not touch.
using CdxjRange = std::vector<CdxjSpan>;

CdxjRange cdxj_everything();

// All captures of URLs with the same key as `url`.
CdxjRange cdxj_captures_of(std::string_view url);

// All lines whose key starts with `key_prefix`, such as "com,example)/blog/".
CdxjRange cdxj_with_prefix(std::string_view key_prefix);

// Pages whose URL starts with `url`, as far as keys can tell: the key of "http://example.com/blog/"
// is such a prefix.
CdxjRange cdxj_below(std::string_view url);

// Pages of the host (and port) of `url`. Keys omit "www.", so both forms match.
CdxjRange cdxj_host_of(std::string_view url);

// Pages of a domain such as "example.com", its subdomains, and all their ports.
CdxjRange cdxj_domain(std::string_view domain);

// Not thread-safe, because it caches keys; opening one for each thread is cheap. It does not see
// later additions: open another.
class CdxjReader {
 public:
  // Reads the tails. `disk` outlives the reader. Errc::corrupt if a file is shorter than committed,
  // or a tail is damaged.
  static Result<CdxjReader> open(Disk& disk, const std::vector<CdxjFile>& files);
  CdxjReader(CdxjReader&&) noexcept;
  CdxjReader& operator=(CdxjReader&&) noexcept;
  ~CdxjReader();

  // Visits the lines of `range` in order until `visit` returns false; identical lines once. Fails
  // with Errc::corrupt, naming file and offset, at a line that is unreadable or out of order.
  Status each(const CdxjRange& range, const std::function<bool(const CdxjLine&)>& visit);

  // Returns the capture of `url` nearest to `time`, the earlier of two equally near; kTimeMax gives
  // the newest. Captures of this exact URL (without fragment) come before those that only share its
  // key.
  Result<std::optional<CdxjLine>> nearest(std::string_view url, Time time);

 private:
  struct Sources;
  explicit CdxjReader(std::unique_ptr<Sources> sources);

  std::unique_ptr<Sources> sources_;
};

}  // namespace freshet
