// From the answer of a server to the lines that a watch compares.
//
//   bytes -> kind of page -> removed parts out -> parts, or all -> lines that count
//
// HTML: CSS selectors, XPath, regular expressions on its text; without parts its content, as
// change/blocks.h reads it, without its frame and template. JSON: JSONPath, or all members. RSS and
// Atom: a line for each entry; XPath. Text and PDF: lines; regular expressions. All else: a digest.
// Pure, apart from the reader of PDF that the caller brings. Design: docs/design/watch.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "html/tag_index.h"
#include "watch/page_kind.h"
#include "watch/watch_line.h"
#include "watch/watch_spec.h"

namespace freshet {

inline constexpr std::size_t kWatchPartsMax = 50;                        // of one watch
inline constexpr std::size_t kWatchBytesMax = std::size_t{16} << 20;     // of an answer
inline constexpr std::size_t kWatchLinesMax = 20'000;                    // more are cut
inline constexpr std::size_t kWatchTextBytesMax = std::size_t{2} << 20;  // more are cut
inline constexpr std::size_t kWatchLinkBytesMax = std::size_t{1} << 20;  // of all links
inline constexpr std::size_t kStandInWordsMax = 200;  // longer pages are no stand-ins

// Returns the text of a PDF document. Errc::unavailable without a program that can read it.
using PdfReader = std::function<Result<std::string>(std::string_view bytes)>;

// The views must live until PartReader::read returns.
struct PageAnswer {
  std::string_view content_type = {};
  std::string_view body = {};
  // Where texts begin that the pages of the site repeat (TemplateMarks of clean/template.h).
  std::span<const std::uint32_t> template_texts = {};
  Scripting scripting = Scripting::off;
};

struct PartText {
  PageKind kind = PageKind::html;
  bool is_found = true;      // false: no part is on the page
  bool is_whole = true;      // the watch has no parts
  bool is_cut = false;       // the end is missing
  std::string problem = {};  // why no part was found: one sentence
  // The page stands in for another one: it is empty, or short and tells of an error, of
  // maintenance, or of a gatekeeper.
  std::string stand_in = {};  // how it does: one sentence; empty: it does not
  std::string title = {};     // of HTML
  WatchLines lines = {};

  bool operator==(const PartText&) const = default;
};

struct WatchReaders;  // parsed selectors and patterns

// Immutable; any thread may use it.
class PartReader {
 public:
  // Errc::invalid with a sentence that names the part or pattern and the place in it: a watch with
  // such a spec must not be saved. The patterns of triggers are checked too.
  static Result<PartReader> make(const WatchSpec& spec, PdfReader pdf = {});

  // Errc::limit if the page is too large or a search takes too long, otherwise the error of the
  // reader of PDF. A part that is not there is no error.
  Result<PartText> read(const PageAnswer& answer) const;

 private:
  explicit PartReader(std::shared_ptr<const WatchReaders> readers) : readers_(std::move(readers)) {}

  std::shared_ptr<const WatchReaders> readers_;
};

// Returns a page of HTML in UTF-8 without the removed parts of the spec. For the judge, whose
// prints must be made of the same page.
Result<std::string> page_without_parts(const WatchSpec& spec, std::string_view html,
                                       Scripting scripting);

}  // namespace freshet
