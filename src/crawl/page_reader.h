// Interprets an answer for the crawl: its redirect, the links of its page, its directives for
// robots. The page is parsed once; the archive stores the resulting tag index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "change/page_print.h"
#include "charset/charset.h"
#include "clean/page_look.h"
#include "clean/template.h"
#include "clean/tokens.h"
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
#include "warc/body.h"
#include "warc/http_head.h"

namespace freshet {

struct FoundLink {
  Url url;
  LinkUse use = LinkUse::page;
  bool is_refresh = false;  // a refresh of the page itself
  bool is_endorsed = true;  // false: rel=nofollow and the like
  bool is_next = false;     // the next or previous page of a list
};

// Links by their hash in WrittenLinks.
using LinkHashes = std::unordered_set<std::uint64_t>;

struct ReadAnswer {
  std::optional<std::string> tags = {};  // the tags entry, of HTML
  std::optional<Url> redirect = {};      // of a 3xx
  std::vector<FoundLink> links = {};     // http and https, in the order of the page; without known
                                         // ones
  std::vector<std::uint64_t> written = {};  // hashes of its new links for WrittenLinks
  LinkHashes all_written = {};              // if requested: of all its links, known or not
  PageDirectives directives = {};
  PageBlocks blocks = {};    // of HTML and of other bodies, if requested
  std::uint64_t sketch = 0;  // if requested, like the members below, of HTML
  std::optional<PagePrint> print = {};
  std::optional<PageFeatures> features = {};  // except internal_links and external_links
  std::optional<PageTokens> tokens = {};      // also if templates are applied to its print
  std::optional<PageLook> look = {};
  bool is_html = false;
};

struct AnswerToRead {
  const Url& url;
  const warc::HttpHead& head;
  std::string_view body;            // as received, without chunk framing
  const TagsEntry* tags = nullptr;  // of a page in the archive
  bool wants_sketch = false;
  bool wants_blocks = false;
  bool wants_print = false;
  bool wants_features = false;
  bool wants_tokens = false;
  bool wants_look = false;
  const SiteTemplates* templates = nullptr;  // of the host, for the print
  bool wants_links = true;
  bool wants_all_written = false;
  const LinkHashes* without = nullptr;  // finds all links except these, known or not
};

class PageReader {
 public:
  // `written`: links that need not be read again. The reader adds nothing to them: the code that
  // follows the links does.
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
  TagIndex index_;  // kept for its memory
};

// Returns the body of a sitemap without its content coding.
warc::DecodedBody unpacked_body(const warc::HttpHead& head, std::string_view body,
                                std::size_t bytes_max);

// Returns the use of a link of this kind in the crawl; nothing if it is not followed.
std::optional<LinkUse> use_of(const Link& link);

}  // namespace freshet
