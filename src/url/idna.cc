#include "url/idna.h"

#include <unicode/uidna.h>

#include "base/check.h"
#include "base/utf8.h"

namespace freshet {
namespace {

// What the URL standard asks for: bidi and joiner checks, no transitional mapping. The checks that
// it leaves out (hyphens, lengths, empty labels) ICU makes always; their errors are ignored.
constexpr std::uint32_t kOptions = UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                                   UIDNA_NONTRANSITIONAL_TO_ASCII |
                                   UIDNA_NONTRANSITIONAL_TO_UNICODE;
constexpr std::uint32_t kIgnoredErrors =
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
    UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Made once and never freed: it is immutable and may be used by all threads.
const UIDNA* uts46() {
  static const UIDNA* const instance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const UIDNA* opened = uidna_openUTS46(kOptions, &status);
    require(U_SUCCESS(status), "ICU has its IDNA data");
    return opened;
  }();
  return instance;
}

}  // namespace

std::optional<std::string> domain_to_ascii(std::string_view domain) {
  if (domain.size() > kUnicodeDomainBytesMax || valid_utf8_length(domain) != domain.size())
    return std::nullopt;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  std::string ascii(domain.size() * 4 + 64, '\0');
  const std::int32_t length =
      uidna_nameToASCII_UTF8(uts46(), domain.data(), static_cast<std::int32_t>(domain.size()),
                             ascii.data(), static_cast<std::int32_t>(ascii.size()), &info, &status);
  if (U_FAILURE(status) || (info.errors & ~kIgnoredErrors) != 0) return std::nullopt;
  ascii.resize(static_cast<std::size_t>(length));
  return ascii;
}

}  // namespace freshet
