// The path states of the URL parser. A path is kept as its serialisation, each segment after a '/',
// so that removing the last segment is cutting the text at its last '/'.
#include <array>

#include "base/ascii.h"
#include "url/drive_letter.h"
#include "url/url_parser.h"

namespace freshet {
namespace {

bool is_dot(std::string_view segment) {
  return segment == "." || equals_ignoring_case(segment, "%2e");
}

bool is_double_dot(std::string_view segment) {
  if (segment.size() < 2 || segment.size() > 6) return false;
  const std::size_t first = segment.front() == '.' ? 1 : 3;
  return is_dot(segment.substr(0, first)) && segment.size() > first &&
         is_dot(segment.substr(first));
}

// Returns false if no segment of `path` begins with a dot.
bool may_have_dot_segment(std::string_view path) {
  return path.front() == '.' || path.find("/.") != std::string_view::npos;
}

bool has_written_out_dot(std::string_view path) {
  return path.find("%2e") != std::string_view::npos || path.find("%2E") != std::string_view::npos;
}

// Bytes that interrupt the plain copy of a path.
enum PathByte : std::uint8_t {
  kEnds = 1,          // '?' or '#'
  kEncoded = 2,       // in the path's percent-encode set
  kBackslash = 4,     // a slash in special URLs
  kDot = 8,           // may begin a dot segment
  kPercentSign = 16,  // may be an encoded dot
};

constexpr auto kPathBytes = [] {
  std::array<std::uint8_t, 256> bytes{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    bytes[byte] = is_in(EncodeSet::path, c) ? kEncoded : 0;
    if (c == '?' || c == '#') bytes[byte] = kEnds;
    if (c == '\\') bytes[byte] = kBackslash;
    if (c == '.') bytes[byte] = kDot;
    if (c == '%') bytes[byte] = kPercentSign;
  }
  return bytes;
}();

}  // namespace

std::string_view UrlParser::path_written() const {
  return std::string_view(url_.href_).substr(parts().path);
}

void UrlParser::start_path() { parts().path = here(); }

// A path that starts with "//" would be read as a host if there is none before it.
void UrlParser::end_path() {
  if (!parts().has_host && !parts().has_opaque_path && path_written().starts_with("//")) {
    out().insert(parts().path, "/.");
    parts().path += 2;
  }
  if (!parts().has_host)
    parts().username_end = parts().host = parts().host_end = parts().scheme_end + 1;
  parts().query = here();
}

// "path state". at_ is after the slash that begins the first segment, if there is one.
bool UrlParser::read_path() {
  std::size_t end = at_;
  unsigned seen = 0;
  while (end < input_.size()) {
    const unsigned byte = kPathBytes[static_cast<unsigned char>(input_[end])];
    if (byte == kEnds) break;
    seen |= byte;
    ++end;
  }
  const std::string_view path = input_.substr(at_, end - at_);
  at_ = end;
  const bool needs_work = (seen & kEncoded) != 0 ||
                          ((seen & kBackslash) != 0 && parts().is_special) || is_file() ||
                          ((seen & kDot) != 0 && may_have_dot_segment(path)) ||
                          ((seen & kPercentSign) != 0 && has_written_out_dot(path));
  if (needs_work) {
    write_path_segments(path);
  } else {
    out().append("/").append(path);
  }
  end_path();
  return read_query_and_fragment();
}

void UrlParser::write_path_segments(std::string_view path) {
  for (;;) {
    std::size_t length = 0;
    while (length < path.size() && !is_slash(path[length])) ++length;
    const bool is_last = length == path.size();
    const std::string_view segment = path.substr(0, length);
    if (is_double_dot(segment)) {
      shorten_path();
      if (is_last) out().push_back('/');
    } else if (is_dot(segment)) {
      if (is_last) out().push_back('/');
    } else {
      write_path_segment(segment);
    }
    if (is_last) return;
    path.remove_prefix(length + 1);
  }
}

void UrlParser::write_path_segment(std::string_view segment) {
  const bool is_drive = is_file() && path_written().empty() && is_drive_letter(segment);
  out().push_back('/');
  append_percent_encoded(out(), segment, EncodeSet::path);
  if (is_drive) out().back() = ':';
}

// Removes the last segment. The drive letter of a file URL stays.
void UrlParser::shorten_path() {
  const std::string_view path = path_written();
  if (path.empty()) return;
  if (is_file() && path.size() == 3 && is_normal_drive_letter(path.substr(1))) return;
  out().resize(parts().path + path.rfind('/'));
}

}  // namespace freshet
