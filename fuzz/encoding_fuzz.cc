// Reads: src/charset/charset.cc src/charset/charset_detect.cc src/charset/content_type.cc
// Reads: src/charset/decode.cc src/charset/decode_iso_2022_jp.cc src/charset/decode_multi_byte.cc
// Reads: src/charset/encoding.cc src/charset/legacy_index.cc src/charset/meta_prescan.cc
//
// The first line of an input is the Content-Type header; the rest is the page.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "charset/charset.h"
#include "charset/decode.h"

namespace {

using namespace freshet;

bool is_valid(std::string_view text) {
  const std::size_t length = valid_utf8_length(text);
  require(length == utf8_portable::valid_utf8_length(text), "both ways find the same");
  return length == text.size();
}

void check_page(std::string_view page, std::string_view content_type) {
  const Utf8Text utf8 = to_utf8(page, content_type);
  const std::string_view text = utf8.text(page);
  require(is_valid(text), "the text is UTF-8");
  require(text.size() <= page.size() * kUtf8BytesPerByteMax, "the text is of bounded length");
  require(utf8.mark_bytes <= page.size(), "the byte order mark is in the page");
  require(!charset_source_name(utf8.source).empty(), "the source has a name");
  const std::string_view marked = page.substr(utf8.mark_bytes);
  if (utf8.encoding == Encoding::utf_8)
    require(utf8.converted.has_value() != is_valid(marked), "only what is not UTF-8 is converted");
  if (utf8.converted) require(*utf8.converted != marked, "nothing is copied without need");

  const Utf8Text again = to_utf8(text, "text/html; charset=utf-8");
  require(again.encoding == Encoding::utf_8 || again.mark_bytes == 2, "a header is believed");
  require(again.encoding != Encoding::utf_8 || !again.converted, "UTF-8 stays as it is");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::size_t line = input.find('\n');
  if (line == input.npos) {
    check_page(input, "");
  } else {
    check_page(input.substr(line + 1), input.substr(0, line));
  }
  return 0;
}
