#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/ascii.h"
#include "watch/time_zone.h"

namespace freshet {

// Reads the footer of a TZif file, a POSIX TZ string with the extensions of RFC 9636: "CET-1CEST,
// M3.5.0,M10.5.0/3", "<+03>-3".
class TzStringReader {
 public:
  explicit TzStringReader(std::string_view text) : rest_(text) {}

  bool read(TimeZone::Footer& footer) {
    if (!name() || !offset(footer.standard)) return false;
    if (rest_.empty()) return true;
    footer.has_summer = true;
    footer.summer = footer.standard + 3600;
    if (!name()) return false;
    if (!rest_.starts_with(',') && !offset(footer.summer)) return false;
    return take(',') && rule(footer.to_summer) && take(',') && rule(footer.to_standard) &&
           rest_.empty();
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool number(int& into, int first, int last) {
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), into);
    if (error != std::errc{} || into < first || into > last) return false;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return true;
  }

  bool name() {
    if (take('<')) {
      const auto end = rest_.find('>');
      if (end == std::string_view::npos || end < 3) return false;
      rest_.remove_prefix(end + 1);
      return true;
    }
    std::size_t letters = 0;
    while (letters < rest_.size() && is_ascii_alpha(rest_[letters])) ++letters;
    rest_.remove_prefix(letters);
    return letters >= 3;
  }

  // "[+-]hh[:mm[:ss]]", in seconds.
  bool clock(int& into, int hours_max) {
    const bool is_negative = rest_.starts_with('-');
    if (is_negative || rest_.starts_with('+')) rest_.remove_prefix(1);
    int hours = 0, minutes = 0, secs = 0;
    if (!number(hours, 0, hours_max)) return false;
    if (take(':') && !number(minutes, 0, 59)) return false;
    if (take(':') && !number(secs, 0, 59)) return false;
    into = hours * 3600 + minutes * 60 + secs;
    if (is_negative) into = -into;
    return true;
  }

  // POSIX counts west of Greenwich as positive.
  bool offset(std::int32_t& into) {
    int west = 0;
    if (!clock(west, 24)) return false;
    into = -west;
    return true;
  }

  bool rule(TimeZone::YearlyRule& into) {
    using Kind = TimeZone::YearlyRule::Kind;
    if (take('M')) {
      into.kind = Kind::month_week_day;
      if (!number(into.month, 1, 12) || !take('.') || !number(into.week, 1, 5) || !take('.') ||
          !number(into.day, 0, 6)) {
        return false;
      }
    } else if (take('J')) {
      into.kind = Kind::julian;
      if (!number(into.day, 1, 365)) return false;
    } else {
      into.kind = Kind::zero_based;
      if (!number(into.day, 0, 365)) return false;
    }
    return !take('/') || clock(into.time, 167);
  }

  std::string_view rest_;
};

// Reads the 64-bit block of a TZif file.
class TzifReader {
 public:
  explicit TzifReader(std::string_view bytes) : rest_(bytes) {}

  bool read(TimeZone& zone) {
    Header header;
    if (!read_header(header) || header.version < '2') return false;
    if (!skip(header.block_size(4)) || !read_header(header)) return false;
    return read_block(header, zone) && read_footer(zone);
  }

 private:
  // Longest offset: RFC 9636 lets it be from -25 to 26 hours.
  static constexpr std::int64_t kOffsetMax = 26 * 3600;
  static constexpr std::uint64_t kCountMax = 100'000;

  struct Header {
    char version = 0;
    std::uint64_t utc_flags = 0, standard_flags = 0, leaps = 0, times = 0, types = 0, letters = 0;

    std::uint64_t block_size(std::uint64_t time_bytes) const {
      return times * time_bytes + times + types * 6 + letters + leaps * (time_bytes + 4) +
             standard_flags + utc_flags;
    }
  };

  bool skip(std::uint64_t count) {
    if (count > rest_.size()) return false;
    rest_.remove_prefix(count);
    return true;
  }

  std::uint64_t big_endian(std::size_t at, std::size_t bytes) const {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      number = number << 8 | static_cast<unsigned char>(rest_[at + i]);
    return number;
  }

  bool read_header(Header& header) {
    constexpr std::size_t kHeaderBytes = 44;
    if (rest_.size() < kHeaderBytes || !rest_.starts_with("TZif")) return false;
    header.version = rest_[4];
    std::uint64_t* const counts[] = {&header.utc_flags, &header.standard_flags, &header.leaps,
                                     &header.times,     &header.types,          &header.letters};
    for (std::size_t i = 0; i < std::size(counts); ++i) {
      *counts[i] = big_endian(20 + i * 4, 4);
      if (*counts[i] > kCountMax) return false;
    }
    rest_.remove_prefix(kHeaderBytes);
    return true;
  }

  bool read_block(const Header& header, TimeZone& zone) {
    if (header.types == 0 || header.types > 256 || header.block_size(8) > rest_.size())
      return false;
    std::vector<std::int32_t> offsets;
    const std::size_t types_at = header.times * 9;
    for (std::size_t i = 0; i < header.types; ++i) {
      const auto offset = static_cast<std::int32_t>(big_endian(types_at + i * 6, 4));
      if (offset < -kOffsetMax || offset > kOffsetMax) return false;
      offsets.push_back(offset);
    }
    zone.first_offset_ = offsets.front();
    for (std::size_t i = 0; i < header.times; ++i) {
      const auto at = static_cast<std::int64_t>(big_endian(i * 8, 8));
      const std::size_t type = big_endian(header.times * 8 + i, 1);
      const bool is_later = zone.changes_.empty() || at > zone.changes_.back().at;
      if (type >= offsets.size() || !is_later) return false;
      zone.changes_.push_back({at, offsets[type]});
    }
    return skip(header.block_size(8));
  }

  bool read_footer(TimeZone& zone) {
    if (rest_.size() < 2 || !rest_.starts_with('\n') || !rest_.ends_with('\n')) return false;
    const std::string_view text = rest_.substr(1, rest_.size() - 2);
    if (!text.empty()) return TzStringReader(text).read(zone.footer_);
    // No rule: the last offset holds for ever.
    zone.footer_.standard =
        zone.changes_.empty() ? zone.first_offset_ : zone.changes_.back().offset;
    return true;
  }

  std::string_view rest_;
};

Result<TimeZone> TimeZone::parse(std::string_view tzif) {
  TimeZone zone;
  if (tzif.size() <= kFileBytesMax && TzifReader(tzif).read(zone)) return zone;
  return std::unexpected(Error{Errc::invalid, "not a TZif file of version 2 or later"});
}

}  // namespace freshet
