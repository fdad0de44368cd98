// Parsing and resolving all links of the 446 real pages, against libcurl's URL API on the same
// links.
#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "measure.h"
#include "testkit/test_data.h"
#include "url/normal_form.h"
#include "url/url.h"

namespace {

using freshet::Url;

struct Page {
  std::string base;
  std::vector<std::string> links;  // the values of its href attributes, as they are written
};

struct Work {
  std::size_t resolved = 0;
  std::size_t href_bytes = 0;
};

// The values of all quoted attributes `name` in `html`. Good enough to collect what pages hold.
std::vector<std::string> attribute_values(std::string_view html, std::string_view name) {
  std::vector<std::string> values;
  for (std::size_t at = 0; (at = html.find(name, at)) != std::string_view::npos;) {
    at += name.size();
    if (at >= html.size() || (html[at] != '"' && html[at] != '\'')) continue;
    const std::size_t end = html.find(html[at], at + 1);
    if (end == std::string_view::npos) break;
    values.emplace_back(html.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return values;
}

// The page's address as far as it can be guessed: its first absolute link that is an http URL.
std::string base_of(const std::vector<std::string>& links) {
  for (const std::string& link : links) {
    const auto url = Url::parse(link);
    if (url && url->is_http()) return std::string(url->href_without_fragment());
  }
  return "https://www.example.com/a/b/c.html";
}

std::vector<Page> read_pages() {
  std::vector<Page> pages;
  for (const auto& file : freshet::testkit::real_pages()) {
    const std::string html = freshet::testkit::read_file(file);
    std::vector<std::string> links = attribute_values(html, "href=");
    pages.push_back({base_of(links), std::move(links)});
  }
  return pages;
}

Work resolve_with_freshet(const std::vector<Page>& pages) {
  Work work;
  for (const Page& page : pages) {
    const Url base = Url::parse(page.base).value();
    for (const std::string& link : page.links) {
      const auto url = Url::parse(link, base);
      if (!url) continue;
      ++work.resolved;
      work.href_bytes += url->href().size();
    }
  }
  return work;
}

Work resolve_with_curl(const std::vector<Page>& pages) {
  Work work;
  CURLU* const handle = curl_url();
  for (const Page& page : pages) {
    for (const std::string& link : page.links) {
      char* href = nullptr;
      if (curl_url_set(handle, CURLUPART_URL, page.base.c_str(), 0) != CURLUE_OK ||
          curl_url_set(handle, CURLUPART_URL, link.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
              CURLUE_OK ||
          curl_url_get(handle, CURLUPART_URL, &href, 0) != CURLUE_OK)
        continue;
      ++work.resolved;
      work.href_bytes += std::string_view(href).size();
      curl_free(href);
    }
  }
  curl_url_cleanup(handle);
  return work;
}

// Beside the comparison: what making the normal form costs on top.
Work normalise_with_freshet(const std::vector<Page>& pages) {
  const freshet::NormalFormOptions options;
  Work work;
  for (const Page& page : pages) {
    const Url base = Url::parse(page.base).value();
    for (const std::string& link : page.links) {
      const auto url = Url::parse(link, base);
      if (!url) continue;
      ++work.resolved;
      work.href_bytes += normal_form(*url, options).href().size();
    }
  }
  return work;
}

}  // namespace

int main() {
  if (!exists(freshet::testkit::test_data("real-pages.tar.zst"))) {
    fmt::print(stderr, "url_bench: no real-pages.tar.zst; set FRESHET_TEST_DATA\n");
    return 1;
  }
  const std::vector<Page> pages = read_pages();
  std::size_t links = 0, link_bytes = 0;
  for (const Page& page : pages) {
    links += page.links.size();
    for (const std::string& link : page.links) link_bytes += link.size();
  }
  fmt::print("{} pages, {} links, {} bytes\n", pages.size(), links, link_bytes);

  const auto over_pages = [&pages](Work (*run)(const std::vector<Page>&)) {
    return [&pages, run] { return run(pages).resolved; };
  };
  std::vector<freshet::bench::Contender> contenders = {
      {"libcurl", over_pages(resolve_with_curl)},
      {"freshet", over_pages(resolve_with_freshet)},
      {"freshet + normal form", over_pages(normalise_with_freshet)}};
  freshet::bench::run_interleaved(contenders);
  for (const auto& contender : contenders) {
    fmt::print("{:22} {:10.0f} links/s {:7.1f} times libcurl  ({} resolved)\n", contender.name,
               static_cast<double>(links) / contender.median(),
               contenders.front().median() / contender.median(), contender.count);
  }
  return 0;
}
