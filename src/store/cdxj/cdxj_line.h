// One line of a CDXJ index: the URL and time of a capture, and the place of its record.
//
//   com,example)/a 20261116003446123 {"url":"http://example.com/a","mime":"text/html",...}
//
// The key is derived from the URL, so that lines sorted as bytes (LC_ALL=C) group the captures of a
// page, the pages of a host and the hosts of a domain. See docs/formats/cdxj.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"

namespace freshet {

// The longest line, without its line feed: room for any URL that a server would take.
inline constexpr std::size_t kCdxjLineBytesMax = std::size_t{256} << 10;

// The `mime` of a record without a body of its own, which refers to an earlier one.
inline constexpr std::string_view kRevisitMime = "warc/revisit";

struct CdxjLine {
  std::string key{};  // cdxj_key(url)
  Time time{};        // kept to the millisecond
  std::string url{};
  std::string mime{};        // "text/html", or kRevisitMime; empty: unknown
  std::uint16_t status = 0;  // of HTTP, up to 999; 0: none
  std::optional<Sha1Digest> digest{};
  std::string filename{};    // of the WARC
  std::uint64_t offset = 0;  // of the record (its gzip member) in that file
  std::uint64_t length = 0;  // of the member

  bool is_revisit() const { return mime == kRevisitMime; }
  // Returns true for a page confirmed by a 304. Replay programs cannot use such a line.
  bool is_not_modified() const { return is_revisit() && status == 304; }

  friend bool operator==(const CdxjLine&, const CdxjLine&) = default;
};

// Returns the SURT of `url`, with spaces, controls and non-ASCII bytes percent-encoded, so that it
// never breaks a line. Every look-up by URL must use it.
std::string cdxj_key(std::string_view url);

// Returns the line without a line feed. Errc::invalid if the key is empty or holds bytes that
// cdxj_key encodes, or the status has more than three digits; Errc::limit past kCdxjLineBytesMax.
// Bytes that are not UTF-8 become U+FFFD, because JSON cannot hold them.
Result<std::string> write_line(const CdxjLine& line);

// Parses a line of write_line or of another program: times of 14 or 17 digits, numbers as strings
// or numbers, digests with or without "sha1:", "-" for unknown values, fields in any order. Unknown
// fields are skipped; a digest that is not SHA-1 is ignored. The message of Errc::corrupt says what
// was expected; the caller prepends the place.
Result<CdxjLine> parse_line(std::string_view line);

// The older CDX format of 11 fields, as wayback and OutbackCDX read it: the header line, and one
// line, both without a line feed. Spaces and controls within a field are percent-encoded; an empty
// field is "-".
inline constexpr std::string_view kCdx11Header = " CDX N b a m s k r M S V g";
std::string write_cdx11_line(const CdxjLine& line);

}  // namespace freshet
