// Looks things up in the index of an archive: runs by binary search where they lie, the tail in
// memory, all merged into one sorted sequence.
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

// Which part of the index: the lines from `from` on that come before `to`, as bytes.
struct CdxjSpan {
  std::string from;
  std::optional<std::string> to;  // none: to the end

  friend bool operator==(const CdxjSpan&, const CdxjSpan&) = default;
};

// Spans in order, none touching another.
using CdxjRange = std::vector<CdxjSpan>;

CdxjRange cdxj_everything();

// The captures of all URLs that share the key of `url`.
CdxjRange cdxj_captures_of(std::string_view url);

// All lines whose key starts with `key_prefix`, such as "com,example)/blog/".
CdxjRange cdxj_with_prefix(std::string_view key_prefix);

// The pages whose URL starts with `url`, as far as keys can tell: the key of
// "http://example.com/blog/" is such a prefix.
CdxjRange cdxj_below(std::string_view url);

// The pages of the host (and port) of `url`. Keys know no "www.", so it is not told apart.
CdxjRange cdxj_host_of(std::string_view url);

// The pages of a domain such as "example.com", of its sub-domains, and of all their ports.
CdxjRange cdxj_domain(std::string_view domain);

// Not thread-safe, since it remembers the keys it met while searching; a reader each is cheap. What
// is added to the archive later is not seen: open again.
class CdxjReader {
 public:
  // `disk` outlives the reader. The tails are read here. Errc::corrupt if a file is shorter than
  // was committed, or a tail is damaged.
  static Result<CdxjReader> open(Disk& disk, const std::vector<CdxjFile>& files);
  CdxjReader(CdxjReader&&) noexcept;
  CdxjReader& operator=(CdxjReader&&) noexcept;
  ~CdxjReader();

  // Visits the lines of `range` in order until `visit` returns false. Lines that are the same to
  // the byte are visited once. A line that cannot be read, or is out of order, ends it with
  // Errc::corrupt, naming file and offset.
  Status each(const CdxjRange& range, const std::function<bool(const CdxjLine&)>& visit);

  // The capture of `url` nearest to `time`, the earlier of two; kTimeMax gives the newest. Captures
  // of exactly this URL (without its fragment) come before those that only share its key.
  Result<std::optional<CdxjLine>> nearest(std::string_view url, Time time);

 private:
  struct Sources;
  explicit CdxjReader(std::unique_ptr<Sources> sources);

  std::unique_ptr<Sources> sources_;
};

}  // namespace freshet
