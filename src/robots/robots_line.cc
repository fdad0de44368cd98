#include "robots/robots_line.h"

#include <array>
#include <utility>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

struct RecordName {
  std::string_view text;
  RobotsLineKind kind;
  bool misspelt;
};

// Names that Google accepts with any suffix ("disallowed", "user-agents").
constexpr std::array kPrefixes = {
    RecordName{"user-agent", RobotsLineKind::user_agent, false},
    RecordName{"useragent", RobotsLineKind::user_agent, true},
    RecordName{"user agent", RobotsLineKind::user_agent, true},
    RecordName{"allow", RobotsLineKind::allow, false},
    RecordName{"disallow", RobotsLineKind::disallow, false},
    RecordName{"dissallow", RobotsLineKind::disallow, true},
    RecordName{"dissalow", RobotsLineKind::disallow, true},
    RecordName{"disalow", RobotsLineKind::disallow, true},
    RecordName{"diasllow", RobotsLineKind::disallow, true},
    RecordName{"disallaw", RobotsLineKind::disallow, true},
};

// Names that must match exactly.
constexpr std::array kExact = {
    RecordName{"sitemap", RobotsLineKind::sitemap, false},
    RecordName{"site-map", RobotsLineKind::sitemap, true},
    RecordName{"sitemaps", RobotsLineKind::sitemap, true},
    RecordName{"crawl-delay", RobotsLineKind::crawl_delay, false},
    RecordName{"crawldelay", RobotsLineKind::crawl_delay, true},
    RecordName{"clean-param", RobotsLineKind::unused, false},
    RecordName{"host", RobotsLineKind::unused, false},
    RecordName{"noarchive", RobotsLineKind::unused, false},
    RecordName{"nofollow", RobotsLineKind::unused, false},
    RecordName{"noindex", RobotsLineKind::unused, false},
};

void classify(RobotsLine& line) {
  line.kind = RobotsLineKind::unknown;
  for (const RecordName& known : kPrefixes) {
    if (!starts_with_ignoring_case(line.name, known.text)) continue;
    line.kind = known.kind;
    line.misspelt = known.misspelt || line.name.size() != known.text.size();
    return;
  }
  for (const RecordName& known : kExact) {
    if (!equals_ignoring_case(line.name, known.text)) continue;
    line.kind = known.kind;
    line.misspelt = known.misspelt;
    return;
  }
}

// RFC 9309 defines the first three strictly; for other records it permits leniency (section 2.2.4).
bool is_obeyed(const RobotsLine& line, RobotsCompat compat) {
  switch (line.kind) {
    case RobotsLineKind::user_agent:
    case RobotsLineKind::allow:
    case RobotsLineKind::disallow:
      return compat == RobotsCompat::google || !(line.missing_colon || line.misspelt);
    case RobotsLineKind::crawl_delay:
    case RobotsLineKind::sitemap:
      return true;
    case RobotsLineKind::blank:
    case RobotsLineKind::unused:
    case RobotsLineKind::unknown:
      return false;
  }
  return false;
}

// End of the name and start of the value.
struct Separator {
  std::size_t at = std::string_view::npos;
  bool is_colon = false;
};

// Finds a colon; or, without one, the space between exactly two words.
Separator find_separator(std::string_view record) {
  const std::size_t colon = record.find(':');
  if (colon != std::string_view::npos) return {colon, true};
  const std::size_t space = record.find_first_of(" \t");
  if (space == std::string_view::npos) return {};
  const std::size_t second = record.find_first_not_of(" \t", space);
  if (record.find_first_of(" \t", second) != std::string_view::npos) return {};
  return {space, false};
}

RobotsLine read_line(std::string_view text, std::uint32_t number, RobotsCompat compat) {
  RobotsLine line;
  line.number = number;
  if (compat == RobotsCompat::google && text.size() > kGoogleLineBytesMax) {
    text = text.substr(0, kGoogleLineBytesMax);
    line.cut = true;
  }
  const std::size_t comment = text.find('#');
  line.has_comment = comment != std::string_view::npos;
  const std::string_view record = trim_ascii_whitespace(text.substr(0, comment));
  if (record.empty()) return line;

  line.kind = RobotsLineKind::unknown;
  const Separator separator = find_separator(record);
  if (separator.at == std::string_view::npos) return line;
  line.name = trim_ascii_whitespace(record.substr(0, separator.at));
  if (line.name.empty()) return line;
  line.value = trim_ascii_whitespace(record.substr(separator.at + 1));
  line.missing_colon = !separator.is_colon;
  classify(line);
  line.obeyed = is_obeyed(line, compat);
  return line;
}

std::string_view without_byte_order_mark(std::string_view bytes) {
  std::size_t skipped = 0;
  while (skipped < kByteOrderMark.size() && skipped < bytes.size() &&
         bytes[skipped] == kByteOrderMark[skipped]) {
    ++skipped;
  }
  return bytes.substr(skipped);
}

}  // namespace

std::string_view robots_bytes_within_limit(std::string_view bytes) {
  if (bytes.size() <= kRobotsBytesMax) return bytes;
  std::size_t end = kRobotsBytesMax;
  if (is_line_end(bytes[end])) return bytes.substr(0, end);
  while (end > 0 && !is_line_end(bytes[end - 1])) --end;
  return bytes.substr(0, end);
}

void for_each_robots_line(std::string_view bytes, RobotsOptions options,
                          const std::function<void(RobotsLine&&)>& visit) {
  const std::string_view text = without_byte_order_mark(robots_bytes_within_limit(bytes));
  std::uint32_t number = 0;
  std::size_t start = 0;
  while (true) {
    std::size_t end = start;
    while (end < text.size() && !is_line_end(text[end])) ++end;
    visit(read_line(text.substr(start, end - start), ++number, options.compat));
    if (end == text.size()) return;
    const bool is_crlf = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    start = end + (is_crlf ? 2 : 1);
  }
}

}  // namespace freshet
