// The URLs in style sheets: fonts, images, further sheets. A copy of a page is incomplete without
// them.
//
// Tokens are those of CSS Syntax 3 (https://www.w3.org/TR/css-syntax-3/, section 4): comments,
// strings, escapes and bad URLs are treated as in a browser. URLs that the grammar would drop later
// (an @import in the wrong place, an unknown property) are listed anyway. URLs are found in url(),
// in @import with a string, and as strings of image-set(); those of @namespace are names and not
// listed, nor are pure fragments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/links.h"
#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kCssUrlsMax = 10'000;  // of a sheet, or of all styles in a page

enum class CssUrlKind : std::uint8_t {
  import,  // another style sheet
  asset,   // an image, a font, a cursor, ...
};

struct CssUrl {
  Url url;
  CssUrlKind kind;

  friend bool operator==(const CssUrl&, const CssUrl&) = default;
};

struct CssUrls {
  std::vector<CssUrl> all;  // in order, unique
  MissingLinks missing;
};

// `sheet`: UTF-8. `base`: the URL of the sheet.
CssUrls extract_css_urls(std::string_view sheet, const std::optional<Url>& base);

// Returns the URLs of the page's <style> elements and style attributes; together with the
// requisites among its links they are what a browser needs. `base` is that of its Links. An
// attribute with all its parentheses as character references is missed.
CssUrls extract_style_urls(std::string_view text, const TagIndex& index, Scripting scripting,
                           const std::optional<Url>& base);

// A URL as written in the sheet, with escapes resolved, and its place: the string with its quotes,
// or from "url(" to the ")".
struct WrittenCssUrl {
  std::string text;
  CssUrlKind kind;
  std::size_t from = 0;
  std::size_t to = 0;
  bool is_bare = false;  // url() without quotes
};

// Scans a sheet. `sheet` must outlive it.
class CssUrlReader {
 public:
  explicit CssUrlReader(std::string_view sheet) : sheet_(sheet) {}

  // Returns the next URL; nothing at the end.
  std::optional<WrittenCssUrl> next();

 private:
  enum class At : std::uint8_t { nothing, import, name_space };

  char peek(std::size_t ahead = 0) const;
  bool is_escape(std::size_t ahead) const;
  bool starts_name(std::size_t ahead = 0) const;
  void skip_comment();
  void skip_whitespace();
  void append_escaped(std::string& to);
  std::string read_name();
  std::optional<std::string> read_string();
  std::optional<std::string> read_bare_url();
  void skip_bad_url();
  std::optional<std::string> read_word();
  std::optional<std::string> read_url();
  std::optional<std::string> read_quoted();
  void at_keyword();
  void other();

  std::string_view sheet_;
  std::size_t at_ = 0;
  std::size_t from_ = 0;             // where the last URL began
  bool is_bare_ = false;             // and if it had no quotes
  At rule_ = At::nothing;            // the at-rule whose URL may follow
  std::size_t depth_ = 0;            // of parentheses
  std::size_t image_set_depth_ = 0;  // of the outermost image-set(); 0: outside
};

}  // namespace freshet
