#include "cli/number_option.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <system_error>

#include "base/escape.h"

namespace freshet {

template <class Number>
std::expected<Number, Failure> number_of(const Session& session, std::string_view option,
                                         Number otherwise, Number min, Number max) {
  const auto& text = session.arguments.value(option);
  if (!text) return otherwise;
  Number number{};
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  // A comparison that also fails for what is not a number at all.
  const bool is_within = number >= min && number <= max;
  if (error != std::errc{} || end != text->data() + text->size() || !is_within) {
    return wrong_usage(fmt::format("{} must be a number from {} to {}, not \"{}\"", option, min,
                                   max, visible(*text)));
  }
  return number;
}

template std::expected<int, Failure> number_of(const Session&, std::string_view, int, int, int);
template std::expected<double, Failure> number_of(const Session&, std::string_view, double, double,
                                                  double);
template std::expected<std::int64_t, Failure> number_of(const Session&, std::string_view,
                                                        std::int64_t, std::int64_t, std::int64_t);
template std::expected<std::uint16_t, Failure> number_of(const Session&, std::string_view,
                                                         std::uint16_t, std::uint16_t,
                                                         std::uint16_t);
template std::expected<std::uint64_t, Failure> number_of(const Session&, std::string_view,
                                                         std::uint64_t, std::uint64_t,
                                                         std::uint64_t);

}  // namespace freshet
