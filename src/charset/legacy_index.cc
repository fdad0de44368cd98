#include "charset/legacy_index.h"

#include <string_view>

#include "base/check.h"

namespace freshet {
namespace {

constexpr std::string_view kLeftOut = "\"%?\\";
constexpr char32_t kBase = 90;

constexpr char32_t digit_value(char digit) {
  char32_t value = static_cast<char32_t>(digit - '!');
  for (const char skipped : kLeftOut)
    if (digit > skipped) --value;
  return value;
}

static_assert(digit_value('~') == kBase - 1);

// Reads numbers from the compressed text, which is ours and well formed.
class Digits {
 public:
  explicit Digits(const char* text) : next_(text) {}

  bool done() const { return *next_ == '\0'; }

  char32_t number(int length) {
    char32_t value = 0;
    for (int i = 0; i < length; ++i) {
      require(!done(), "a packed index ends with a whole entry");
      value = value * kBase + digit_value(*next_++);
    }
    return value;
  }

 private:
  const char* next_;
};

}  // namespace

LegacyIndex unpack_index(const char* packed) {
  Digits digits(packed);
  LegacyIndex index;
  char32_t previous = static_cast<char32_t>(-1);
  const auto entry = [&](char32_t value) { index.push_back(previous = value); };
  while (!digits.done()) {
    const char32_t first = digits.number(1);
    if (first < 40) {
      entry(previous + 1 + first);
    } else if (first < 83) {
      entry(previous - 1935 + (first - 40) * kBase + digits.number(1));
    } else if (first < 87) {
      entry(0x3000 + (first - 83) * kBase * kBase + digits.number(2));
    } else if (first == 87) {
      for (char32_t count = digits.number(2); count > 0; --count) entry(previous + 1);
    } else if (first == 88) {
      index.insert(index.end(), digits.number(2), kUnmapped);
    } else {
      entry(digits.number(3));
    }
  }
  return index;
}

}  // namespace freshet
