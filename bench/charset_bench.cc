// How fast pages are brought to UTF-8: the real pages, more than fits a cache, one pass each in
// turn, nine times; medians of CPU time. The reference is memchr for a byte that is not there.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "charset/charset.h"
#include "charset/decode.h"
#include "testkit/test_data.h"

namespace {

using namespace freshet;

constexpr int kRepetitions = 9;

std::size_t kept = 0;  // keeps the work from being optimised away

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Contender {
  const char* name;
  std::function<std::size_t(std::string_view)> run;
  std::array<double, kRepetitions> seconds{};
};

double median(std::array<double, kRepetitions> values) {
  std::nth_element(values.begin(), values.begin() + kRepetitions / 2, values.end());
  return values[kRepetitions / 2];
}

std::size_t scan(std::string_view page) {
  return std::memchr(page.data(), '\x01', page.size()) == nullptr ? 0 : 1;
}

std::size_t whole(std::string_view page) {
  const Utf8Text utf8 = to_utf8(page, "");
  return utf8.text(page).size();
}

}  // namespace

int main() {
  std::vector<std::string> pages;
  std::size_t bytes = 0;
  for (const auto& file : testkit::real_pages()) {
    pages.push_back(testkit::read_file(file));
    bytes += pages.back().size();
  }
  std::vector<Contender> contenders = {
      {"memchr", scan},
      {"valid_utf8_length, portable", utf8_portable::valid_utf8_length},
      {"valid_utf8_length", valid_utf8_length},
      {"to_utf8", whole},
      {"to_utf8 as windows-1252",
       [](std::string_view page) { return decode_to_utf8(Encoding::windows_1252, page).size(); }},
      {"to_utf8 as GBK",
       [](std::string_view page) { return decode_to_utf8(Encoding::gbk, page).size(); }},
  };
  for (std::size_t i = 0; i < kRepetitions; ++i)
    for (Contender& contender : contenders) {
      const double start = cpu_seconds();
      for (const std::string& page : pages) kept += contender.run(page);
      contender.seconds[i] = cpu_seconds() - start;
    }
  std::printf("%zu pages, %.1f MB (%zu)\n", pages.size(), static_cast<double>(bytes) * 1e-6, kept);
  for (const Contender& contender : contenders)
    std::printf("%-28s %8.0f MB/s  %.3f of memchr\n", contender.name,
                static_cast<double>(bytes) * 1e-6 / median(contender.seconds),
                median(contenders.front().seconds) / median(contender.seconds));
}
