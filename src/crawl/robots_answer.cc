#include "crawl/robots_answer.h"

#include <utility>

#include "charset/charset.h"
#include "warc/body.h"

namespace freshet {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";

bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

warc::HttpHead gzip_head() {
  warc::HttpHead head;
  head.fields.push_back({"Content-Encoding", "gzip"});
  return head;
}

}  // namespace

bool is_cut_short(const WebAnswer& answer) {
  return answer.truncated != warc::Truncation::none && answer.truncated != warc::Truncation::length;
}

Result<std::string> read_robots_body(const warc::HttpHead& head, std::string_view body) {
  warc::DecodedBody decoded = warc::decode_body(head, body, kRobotsReadMax);
  if (!decoded.error && decoded.bytes.starts_with(kGzipMagic))
    decoded = warc::decode_body(gzip_head(), decoded.bytes, kRobotsReadMax);
  if (decoded.error && decoded.error->code != Errc::limit)
    return std::unexpected(*std::move(decoded.error));
  if (!is_utf16(decoded.bytes)) return std::move(decoded.bytes);
  const Utf8Text utf8 = to_utf8(decoded.bytes, "");
  return std::string(utf8.text(decoded.bytes).substr(0, kRobotsReadMax));
}

}  // namespace freshet
