// What an answer means for the crawl: where it sends us, which links its page has, what it asks of
// robots. It is read once; the tag index that comes out is what the archive keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "crawl/link_table.h"
#include "crawl/plan.h"
#include "html/links.h"
#include "html/tag_index.h"
#include "robots/directives.h"
#include "store/tags_file.h"
#include "url/url.h"
#include "warc/http_head.h"

namespace freshet {

struct FoundLink {
  Url url;
  LinkUse use = LinkUse::page;
  bool is_refresh = false;  // the page itself goes there
  bool is_endorsed = true;  // false: rel=nofollow and its like
};

struct ReadAnswer {
  std::optional<std::string> tags = {};  // the tags entry, of HTML
  std::optional<Url> redirect = {};      // of a 3xx
  std::vector<FoundLink> links = {};     // http and https, in the order of the page
  PageDirectives directives = {};
  std::uint64_t sketch = 0;  // if it was asked for
  bool is_html = false;
};

struct AnswerToRead {
  const Url& url;
  const warc::HttpHead& head;
  std::string_view body;            // as received, out of its chunks
  const TagsEntry* tags = nullptr;  // of a page that the archive has
  bool wants_sketch = false;
};

class PageReader {
 public:
  explicit PageReader(const CrawlPlan& plan) : plan_(plan) {}

  ReadAnswer read(const AnswerToRead& answer);

  // An unpacked body that is no page: a sitemap, robots.txt.
  std::string unpack(const warc::HttpHead& head, std::string_view body,
                     std::size_t bytes_max) const;

 private:
  void read_html(const AnswerToRead& answer, std::string_view page, ReadAnswer& read);
  void read_style_sheet(const AnswerToRead& answer, std::string_view sheet, ReadAnswer& read) const;

  const CrawlPlan& plan_;
  TagIndex index_;  // its memory is used again
};

// What a link of this kind is to the crawl; nothing if it is not followed.
std::optional<LinkUse> use_of(const Link& link);

}  // namespace freshet
