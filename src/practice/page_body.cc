#include "practice/page_body.h"

#include <fmt/format.h>

#include <array>

#include "practice/chance.h"
#include "practice/crossings.h"
#include "practice/requisites.h"
#include "practice/systems.h"
#include "practice/traps.h"

namespace freshet {

namespace {

constexpr unsigned kHostBranching = 4;  // home pages that a home page links to
constexpr std::array<std::string_view, 48> kWords = {
    "the",    "a",      "old",   "harbour", "boat",  "tide",   "morning",  "light",
    "river",  "keeps",  "finds", "letter",  "wind",  "under",  "bridge",   "slowly",
    "quiet",  "paper",  "stone", "garden",  "and",   "of",     "with",     "through",
    "winter", "summer", "road",  "village", "clock", "tower",  "children", "market",
    "bread",  "song",   "every", "year",    "again", "before", "after",    "water",
    "field",  "rain",   "house", "window",  "book",  "map",    "north",    "east"};

// The same sentence in each encoding: it shows a wrongly detected one.
std::string_view sentence_of(PageEncoding encoding) {
  switch (encoding) {
    case PageEncoding::utf8:
      return "Caf\xc3\xa9 M\xc3\xbcller, \xe6\xb8\xaf\xe3\x81\xae\xe6\x9c\x9d.";
    case PageEncoding::windows_1252:
      return "Caf\xe9 M\xfcller, d\xe9j\xe0 vu \x96 \x93na\xefve\x94.";
    case PageEncoding::shift_jis:
      return "\x8d\x60\x82\xcc\x92\xa9\x81\x42\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6\x8f\xcd\x81"
             "\x42";
  }
  return "";
}

std::string words(std::uint64_t key, std::size_t count) {
  ChanceStream draw(key);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += kWords[draw.below(kWords.size())];
  }
  return text;
}

// Version v changes paragraph v mod `paragraphs`. Returns how often this paragraph has changed.
std::uint64_t turns(std::uint64_t version, std::uint64_t paragraph, std::uint64_t paragraphs) {
  return (version + paragraphs - paragraph) / paragraphs;
}

// Writes one page. All its random choices are keyed by host, page and a number.
class PageWriter {
 public:
  PageWriter(const WorldPlan& plan, const Hosts& hosts, const Site& site, const PracticePage& page)
      : plan_(plan), hosts_(hosts), site_(site), page_(page) {}

  PageText write(std::uint64_t version) {
    if (page_.kind == SitePageKind::duplicate) {
      text_.html = fmt::format(
          "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Terms</title>"
          "</head>\n<body><p>{}</p><a href=\"{}\">home</a></body></html>\n",
          words(key(0), 60), site_.page(0).path);
      return std::move(text_);
    }
    choose_encoding();
    head();
    text_.html += "<body>\n";
    menu();
    paragraphs(version);
    children();
    elsewhere();
    text_.html += "<footer><p>All rights kept by the harbour master. <a href=\"mailto:post@" +
                  site_.host().name + "\">Write to us</a></p></footer>\n</body></html>\n";
    return std::move(text_);
  }

 private:
  std::uint64_t key(std::uint64_t what) const {
    // All duplicates have the same text.
    const std::uint64_t number = page_.kind == SitePageKind::duplicate ? 0 : page_.number;
    return chance(plan_.seed, ChanceOf::body, {site_.host().number, number, what});
  }

  void choose_encoding() {
    if (!plan_.features.encodings) return;
    const std::uint64_t bits = key(1);
    if (bits % 16 == 0) text_.encoding = PageEncoding::windows_1252;
    if (bits % 16 == 1) text_.encoding = PageEncoding::shift_jis;
    constexpr std::array kSigns = {EncodingSign::header, EncodingSign::meta, EncodingSign::mark,
                                   EncodingSign::none};
    text_.sign = kSigns[(bits >> 8) % 4];
    if (text_.sign == EncodingSign::mark && text_.encoding != PageEncoding::utf8)
      text_.sign = EncodingSign::meta;
  }

  void head() {
    std::string& out = text_.html;
    if (text_.sign == EncodingSign::mark) out += "\xef\xbb\xbf";
    out += "<!doctype html>\n<html lang=\"en\"><head>\n";
    if (text_.sign == EncodingSign::meta)
      out += fmt::format("<meta charset=\"{}\">\n", name_of(text_.encoding));
    out += fmt::format("<title>{} {}</title>\n", words(key(2), 3), page_.number);
    if (page_.kind == SitePageKind::directive && !page_.by_header) {
      out += fmt::format("<meta name=\"robots\" content=\"{}{}{}\">\n",
                         page_.noindex ? "noindex," : "", page_.nofollow ? "nofollow," : "",
                         page_.noarchive ? "noarchive" : "");
    }
    if (page_.kind == SitePageKind::redirect && page_.redirect == RedirectKind::refresh) {
      out += fmt::format("<meta http-equiv=\"refresh\" content=\"0; url={}\">\n",
                         redirect_target(plan_, hosts_, site_, page_));
    }
    if (plan_.features.requisites) {
      out += "<link rel=\"stylesheet\" href=\"/style/main.css\">\n";
      out +=
          "<link rel=\"icon\" href=\"/img/icon.png\">\n<script src=\"/script/app.js\"></script>\n";
    }
    out += "</head>\n";
  }

  void link(std::string_view url, std::string_view text) {
    text_.html += fmt::format("<a href=\"{}\">{}</a>\n", url, text);
  }

  void menu() {
    text_.html += "<nav>\n";
    link(site_.page(0).path, site_.host().name);
    for (std::uint64_t k = 1; k <= 4 && k < site_.count(); ++k) link_to_page(k);
    text_.html += "</nav>\n";
  }

  void link_to_page(std::uint64_t number) {
    const PracticePage target = site_.page(number);
    if (target.kind == SitePageKind::orphan) return;
    link(target.path, words(key(100 + number), 2));
  }

  void paragraphs(std::uint64_t version) {
    const std::uint64_t count = 2 + key(3) % 6;
    text_.html += fmt::format("<main><h1>{}</h1>\n", words(key(2), 3));
    if (plan_.features.encodings)
      text_.html += fmt::format("<p>{}</p>\n", sentence_of(text_.encoding));
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t words_key = stir(key(10 + i) ^ stir(turns(version, i, count)));
      text_.html += fmt::format("<p>{}.</p>\n", words(words_key, 20 + words_key % 40));
    }
    for (const std::string& image : page_images(plan_, hosts_, site_, page_))
      text_.html += fmt::format("<img src=\"{}\" alt=\"{}\">\n", image, words(key(4), 1));
    text_.html += "</main>\n";
  }

  void children() {
    text_.html += "<ul>\n";
    const std::uint64_t first = site_.first_child(page_.number);
    for (std::uint64_t k = first; k < first + site_.branching() && k < site_.count(); ++k)
      link_to_page(k);
    ChanceStream draw(chance(plan_.seed, ChanceOf::links, {site_.host().number, page_.number}));
    for (int i = 0; i < 3; ++i) link_to_page(draw.below(site_.count()));
    text_.html += "</ul>\n";
  }

  void elsewhere() {
    ChanceStream draw(chance(plan_.seed, ChanceOf::links, {site_.host().number, page_.number, 1}));
    text_.html += "<aside>\n";
    if (page_.kind == SitePageKind::home) {
      const std::uint64_t first = site_.host().rank * kHostBranching + 1;
      for (std::uint64_t r = first; r < first + kHostBranching && r < hosts_.count(); ++r) {
        const HostFacts other = hosts_.by_rank(r);
        link(other.base + "/", other.name);
        if (!other.other_base.empty() && draw.below(2) == 0) link(other.other_base + "/", "door");
      }
      if (site_.host().trap != Trap::none) link(trap_entrance(site_.host().trap), "more");
      if (has_system(plan_, site_.host())) {
        link(system_entrance(plan_, site_.host()), "system");
        link(letter_trap_entrance(plan_, site_.host()), "offers");
      }
      if (const std::string url = wildcard_entrance(plan_, site_.host()); !url.empty())
        link(url, "berths");
      if (const std::string image = endless_image(plan_, site_.host()); !image.empty())
        text_.html += fmt::format("<img src=\"{}\" alt=\"\">\n", image);
    }
    for (std::uint64_t i = draw.below(3); i > 0; --i) {
      const HostFacts other = hosts_.by_rank(hosts_.popular_rank(draw.unit()));
      if (other.fault != HostFault::none) continue;
      const Site target(plan_, other);
      const PracticePage page = target.page(target.some_inner(draw.next()));
      link(other.base + page.path, other.name);
    }
    text_.html += "</aside>\n";
  }

  const WorldPlan& plan_;
  const Hosts& hosts_;
  const Site& site_;
  const PracticePage& page_;
  PageText text_;
};

}  // namespace

PageText page_text(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                   const PracticePage& page, std::uint64_t version) {
  return PageWriter(plan, hosts, site, page).write(version);
}

std::string missing_text(const HostFacts& host) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><title>Not found</title></head>\n"
      "<body><h1>Not found</h1><p>There is no such page at {}.</p></body></html>\n",
      host.name);
}

std::vector<std::string> page_requisites(const WorldPlan& plan, const Hosts& hosts,
                                         const Site& site, const PracticePage& page) {
  if (!plan.features.requisites || page.kind == SitePageKind::duplicate) return {};
  const std::string& base = site.host().base;
  std::vector<std::string> urls = {base + "/style/main.css", base + "/img/icon.png",
                                   base + "/script/app.js"};
  for (const std::string& image : page_images(plan, hosts, site, page))
    urls.push_back(image.starts_with('/') ? base + image : image);
  return urls;
}

std::string redirect_target(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                            const PracticePage& page) {
  const std::uint64_t bits =
      chance(plan.seed, ChanceOf::links, {site.host().number, page.number, 2});
  const std::string path = site.page(site.some_inner(bits)).path;
  switch (page.redirect) {
    case RedirectKind::moved:
    case RedirectKind::permanent:
    case RedirectKind::header:
      return site.host().base + path;
    case RedirectKind::see_other:
      // Relative to the directory of the page, by way of the root.
      return "../.." + path;
    case RedirectKind::temporary:
      return site.host().base.substr(site.host().base.find("//")) + path;
    case RedirectKind::other_host:
      return hosts.by_rank(hosts.popular_rank(unit_of(stir(bits)))).base + "/";
    case RedirectKind::chain:
      return fmt::format("/chain/{}/1", page.number);
    case RedirectKind::loop:
      return fmt::format("/loop/{}", page.number);
    case RedirectKind::found:
    case RedirectKind::refresh:
      break;
  }
  return path;
}

std::string_view name_of(PageEncoding encoding) {
  switch (encoding) {
    case PageEncoding::windows_1252:
      return "windows-1252";
    case PageEncoding::shift_jis:
      return "shift_jis";
    case PageEncoding::utf8:
      break;
  }
  return "utf-8";
}

}  // namespace freshet
