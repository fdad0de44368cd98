// Numbers in little-endian order, as in our files.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace freshet {

// `bytes` must hold the whole number at `at`.
template <std::unsigned_integral T>
constexpr T read_number(std::string_view bytes, std::size_t at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(value | T{static_cast<unsigned char>(bytes[at + i])} << (8 * i));
  return value;
}

template <std::unsigned_integral T>
constexpr void write_number(std::string& bytes, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes[at + i] = static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
}

template <std::unsigned_integral T>
constexpr void append_number(std::string& bytes, T value) {
  bytes.append(sizeof(T), '\0');
  write_number(bytes, bytes.size() - sizeof(T), value);
}

}  // namespace freshet
