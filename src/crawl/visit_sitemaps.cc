// Sitemaps in a visit: what the host says it has.
#include "base/hash.h"
#include "crawl/large_read.h"
#include "crawl/sitemap.h"
#include "crawl/visit.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

constexpr std::uint8_t kNestedMax = 2;  // an index may name an index, and that is all
constexpr std::uint16_t kDepth = 1;     // as if the home page had linked to what they name

}  // namespace

void Visit::add_sitemap(std::string_view written, const Url& found_on, std::uint8_t nested) {
  if (!tools_.plan.sitemaps || sitemap_count_ >= limits_.sitemaps || nested > kNestedMax) return;
  const auto parsed = Url::parse(written, found_on);
  if (!parsed || Host::of(*parsed) != task_.host) return;
  const Url url = without_credentials(*parsed);
  const auto number =
      table_.add(url.href_without_fragment(), url.href_without_fragment(),
                 {.use = LinkUse::sitemap, .redirects = nested, .via = table_.size()});
  if (!number) return;
  ++sitemap_count_;
  sitemaps_.push_back(*number);
}

void Visit::take_sitemap(const Job& job, const warc::HttpHead& head, std::string_view body,
                         FrontierNews& news) {
  const std::string text = unpacked_body(head, body, kSitemapBytesMax);
  const LargeRead turn(text.size());
  const Sitemap sitemap = read_sitemap(text, *job.url);
  const auto nested = static_cast<std::uint8_t>(table_.link(job.number).redirects + 1);
  for (const SitemapEntry& entry : sitemap.entries) {
    if (sitemap.kind == SitemapKind::sitemaps) {
      add_sitemap(entry.url.href(), *job.url, nested);
      continue;
    }
    if (Host::of(entry.url) != task_.host) {
      report_.drop(DropReason::sitemap_of_other_host, entry.url.href());
      continue;
    }
    if (sitemap_urls_ >= limits_.sitemap_urls)
      return report_.drop(DropReason::sitemap_limit, entry.url.href());
    ++sitemap_urls_;
    const Url url = normal_form(entry.url, tools_.plan.normal_form);
    if (task_.is_refresh && entry.last_modified && !is_over_own_memory()) {
      hint_bytes_ += sizeof(PageHint) + url.href().size();
      hints_.push_back({.url = std::string(url.href()),
                        .changed = *entry.last_modified,
                        .is_of_feed = sitemap.kind == SitemapKind::feed});
    }
    const bool is_telling = tools_.wants_sightings && (entry.last_modified || entry.changes);
    const auto remember = [&] {
      if (is_telling)
        sitemap_words_[hash64(url.href_without_fragment())] = {entry.last_modified, entry.changes};
    };
    if (!task_.is_refresh) remember();  // a link may have been there before the sitemap
    if (table_.is_seen(trap_key(url))) continue;
    if (!has_room()) return report_.drop(DropReason::page_limit, url.href());
    if (!may_hold_more()) continue;
    if (const auto refusal = tools_.scope.refusal(url)) {
      report_.drop(*refusal, url.href());
    } else if (const auto trap = traps_.refusal(url)) {
      report_.drop(*trap, url.href());
    } else {
      if (!may_add_new(url, job, 0, news)) continue;
      remember();
      add_page(
          url,
          {.use = LinkUse::page, .depth = kDepth, .is_wanted = task_.is_refresh, .via = job.number},
          false);
    }
  }
}

}  // namespace freshet
