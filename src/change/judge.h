// Judges the change between two versions of a page: its class and its score.
//
// The judge works in stages, from cheap to expensive, and records the finding of each, so that its
// answer can be explained: not modified, ETag, Last-Modified, hash of the bytes, hash of the text;
// then new, changed and missing elements, similarity of the texts by shingles, link targets, page
// structure. Noise known from the page's own history (noise.h) does not count. The score weighs the
// rest (score.h). Design: docs/design/change.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "change/element_diff.h"
#include "change/noise.h"
#include "change/page_print.h"

namespace freshet {

enum class ChangeClass : std::uint8_t {
  none,       // nothing visible to a reader, and no link
  cosmetic,   // only noise, order, or the frame of the page; or one error page after another
  minor,      // the content, slightly
  major,      // the content, substantially
  removed,    // replaced by an error, a gatekeeper or another page
  structure,  // rebuilt with nearly the same text
};

// "none", "cosmetic", ..., "structure changed".
std::string_view change_class_text(ChangeClass kind);

enum class Stage : std::uint8_t {
  status,  // 304, 404, ...
  etag,
  last_modified,
  bytes,
  text,
  elements,
  similarity,
  links,
  structure,
  noise,
};

// "status", "etag", "last modified", ...
std::string_view stage_text(Stage stage);

enum class Finding : std::uint8_t { same, differs, unknown, distrusted };

// "same", "differs", ...
std::string_view finding_text(Finding finding);

struct StageNumber {
  std::string_view name;  // a literal
  double value;
};

struct StageRecord {
  Stage stage;
  Finding finding;
  std::vector<StageNumber> numbers = {};
};

// Counts of the stages without noise, the input of the score.
struct ChangeNumbers {
  std::size_t content_words = 0;   // in new or missing blocks of the content
  std::size_t content_blocks = 0;  // number of these blocks
  std::size_t frame_blocks = 0;    // the same outside the content
  std::size_t content_links = 0;   // matched blocks of the content with other link targets
  std::size_t content_markup = 0;  // ... with other markup
  std::size_t content_images = 0;  // images not seen before
  std::size_t frame_links = 0;     // links and markup outside the content
  std::size_t noisy_blocks = 0;    // all of the above that is noise
};

struct Change {
  ChangeClass kind = ChangeClass::none;
  bool meaningful = false;
  double score = 0;  // 0 to 1: probability that a person calls it a change of the content
  ChangeNumbers numbers = {};
  // The version that the new one was compared with: 0 is the old one, 1 the latest of the earlier.
  std::size_t versions_back = 0;
  // Of `removed`: the new page has a long text of its own and does not tell of an error.
  bool is_other_page = false;
  // Of `structure`: the page has another design of its site, and the same content.
  bool is_redesign = false;
  std::vector<StageRecord> stages = {};

  // Returns true if the visible words differ from the old version, noise included.
  bool text_differs() const;
};

// The fields of a response head that are compared.
struct AnswerHead {
  int status = 200;
  std::optional<std::string> etag = std::nullopt;
  std::optional<Time> last_modified = std::nullopt;
};

// The validators that are reliable. The caller knows which ones have been wrong before.
struct ValidatorTrust {
  bool etag = true;
  bool last_modified = true;
};

// Compares entity tags weakly (RFC 9110, 8.8.3.2), like If-None-Match: servers that compress on the
// fly mark the tag of a 200 as weak and that of a 304 not.
bool etags_match(std::string_view a, std::string_view b);

// Runs the stages that need no body: the status and, if that is inconclusive, ETag and
// Last-Modified. An equal weak ETag is distrusted too: it permits differences.
std::vector<StageRecord> compare_heads(const AnswerHead& old_head, const AnswerHead& new_head,
                                       const ValidatorTrust& trust);

// Returns true if two versions of a page have different designs of their site and the same content:
// the texts outside the template of one are in the other. If the design of a version is not known
// yet, its own texts beyond those count as template: a page that got new content on the day of the
// redesign cannot be told from one that did not.
bool has_only_other_design(const PagePrint& old_page, const PagePrint& new_page);

// Judges two versions by their prints. `earlier`: versions before the old one, oldest first. If the
// new version has nothing in common with the old one but does with an earlier one, the old one was
// an interruption, and the latest such version is compared instead.
Change judge_change(const PagePrint& old_page, const PagePrint& new_page,
                    std::span<const PagePrint> earlier);

}  // namespace freshet
