// What an answer says of a page as such: it is seen for the first time, the same, changed, gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "html/features.h"

namespace freshet {

// A page that is to be checked, and the copy that it is compared with.
struct CheckOrder {
  PageKey page;
  std::optional<PageBelief> belief = {};  // what was believed when it was chosen
  std::string etag = {};                  // what to ask by
  std::string last_modified = {};
  Time copied{};  // when the copy was made, or was last found to be the same
  std::optional<Sha1Digest> payload = {};
  bool is_hinted = false;   // somebody says that it changed since ...
  bool was_denied = false;  // ... and the server says that it did not
};

struct Sighting {
  PageKey page;
  Time time{};
  std::uint16_t depth = 0;
  bool has_etag = false;
  std::optional<Time> last_modified = {};
  std::optional<PageFeatures> features = {};  // of HTML that is seen for the first time
  std::optional<PageCheck> check = {};        // none: the page is new
  std::optional<CheckOrder> order = {};       // of a check
  bool is_not_modified = false;               // a 304
  std::vector<PageMark> marks = {};           // what it says of other pages
  std::optional<Sha1Digest> payload = {};     // of what came; the sink fills it in
};

// Turns what is seen into what is remembered. Called before the sighting is committed, by the
// thread that commits.
class Beliefs {
 public:
  virtual ~Beliefs() = default;
  virtual PageNews believe(const Sighting& sighting) = 0;
};

}  // namespace freshet
