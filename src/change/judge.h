// Did the page change, by how much, and does it matter?
//
// The judge asks in stages, from cheap to dear, and writes down what each found, so that its answer
// can be shown: not modified, ETag, Last-Modified, hash of the bytes, hash of the text; then which
// elements are new, changed or missing, how similar the texts are by shingles, where links lead,
// how the page is built. What the page's own history knows as noise (noise.h) does not count. The
// score weighs what is left (score.h). Design: docs/design/change.md.
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
  none,       // nothing that a reader sees, and no link
  cosmetic,   // only noise, order, or the frame of the page; or one error page after another
  minor,      // the content, a little
  major,      // the content, much
  removed,    // an error, a gatekeeper or another page stands in its place
  structure,  // built anew; what it says is nearly the same
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

// What the stages counted, after noise was taken away: what the score is made of.
struct ChangeNumbers {
  std::size_t content_words = 0;   // in blocks of the content that are new or gone
  std::size_t content_blocks = 0;  // as many blocks
  std::size_t frame_blocks = 0;    // the same outside of the content
  std::size_t content_links = 0;   // blocks of the content that stayed but lead elsewhere
  std::size_t content_markup = 0;  // ... that are marked up otherwise
  std::size_t content_images = 0;  // images that were never seen
  std::size_t frame_links = 0;     // links and markup outside of the content
  std::size_t noisy_blocks = 0;    // everything above that noise explains
};

struct Change {
  ChangeClass kind = ChangeClass::none;
  bool meaningful = false;
  double score = 0;  // 0 to 1: how probably a person would call it a change of the content
  ChangeNumbers numbers = {};
  // Which version the new one was compared with: 0 is the old one, 1 the latest of the earlier.
  std::size_t versions_back = 0;
  std::vector<StageRecord> stages = {};

  // Whether a reader sees other words than in the old version, noise included.
  bool text_differs() const;
};

// What the head of an answer says.
struct AnswerHead {
  int status = 200;
  std::optional<std::string> etag = std::nullopt;
  std::optional<Time> last_modified = std::nullopt;
};

// Which validators can be believed. Whoever asks knows which have lied.
struct ValidatorTrust {
  bool etag = true;
  bool last_modified = true;
};

// Compares entity tags weakly (RFC 9110, 8.8.3.2), as If-None-Match does: a server that packs its
// answers on the way marks the tag of a 200 as weak and that of a 304 not.
bool etags_match(std::string_view a, std::string_view b);

// The stages that need no body: the status, and where that says nothing, ETag and Last-Modified.
// The same weak ETag is distrusted, too: it allows for differences.
std::vector<StageRecord> compare_heads(const AnswerHead& old_head, const AnswerHead& new_head,
                                       const ValidatorTrust& trust);

// Judges two versions by their prints. `earlier`: versions before the old one, oldest first. Where
// the new version has nothing in common with the old one but has with an earlier one, the old one
// was something in between, and the latest such version is compared instead.
Change judge_change(const PagePrint& old_page, const PagePrint& new_page,
                    std::span<const PagePrint> earlier);

}  // namespace freshet
