// An observation of a page: new, unchanged, changed or gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/sitemap.h"
#include "html/features.h"

namespace freshet {

// A report about a page since our copy was made, for example by a sitemap.
enum class PageWord : std::uint8_t { none, unchanged, changed };

// The source that contradicts a server's "not modified".
enum class Denial : std::uint8_t { none, others, length };

// A page to check, and the copy to compare it with.
struct CheckOrder {
  PageKey page;
  std::optional<PageBelief> belief = {};  // when it was chosen
  std::string etag = {};                  // validators for the request, unless it is unconditional
  std::string last_modified = {};
  bool is_requisite = false;  // otherwise a page
  bool is_whole = false;      // unconditional request
  bool needs_proof = false;   // HEAD is not enough: the length is a hint
  Time copied{};              // time of the copy, or when it was last confirmed
  std::optional<Sha1Digest> payload = {};
  std::uint64_t length = 0;  // of the copy as received, if HEAD is useful; otherwise 0
  PageWord word = PageWord::none;
  Denial denial = Denial::none;
  int asked = 0;  // requests made for it so far
  // The changed elements since the copy of that time are requested.
  std::optional<Time> elements_since = {};
};

// Metadata field of a page seen for the first time: its change frequency in a sitemap.
inline constexpr std::string_view kSitemapFrequencyField = "sitemapChangefreq";

// Element counts of a page compared with an earlier copy.
struct ElementCounts {
  std::size_t added = 0;
  std::size_t changed = 0;
  std::size_t missing = 0;
};

struct Observation {
  PageKey page;
  Time time{};
  std::uint16_t depth = 0;
  bool is_requisite = false;  // a style sheet, an image, ...
  bool has_etag = false;
  std::optional<Time> last_modified = {};
  std::optional<PageFeatures> features = {};  // of HTML seen for the first time
  SitemapWord sitemap = {};                   // of a page seen for the first time
  std::optional<PageCheck> check = {};        // none: the page is new
  std::optional<CheckOrder> order = {};       // of a check
  bool is_not_modified = false;               // a 304
  // For a check without a relevant change: its text differs nevertheless.
  bool has_other_text = false;
  // For a check: the template of its site explained the last copy, and none explains the page now.
  bool has_left_design = false;
  bool is_by_length = false;  // a HEAD reports the same length and validators
  // For a change, if the order requests it and the earlier copy is comparable.
  std::optional<ElementCounts> elements = {};
  std::vector<PageMark> marks = {};        // on pages to which it lost a link or has one again
  std::optional<Sha1Digest> payload = {};  // of the received body; the sink fills it in
  std::optional<LeaseFence> fence = {};    // of the visit that made it; the sink fills it in
};

struct WaitingPage;

// Turns observations into rows of the catalog. Called before the observation is committed, by the
// thread that commits.
class ObservationRecorder {
 public:
  virtual ~ObservationRecorder() = default;
  virtual PageNews record(const Observation& observation) = 0;
  // Returns the rate of a page before its first request, in changes per day; negative: unknown.
  // Thread-safe.
  virtual double rate_of_found(const WaitingPage& /*page*/, Time /*now*/) const { return -1; }
};

}  // namespace freshet
