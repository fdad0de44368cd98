// An observation of a page: it is new, the same, changed, gone.
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

// What others, such as a sitemap, say of a page since our copy was made.
enum class PageWord : std::uint8_t { none, unchanged, changed };

// Who contradicts a server that says that nothing has changed.
enum class Denial : std::uint8_t { none, others, length };

// A page that is to be checked, and the copy that it is compared with.
struct CheckOrder {
  PageKey page;
  std::optional<PageBelief> belief = {};  // what was believed when it was chosen
  std::string etag = {};                  // what to ask by, unless it is asked for whole
  std::string last_modified = {};
  bool is_requisite = false;  // else a page
  bool is_whole = false;      // asked for without condition
  Time copied{};              // when the copy was made, or was last found to be the same
  std::optional<Sha1Digest> payload = {};
  std::uint64_t length = 0;  // of the copy as it came, where it is worth asking for; else 0
  PageWord word = PageWord::none;
  Denial denial = Denial::none;
  int asked = 0;  // requests that were made for it so far
  // Somebody wants to know which elements changed since the copy of then.
  std::optional<Time> elements_since = {};
};

// In the metadata record of a page that is seen for the first time: what a sitemap says of how
// often it changes.
inline constexpr std::string_view kSitemapFrequencyField = "sitemapChangefreq";

// Elements of a page against an earlier copy of it.
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
  std::optional<PageFeatures> features = {};  // of HTML that is seen for the first time
  SitemapWord sitemap = {};                   // of a page that is seen for the first time
  std::optional<PageCheck> check = {};        // none: the page is new
  std::optional<CheckOrder> order = {};       // of a check
  bool is_not_modified = false;               // a 304
  // Of a check that found nothing that counts: its text is another all the same.
  bool has_other_text = false;
  bool is_by_length = false;  // a HEAD says that length and validators are what they were
  // Of a change, if the order asks for it and the copy of then can be compared.
  std::optional<ElementCounts> elements = {};
  std::vector<PageMark> marks = {};        // what it says of other pages
  std::optional<Sha1Digest> payload = {};  // of what came; the sink fills it in
  std::optional<LeaseFence> fence = {};    // of the visit that made it; the sink fills it in
};

// Turns observations into rows of the catalog. Called before the observation is committed, by the
// thread that commits.
class Beliefs {
 public:
  virtual ~Beliefs() = default;
  virtual PageNews record(const Observation& observation) = 0;
};

}  // namespace freshet
