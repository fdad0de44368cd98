// Numbers the contents of a page: equal numbers are the same content, by bytes or by the judge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "app/host_templates.h"
#include "base/error.h"
#include "change/judge.h"
#include "change/page_print.h"
#include "store/archive.h"

namespace freshet {

// Strict: contents with other bytes are other contents. Otherwise a difference that the judge calls
// noise is none (change/judge.h); only HTML is judged, of all else the bytes are compared.
enum class ContentRule { judged, strict };

// Numbers the contents of one page after the other, each page's in the order of time. Numbers begin
// at 0 with each page. Not thread-safe; `archive` outlives it.
class ContentNumbers {
 public:
  ContentNumbers(Archive& archive, ContentRule rule)
      : archive_(archive), rule_(rule), templates_(archive) {}

  void begin_page();

  // Returns the number of the content of a snapshot for which is_content() is true.
  Result<std::uint64_t> of(const Found& found);

  // Returns a number for a content of which nothing is kept.
  std::uint64_t of_unkept() { return next_++; }

 private:
  struct Known {
    std::uint64_t number = 0;
    std::optional<PagePrint> print = {};  // none: not HTML, or not readable
  };

  Result<std::uint64_t> judged(const Found& found);
  Result<std::optional<PagePrint>> print_of(const Found& found);

  Archive& archive_;
  ContentRule rule_;
  HostTemplateReader templates_;
  std::map<Sha1Digest, std::uint64_t> numbers_;
  std::uint64_t next_ = 0;
  std::optional<Found> unread_;  // the only content so far; its print is made when it is needed
  std::vector<Known> earlier_;   // the last contents, oldest first
  std::optional<Known> first_;   // the first content with the current number
};

// Returns the print of a snapshot with a body; none if it is not readable HTML.
Result<std::optional<PagePrint>> read_print(Archive& archive, HostTemplateReader& templates,
                                            const Found& found);

}  // namespace freshet
