#include "url/ip_address.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::uint64_t kOverflown = std::uint64_t{1} << 32;

template <class Number>
void append_number(std::string& out, Number number, int radix) {
  char digits[16];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number, radix).ptr;
  out.append(digits, end);
}

// The standard's "IPv4 number parser". Returns kOverflown for a number beyond 32 bits.
std::optional<std::uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  unsigned radix = 10;
  if (starts_with_ignoring_case(text, "0x")) {
    radix = 16;
    text.remove_prefix(2);
  } else if (text.size() >= 2 && text.front() == '0') {
    radix = 8;
    text.remove_prefix(1);
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    if (!is_ascii_hex_digit(c) || hex_value(c) >= radix) return std::nullopt;
    number = std::min(number * radix + hex_value(c), kOverflown);
  }
  return number;
}

// Reads the pieces of an IPv6 address from left to right, with at most one "::".
class Ipv6Reader {
 public:
  explicit Ipv6Reader(std::string_view text) : text_(text) {}

  std::optional<Ipv6Address> read() {
    if (peek() == ':') {
      if (peek(1) != ':') return std::nullopt;
      at_ += 2;
      compress_ = ++piece_;
    }
    while (at_ < text_.size()) {
      if (piece_ == 8) return std::nullopt;
      if (peek() == ':') {
        if (compress_) return std::nullopt;
        ++at_;
        compress_ = ++piece_;
        continue;
      }
      if (!read_piece()) return std::nullopt;
    }
    if (!compress_) return piece_ == 8 ? std::optional(address_) : std::nullopt;
    // The pieces after "::" move to the end, and zeros fill the gap.
    std::rotate(address_.begin() + *compress_, address_.begin() + piece_, address_.end());
    return address_;
  }

 private:
  bool read_piece() {
    const std::size_t start = at_;
    unsigned value = 0;
    while (at_ < start + 4 && is_ascii_hex_digit(peek()))
      value = value * 16 + hex_value(text_[at_++]);
    if (peek() == '.') {
      if (at_ == start) return false;
      at_ = start;
      return read_ipv4();
    }
    if (peek() == ':') {
      if (++at_ == text_.size()) return false;
    } else if (at_ < text_.size()) {
      return false;
    }
    address_[static_cast<std::size_t>(piece_++)] = static_cast<std::uint16_t>(value);
    return true;
  }

  // Reads four decimal numbers as the last two pieces.
  bool read_ipv4() {
    if (piece_ > 6) return false;
    for (int seen = 0; seen < 4; ++seen) {
      if (seen > 0 && text_.substr(at_, 1) != ".") return false;
      if (seen > 0) ++at_;
      const std::optional<unsigned> number = read_decimal();
      if (!number) return false;
      std::uint16_t& piece = address_[static_cast<std::size_t>(piece_)];
      piece = static_cast<std::uint16_t>(piece * 256 + *number);
      if (seen % 2 == 1) ++piece_;
    }
    return at_ == text_.size();
  }

  // Reads 0..255, without leading zeros.
  std::optional<unsigned> read_decimal() {
    if (!is_ascii_digit(peek())) return std::nullopt;
    unsigned number = 0;
    const std::size_t start = at_;
    while (is_ascii_digit(peek())) {
      if (at_ > start && number == 0) return std::nullopt;
      number = number * 10 + hex_value(text_[at_++]);
      if (number > 255) return std::nullopt;
    }
    return number;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Ipv6Address address_{};
  int piece_ = 0;
  std::optional<int> compress_;
};

// Returns the first of the longest runs of two or more zero pieces: {start, length}, or length 0.
std::pair<std::size_t, std::size_t> longest_zero_run(const Ipv6Address& address) {
  std::size_t best = 0, best_length = 0;
  for (std::size_t start = 0; start < 8; ++start) {
    std::size_t end = start;
    while (end < 8 && address[end] == 0) ++end;
    if (end - start >= 2 && end - start > best_length) best = start, best_length = end - start;
    if (end > start) start = end;
  }
  return {best, best_length};
}

}  // namespace

bool ends_in_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);
  if (last.empty() || !is_ascii_digit(last.front())) return false;
  return std::all_of(last.begin(), last.end(), is_ascii_digit) || parse_ipv4_number(last);
}

std::optional<Ipv4Address> parse_ipv4(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  std::uint64_t address = 0;
  for (int part = 0; part < 4; ++part) {
    const std::size_t dot = text.find('.');
    const auto number = parse_ipv4_number(text.substr(0, dot));
    if (!number) return std::nullopt;
    const int bits_left = 32 - 8 * part;
    if (dot == std::string_view::npos) {
      if (*number >> bits_left != 0) return std::nullopt;
      return static_cast<Ipv4Address>(address | *number);
    }
    if (*number > 255) return std::nullopt;
    address |= *number << (bits_left - 8);
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

void append_ipv4(std::string& out, Ipv4Address address) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_number(out, address >> shift & 0xFF, 10);
    if (shift > 0) out.push_back('.');
  }
}

std::optional<Ipv6Address> parse_ipv6(std::string_view text) { return Ipv6Reader(text).read(); }

void append_ipv6(std::string& out, const Ipv6Address& address) {
  const auto [zeros, length] = longest_zero_run(address);
  for (std::size_t i = 0; i < 8; ++i) {
    if (length > 0 && i == zeros) {
      out.append(i == 0 ? "::" : ":");
      i += length - 1;
      continue;
    }
    append_number(out, address[i], 16);
    if (i < 7) out.push_back(':');
  }
}

}  // namespace freshet
