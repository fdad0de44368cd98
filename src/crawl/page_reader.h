// What an answer means for the crawl: where it sends us, which links its page has, what it asks of
// robots. It is read once; the tag index that comes out is what the archive keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "change/page_print.h"
#include "charset/charset.h"
#include "crawl/link_table.h"
#include "crawl/page_blocks.h"
#include "crawl/plan.h"
#include "crawl/written_links.h"
#include "html/features.h"
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
  bool is_next = false;     // or the one before, in a list of pages
};

// Links by what WrittenLinks knows them by.
using LinkHashes = std::unordered_set<std::uint64_t>;

struct ReadAnswer {
  std::optional<std::string> tags = {};  // the tags entry, of HTML
  std::optional<Url> redirect = {};      // of a 3xx
  std::vector<FoundLink> links = {};     // http and https, in the order of the page; known ones not
  std::vector<std::uint64_t> written = {};  // what WrittenLinks would know its new links by
  LinkHashes all_written = {};              // if it was asked for: of all its links, known or not
  PageDirectives directives = {};
  PageBlocks blocks = {};    // of HTML and of other bodies, if they were asked for
  std::uint64_t sketch = 0;  // if it was asked for, as are these, of HTML
  std::optional<PagePrint> print = {};
  std::optional<PageFeatures> features = {};  // but internal_links and external_links
  bool is_html = false;
};

struct AnswerToRead {
  const Url& url;
  const warc::HttpHead& head;
  std::string_view body;            // as received, out of its chunks
  const TagsEntry* tags = nullptr;  // of a page that the archive has
  bool wants_sketch = false;
  bool wants_blocks = false;
  bool wants_print = false;
  bool wants_features = false;
  bool wants_links = true;
  bool wants_all_written = false;
  const LinkHashes* without = nullptr;  // links but these are found, whatever is known of them
};

class PageReader {
 public:
  // `written`: links that need no second look. Nothing is added to them: it is for whoever follows
  // the links of a page to say that he did.
  PageReader(const CrawlPlan& plan, WrittenLinks& written) : plan_(plan), written_(written) {}

  ReadAnswer read(const AnswerToRead& answer);

 private:
  void read_html(const AnswerToRead& answer, std::string_view page, ReadAnswer& read);
  Links read_links(const AnswerToRead& answer, std::string_view text, const TagIndex& index,
                   ReadAnswer& read);
  std::size_t unpacked_bytes_max(std::size_t received) const;
  void read_style_sheet(const AnswerToRead& answer, std::string_view sheet, ReadAnswer& read) const;

  const CrawlPlan& plan_;
  WrittenLinks& written_;
  TagIndex index_;  // its memory is used again
};

// The body out of its content coding: a sitemap, robots.txt.
std::string unpacked_body(const warc::HttpHead& head, std::string_view body, std::size_t bytes_max);

// What a link of this kind is to the crawl; nothing if it is not followed.
std::optional<LinkUse> use_of(const Link& link);

}  // namespace freshet
