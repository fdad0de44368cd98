#include "url/idna.h"

#include <unicode/uidna.h>

#include <algorithm>

#include "base/check.h"
#include "base/utf8.h"
#include "url/idna_changes.h"

namespace freshet {
namespace {

// The options of the URL standard: bidi and joiner checks, no transitional mapping. ICU always
// makes the checks that the standard leaves out (hyphens, lengths, empty labels); their errors are
// ignored.
constexpr std::uint32_t kOptions = UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                                   UIDNA_NONTRANSITIONAL_TO_ASCII |
                                   UIDNA_NONTRANSITIONAL_TO_UNICODE;
constexpr std::uint32_t kIgnoredErrors =
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
    UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Created once and never freed: it is immutable and thread-safe.
const UIDNA* uts46() {
  static const UIDNA* const instance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const UIDNA* opened = uidna_openUTS46(kOptions, &status);
    require(U_SUCCESS(status), "ICU has its IDNA data");
    return opened;
  }();
  return instance;
}

// Returns `domain` with the mappings that ICU lacks applied; nothing if it is not UTF-8.
std::optional<std::string> with_changes(std::string_view domain) {
  std::string changed;
  changed.reserve(domain.size());
  for (std::size_t at = 0; at < domain.size();) {
    const CodePoint point = read_utf8(domain, at);
    if (!point.valid) return std::nullopt;
    at += point.length;
    const char32_t c = changed_since_icu(point.value);
    if (c != kIgnored || point.value == kIgnored) append_utf8(changed, c);
  }
  return changed;
}

// "xn--" with only ASCII encoded after it: an error since UTS 46 revision 31, which ICU 72 does not
// detect.
bool has_pointless_punycode(std::string_view ascii) {
  for (std::size_t at = 0; at <= ascii.size();) {
    const std::size_t end = std::min(ascii.find('.', at), ascii.size());
    const std::string_view label = ascii.substr(at, end - at);
    if (label.starts_with("xn--") && label.ends_with('-')) return true;
    at = end + 1;
  }
  return false;
}

// Calls ICU, a second time if the buffer was too small.
std::optional<std::string> icu_name_to_ascii(std::string_view name) {
  std::string ascii(name.size() * 2 + 64, '\0');
  for (;;) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length = uidna_nameToASCII_UTF8(
        uts46(), name.data(), static_cast<std::int32_t>(name.size()), ascii.data(),
        static_cast<std::int32_t>(ascii.size()), &info, &status);
    const bool fitted = static_cast<std::size_t>(length) <= ascii.size();
    ascii.resize(static_cast<std::size_t>(length));
    if (status == U_BUFFER_OVERFLOW_ERROR && !fitted) continue;
    if (U_FAILURE(status) || (info.errors & ~kIgnoredErrors) != 0) return std::nullopt;
    return ascii;
  }
}

}  // namespace

std::optional<std::string> domain_to_ascii(std::string_view domain) {
  if (domain.size() > kUnicodeDomainBytesMax) return std::nullopt;
  const auto changed = with_changes(domain);
  if (!changed) return std::nullopt;
  auto ascii = icu_name_to_ascii(*changed);
  if (!ascii || has_pointless_punycode(*ascii)) return std::nullopt;
  return ascii;
}

}  // namespace freshet
