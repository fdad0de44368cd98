// A URL as defined by the WHATWG URL standard, exactly as browsers parse links.
//
// A Url is a value: one string, its serialisation, and the offsets of its parts. It is created only
// by parsing, so every Url is valid and in the standard's form: scheme and host in lower case,
// default port omitted, dot segments resolved, forbidden bytes percent-encoded. Parsing its href()
// again gives the same Url. Queries are encoded as UTF-8, regardless of the page's encoding.
//
// normal_form.h decides which different hrefs are the same page. Design: docs/design/url.md.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

// Longest input and longest href: the limit of Chromium, so that a data: URL inside a page is
// parsed as in a browser. Code that follows links should set a smaller limit.
inline constexpr std::size_t kUrlBytesMax = std::size_t{2} << 20;

class Url {
 public:
  // Accepts any bytes; invalid UTF-8 reads as U+FFFD. Spaces and control characters around the
  // input are ignored, tabs and line ends anywhere in it too. Fails with Errc::invalid, or
  // Errc::limit beyond kUrlBytesMax.
  static Result<Url> parse(std::string_view input);

  // Parses `input` as a link found on the page `base`.
  static Result<Url> parse(std::string_view input, const Url& base);

  // Returns the whole URL, in ASCII. The views below are parts of it and live as long as it.
  std::string_view href() const { return href_; }
  std::string_view href_without_fragment() const { return part(0, parts_.fragment); }

  std::string_view scheme() const { return part(0, parts_.scheme_end); }  // without the ':'
  std::string_view username() const;
  std::string_view password() const;
  std::string_view hostname() const { return part(parts_.host, parts_.host_end); }
  std::optional<std::uint16_t> port() const { return parts_.port; }  // none: the scheme's default
  std::string_view path() const { return part(parts_.path, parts_.query); }
  std::optional<std::string_view> query() const;     // without the '?'
  std::optional<std::string_view> fragment() const;  // without the '#'

  // Returns true if there is a "//" part: "file:///x" has an empty host, "mailto:x" has none.
  bool has_host() const { return parts_.has_host; }
  // Returns true for ftp, file, http, https, ws, wss: their host is a domain name, and '\' means
  // '/'.
  bool is_special() const { return parts_.is_special; }
  bool is_http() const { return scheme() == "http" || scheme() == "https"; }
  // Returns true if the path is not a list of segments, as in "mailto:x" or "data:,y": nothing
  // resolves against it.
  bool has_opaque_path() const { return parts_.has_opaque_path; }

  // Returns the port of a connection; none if the scheme has no default.
  std::optional<std::uint16_t> effective_port() const;

  // Returns "scheme://host:port" without a default port, or "null" for an opaque origin.
  std::string origin() const;

  friend bool operator==(const Url& a, const Url& b) { return a.href_ == b.href_; }
  friend auto operator<=>(const Url& a, const Url& b) { return a.href_ <=> b.href_; }

 private:
  friend class UrlParser;

  // Offsets into href_, in the order in which the parts come:
  //   https://user:pass@example.com:8080/a/b?q#f
  //        |      |    |           |    |   | |
  //        |      |    host        |    |   | fragment
  //        |      username_end     |    |   query
  //        scheme_end              |    path
  //                                host_end
  // A part that is absent has no length: `query` is then where the fragment starts, and so on.
  struct Parts {
    std::uint32_t scheme_end = 0;
    std::uint32_t username_end = 0;
    std::uint32_t host = 0;
    std::uint32_t host_end = 0;
    std::uint32_t path = 0;
    std::uint32_t query = 0;     // of the '?'
    std::uint32_t fragment = 0;  // of the '#'
    std::optional<std::uint16_t> port;
    bool has_host = false;
    bool is_special = false;
    bool has_opaque_path = false;
  };

  Url() = default;

  std::string_view part(std::size_t from, std::size_t to) const {
    return std::string_view(href_).substr(from, to - from);
  }

  std::string href_;
  Parts parts_;
};

}  // namespace freshet
