#include "charset/charset.h"

#include "base/check.h"
#include "base/utf8.h"
#include "charset/charset_detect.h"
#include "charset/content_type.h"
#include "charset/decode.h"
#include "charset/meta_prescan.h"

namespace freshet {
namespace {

struct Verdict {
  Encoding encoding;
  CharsetSource source;
  std::size_t mark_bytes = 0;
};

// Encoding Standard, "BOM sniff".
std::optional<Verdict> byte_order_mark(std::string_view page) {
  constexpr auto kSource = CharsetSource::byte_order_mark;
  if (page.starts_with("\xEF\xBB\xBF")) return Verdict{Encoding::utf_8, kSource, 3};
  if (page.starts_with("\xFE\xFF")) return Verdict{Encoding::utf_16be, kSource, 2};
  if (page.starts_with("\xFF\xFE")) return Verdict{Encoding::utf_16le, kSource, 2};
  return std::nullopt;
}

std::optional<Encoding> header_encoding(std::string_view content_type) {
  const std::optional<std::string> charset = content_type_charset(content_type);
  return charset ? encoding_from_label(*charset) : std::nullopt;
}

Verdict judge(std::string_view page, std::string_view content_type) {
  if (const auto mark = byte_order_mark(page)) return *mark;
  if (const auto named = header_encoding(content_type))
    return {*named, CharsetSource::content_type};
  if (const auto declared = prescan_encoding(page)) return {*declared, CharsetSource::declaration};
  if (const auto late = late_meta_encoding(page)) return {*late, CharsetSource::declaration};
  if (const auto guess = detect_encoding(page)) return {*guess, CharsetSource::detection};
  return {Encoding::windows_1252, CharsetSource::fallback};
}

bool is_utf8_already(Encoding encoding, std::string_view text) {
  if (encoding == Encoding::utf_8) return valid_utf8_length(text) == text.size();
  return is_plain_ascii(encoding, text);
}

}  // namespace

std::string_view charset_source_name(CharsetSource source) {
  switch (source) {
    case CharsetSource::byte_order_mark:
      return "byte order mark";
    case CharsetSource::content_type:
      return "header";
    case CharsetSource::declaration:
      return "declaration";
    case CharsetSource::detection:
      return "detection";
    case CharsetSource::fallback:
      return "fallback";
  }
  require(false, "a known source");
  return {};
}

std::string_view Utf8Text::text(std::string_view page) const& {
  return converted ? std::string_view(*converted) : page.substr(mark_bytes);
}

Utf8Text to_utf8(std::string_view page, std::string_view content_type) {
  const Verdict verdict = judge(page, content_type);
  Utf8Text utf8{verdict.encoding, verdict.source, verdict.mark_bytes, std::nullopt};
  const std::string_view text = page.substr(verdict.mark_bytes);
  if (!is_utf8_already(verdict.encoding, text))
    utf8.converted = decode_to_utf8(verdict.encoding, text);
  return utf8;
}

}  // namespace freshet
