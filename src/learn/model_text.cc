#include "learn/model_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <iterator>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::size_t kWordBytesMax = 1 << 16;

bool is_written_plain(char c) {
  return static_cast<unsigned char>(c) > ' ' && c != '%' && c != 0x7f;
}

}  // namespace

void append_number(std::string& out, double number) {
  fmt::format_to(std::back_inserter(out), " {}", number);
}

void append_numbers(std::string& out, std::span<const double> numbers) {
  for (const double number : numbers) append_number(out, number);
}

void append_count(std::string& out, std::size_t number) {
  fmt::format_to(std::back_inserter(out), " {}", number);
}

void append_name(std::string& out, std::string_view name) {
  out += ' ';
  if (name.empty()) out += '%';
  for (const char c : name) {
    if (is_written_plain(c)) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

Result<std::string> read_word(TextScan& scan, std::string_view what) {
  if (!scan.at_end() && scan.peek() == ' ') scan.step();
  const std::size_t start = scan.offset();
  while (!scan.at_line_end() && scan.peek() != ' ') scan.step();
  const std::string_view word = scan.from(start);
  if (word.empty()) return scan.error(fmt::format("expected {}", what), Errc::corrupt);
  if (word.size() > kWordBytesMax)
    return scan.error(fmt::format("{} is longer than {} bytes", what, kWordBytesMax), Errc::limit);
  return std::string(word);
}

Result<std::string> read_name(TextScan& scan, std::string_view what) {
  const auto word = read_word(scan, what);
  if (!word) return std::unexpected(word.error());
  std::string name;
  if (*word == "%") return name;
  for (std::size_t i = 0; i < word->size(); ++i) {
    const char c = (*word)[i];
    if (is_written_plain(c)) {
      name += c;
      continue;
    }
    if (c != '%' || i + 2 >= word->size() || !is_ascii_hex_digit((*word)[i + 1]) ||
        !is_ascii_hex_digit((*word)[i + 2]))
      return scan.error(fmt::format("{} is not written as %XX asks", what), Errc::corrupt);
    name += static_cast<char>(hex_value((*word)[i + 1]) * 16 + hex_value((*word)[i + 2]));
    i += 2;
  }
  return name;
}

Result<double> read_number(TextScan& scan, std::string_view what) {
  const auto word = read_word(scan, what);
  if (!word) return std::unexpected(word.error());
  const auto number = parse_number(*word);
  if (number) return *number;
  return scan.error(fmt::format("\"{}\" is no number for {}", shown(*word), what), Errc::corrupt);
}

Result<std::size_t> read_count(TextScan& scan, std::string_view what, std::size_t max) {
  const auto word = read_word(scan, what);
  if (!word) return std::unexpected(word.error());
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(word->data(), word->data() + word->size(), count);
  if (error != std::errc() || end != word->data() + word->size())
    return scan.error(fmt::format("\"{}\" is no count for {}", shown(*word), what), Errc::corrupt);
  if (count > max)
    return scan.error(fmt::format("{} is {}, above the limit of {}", what, count, max),
                      Errc::limit);
  return static_cast<std::size_t>(count);
}

Status read_exactly(TextScan& scan, std::string_view expected) {
  const auto word = read_word(scan, fmt::format("\"{}\"", expected));
  if (!word) return std::unexpected(word.error());
  if (*word == expected) return {};
  return scan.error(fmt::format("expected \"{}\" instead of \"{}\"", expected, shown(*word)),
                    Errc::corrupt);
}

Status read_numbers(TextScan& scan, std::string_view what, std::size_t count,
                    std::vector<double>& into) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = read_number(scan, what);
    if (!number) return std::unexpected(number.error());
    into.push_back(*number);
  }
  return {};
}

Status read_line_end(TextScan& scan) {
  if (scan.at_end() || scan.peek() != '\n')
    return scan.error("the line goes on where it should end", Errc::corrupt);
  scan.step();
  return {};
}

}  // namespace freshet
