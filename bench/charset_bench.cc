// How fast pages are brought to UTF-8: the real pages, more than fits a cache, one pass each in
// turn, medians of CPU time. The reference is memchr for a byte that is not there.
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "charset/charset.h"
#include "charset/decode.h"
#include "measure.h"
#include "testkit/test_data.h"

namespace {

using namespace freshet;

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
  const auto over_pages = [&](std::function<std::size_t(std::string_view)> read) {
    return [&pages, read] {
      std::size_t sum = 0;
      for (const std::string& page : pages) sum += read(page);
      return sum;
    };
  };
  std::vector<bench::Contender> contenders = {
      {"memchr", over_pages(scan)},
      {"valid_utf8_length, portable", over_pages(utf8_portable::valid_utf8_length)},
      {"valid_utf8_length", over_pages(valid_utf8_length)},
      {"to_utf8", over_pages(whole)},
      {"decode as windows-1252", over_pages([](std::string_view page) {
         return decode_to_utf8(Encoding::windows_1252, page).size();
       })},
      {"decode as GBK", over_pages([](std::string_view page) {
         return decode_to_utf8(Encoding::gbk, page).size();
       })},
  };
  bench::run_interleaved(contenders);
  bench::print_speeds(contenders, bytes, "memchr");
}
