// A minimal crawler, to test the world with: everything in memory, no delays.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "charset/charset.h"
#include "html/links.h"
#include "html/tag_index.h"
#include "practice/world.h"
#include "robots/robots_txt.h"
#include "url/url.h"
#include "warc/body.h"

namespace freshet {

class NaiveCrawler {
 public:
  NaiveCrawler(const World& world, Time now) : world_(world), now_(now) {}

  PracticeAnswer get(const Url& url, std::vector<warc::Field> headers = {}) const {
    std::string target(url.path());
    if (url.query()) target.append("?").append(*url.query());
    return world_.answer({.is_tls = url.scheme() == "https",
                          .host = std::string(url.hostname()),
                          .target = target,
                          .headers = std::move(headers)},
                         now_);
  }

  // Returns the status of every URL found from `seeds` by links, redirects and sitemaps, at most
  // `pages_max`. Does not follow requisites.
  std::map<std::string, int> crawl(const std::vector<std::string>& seeds, std::size_t pages_max) {
    for (const std::string& seed : seeds) add(seed, 0);
    while (!queue_.empty() && found_.size() < pages_max) {
      const Url url = queue_.front();
      queue_.pop_front();
      visit(url);
    }
    return found_;
  }

  const std::map<std::string, unsigned>& depths() const { return depths_; }

 private:
  void add(std::string_view href, unsigned depth) {
    const auto url = Url::parse(href);
    if (!url || !url->is_http()) return;
    if (!depths_.emplace(url->href_without_fragment(), depth).second) return;
    queue_.push_back(*url);
  }

  const RobotsRules& rules_of(const Url& url) {
    const std::string origin = url.origin();
    if (const auto known = rules_.find(origin); known != rules_.end()) return known->second;
    Url at = *Url::parse("/robots.txt", url);
    PracticeAnswer answer = get(at);
    for (int hop = 0; hop < 5 && answer.status / 100 == 3; ++hop) {
      at = *Url::parse(*warc::find_field(answer.headers, "Location"), at);
      answer = get(at);
    }
    if (answer.status != 200) return rules_.emplace(origin, RobotsRules::allow_all()).first->second;
    const RobotsTxt robots = RobotsTxt::parse(answer.body);
    for (const std::string& sitemap : robots.sitemaps()) read_sitemap(*Url::parse(sitemap));
    return rules_.emplace(origin, robots.rules_for("freshet")).first->second;
  }

  void read_sitemap(const Url& url) {
    if (!sitemaps_.emplace(url.href(), 0).second) return;
    const PracticeAnswer answer = get(url);
    std::string xml = answer.body;
    if (url.path().ends_with(".gz")) {
      warc::HttpHead head;
      head.fields = {{"Content-Encoding", "gzip"}};
      xml = warc::decode_body(head, answer.body, 1 << 26).bytes;
    }
    const bool is_index = xml.find("<sitemapindex") != xml.npos;
    for (std::size_t at = xml.find("<loc>"); at != xml.npos; at = xml.find("<loc>", at + 1)) {
      const std::string loc = xml.substr(at + 5, xml.find("</loc>", at) - at - 5);
      if (is_index) {
        read_sitemap(*Url::parse(loc));
      } else {
        add(loc, 0);
      }
    }
  }

  void visit(const Url& url) {
    std::string target(url.path());
    if (url.query()) target.append("?").append(*url.query());
    if (!rules_of(url).allows(target)) return;
    const PracticeAnswer answer = get(url);
    const std::string href(url.href_without_fragment());
    found_[href] = answer.status;
    const unsigned depth = depths_.at(href);
    if (const auto location = warc::find_field(answer.headers, "Location"))
      add(Url::parse(*location, url)->href(), depth);
    const std::string type(warc::find_field(answer.headers, "Content-Type").value_or(""));
    if (!type.starts_with("text/html")) return;
    const Utf8Text utf8 = to_utf8(answer.body, type);
    const std::string_view text = utf8.text(answer.body);
    const Links links = extract_links(text, index_tags(text, Scripting::off), Scripting::off, url);
    for (const Link& link : links.all) {
      if (role_of(link.kind) == LinkRole::navigation) {
        const bool is_home = link.url.path() == "/";
        add(link.url.href_without_fragment(), is_home ? 0 : depth + 1);
      }
    }
  }

  const World& world_;
  Time now_;
  std::deque<Url> queue_;
  std::map<std::string, int> found_;
  std::map<std::string, unsigned> depths_;
  std::map<std::string, RobotsRules> rules_;
  std::map<std::string, int> sitemaps_;
};

}  // namespace freshet
