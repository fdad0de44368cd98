// The kind of a watched page: by its Content-Type and, because that is often wrong, by its first
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

enum class PageKind : std::uint8_t {
  html,
  json,
  feed,  // RSS or Atom
  xml,
  text,
  pdf,
  other,  // compared by its digest
};

// "HTML", "JSON", "feed", ...: for people.
std::string_view page_kind_text(PageKind kind);

// `content_type` is the value of the header, or empty.
PageKind find_page_kind(std::string_view content_type, std::string_view body);

// Returns a page of characters as UTF-8. An XML declaration names the encoding if the header does
// not.
std::string decode_page(PageKind kind, std::string_view content_type, std::string_view body);

}  // namespace freshet
