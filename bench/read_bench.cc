// How fast links and text are read off the index of the real pages, beside a plain memory scan.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "html/links.h"
#include "html/text.h"
#include "testkit/test_data.h"

namespace {

using namespace freshet;

constexpr int kRepetitions = 9;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Page {
  std::string text;
  TagIndex index;
};

// The scan that everything is measured by: '<', then '>', and the quadruple written down.
std::size_t scan(const std::string& text, TagIndex& out) {
  out.clear();
  const char* at = text.data();
  const char* const end = at + text.size();
  while (
      (at = static_cast<const char*>(std::memchr(at, '<', static_cast<std::size_t>(end - at))))) {
    const auto* close =
        static_cast<const char*>(std::memchr(at, '>', static_cast<std::size_t>(end - at)));
    if (!close) break;
    const std::uint32_t name = at[1] == '/' ? 2 : 1;
    const char* name_end = at + name;
    while (name_end < close && *name_end != ' ' && *name_end != '/') ++name_end;
    out.push_back({static_cast<std::uint32_t>(at - text.data()),
                   static_cast<std::uint32_t>(close + 1 - at), name,
                   static_cast<std::uint32_t>(name_end - at) - name});
    at = close + 1;
  }
  return out.size();
}

}  // namespace

int main() {
  std::vector<Page> pages;
  double megabytes = 0;
  for (const std::string& text : testkit::real_page_texts()) {
    Page page{text, {}};
    page.index = index_tags(page.text, Scripting::on);
    megabytes += static_cast<double>(page.text.size()) * 1e-6;
    pages.push_back(std::move(page));
  }
  const std::optional<Url> url = *Url::parse("https://site.example/section/page.html");
  TagIndex scratch;
  scratch.reserve(1 << 20);
  const std::vector<std::pair<const char*, std::function<std::size_t(const Page&)>>> readers = {
      {"scan", [&](const Page& page) { return scan(page.text, scratch); }},
      {"links",
       [&](const Page& page) {
         return extract_links(page.text, page.index, Scripting::on, url).all.size();
       }},
      {"text",
       [](const Page& page) { return visible_text(page.text, page.index, Scripting::on).size(); }},
  };
  std::vector<std::vector<double>> seconds(readers.size());
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    for (std::size_t r = 0; r < readers.size(); ++r) {
      const double start = cpu_seconds();
      std::size_t sum = 0;
      for (const Page& page : pages) sum += readers[r].second(page);
      seconds[r].push_back(cpu_seconds() - start);
      if (repetition == 0) fmt::print("{}: {}\n", readers[r].first, sum);
    }
  }
  double reference = 0;
  for (std::size_t r = 0; r < readers.size(); ++r) {
    std::sort(seconds[r].begin(), seconds[r].end());
    const double speed = megabytes / seconds[r][kRepetitions / 2];
    if (r == 0) reference = speed;
    fmt::print("{:6} {:6.0f} MB/s  {:.3f} of the scan\n", readers[r].first, speed,
               speed / reference);
  }
}
