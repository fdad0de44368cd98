#include "crawl/visit/sitemap_intake.h"

#include "base/hash.h"
#include "crawl/large_read.h"
#include "crawl/page_reader.h"
#include "crawl/traps.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

constexpr std::uint8_t kNestedMax = 2;  // an index may name an index, and that is all
constexpr std::size_t kBytesOfWord = 64;

// Returns the size that a sitemap may have once it is unpacked.
std::size_t size_at_most(const warc::HttpHead& head, std::string_view body) {
  const bool is_packed = head.find("Content-Encoding") || body.starts_with("\x1f\x8b");
  return is_packed ? kSitemapBytesMax : body.size();
}

}  // namespace

void SitemapIntake::add(std::string_view written, const Url& found_on, std::uint8_t nested) {
  if (!visit_.tools.plan.sitemaps) return;
  const auto parsed = Url::parse(written, found_on);
  if (!parsed || Host::of(*parsed) != visit_.task.host) return;
  const Url url = without_credentials(*parsed);
  const std::string_view text = url.href_without_fragment();
  if (sitemaps_ >= visit_.limits.sitemaps || nested > kNestedMax) {
    if (!visit_.agenda.is_seen(text)) visit_.report.drop(DropReason::sitemap_count, text);
    return;
  }
  if (visit_.agenda.add(
          text, text, {.use = LinkUse::sitemap, .redirects = nested, .via = visit_.agenda.size()}))
    ++sitemaps_;
}

void SitemapIntake::on_answer(const Errand& errand, const warc::HttpHead& head,
                              std::string_view body, warc::Truncation truncated,
                              FrontierNews& news) {
  const LargeRead turn(size_at_most(head, body));
  const warc::DecodedBody text = unpacked_body(head, body, kSitemapBytesMax);
  const Sitemap sitemap = read_sitemap(text.bytes, errand.url);
  if (visit_.agenda.link(errand.link()->number).use == LinkUse::sitemap)
    count_losses(errand, text.error, sitemap, truncated);
  const auto nested =
      static_cast<std::uint8_t>(visit_.agenda.link(errand.link()->number).redirects + 1);
  for (const SitemapEntry& entry : sitemap.entries) {
    if (sitemap.kind == SitemapKind::sitemaps) {
      add(entry.url.href(), errand.url, nested);
    } else if (!on_entry(errand, entry, sitemap.kind, news)) {
      return;
    }
  }
}

// Counts what a sitemap lists and was not read. The number of entries behind a cut is unknown: they
// count as one.
void SitemapIntake::count_losses(const Errand& errand, const std::optional<Error>& coding_error,
                                 const Sitemap& sitemap, warc::Truncation truncated) {
  const bool is_too_long = truncated == warc::Truncation::length;
  // The next run tries again: the sitemap counts as failed.
  if (truncated != warc::Truncation::none && !is_too_long) return;
  VisitReport& report = visit_.report;
  if (sitemap.over_limit > 0) {
    report.drop(DropReason::sitemap_cut, errand.url_text);
    report.dropped[DropReason::sitemap_cut] += sitemap.over_limit - 1;
  }
  const std::optional<Error>& error = coding_error ? coding_error : sitemap.error;
  if (is_too_long || (error && error->code == Errc::limit))
    return report.drop(DropReason::sitemap_cut, errand.url_text);
  // Many servers name a coding that is none ("utf-8"): nothing is lost if the entries can be read.
  if (error && (error->code != Errc::invalid || sitemap.entries.empty()))
    report.drop(DropReason::sitemap_unreadable, errand.url_text);
}

// Returns false if no more entries can be taken.
bool SitemapIntake::on_entry(const Errand& errand, const SitemapEntry& entry, SitemapKind kind,
                             FrontierNews& news) {
  const auto host = Host::of(entry.url);
  if (host && kind == SitemapKind::feed && *host != visit_.task.host) {
    // An item is a link like any other; a sitemap speaks for its own host only.
    if (const auto refusal = links_.follow_elsewhere(entry.url, *host, news))
      visit_.report.drop(*refusal, entry.url.href());
    return true;
  }
  if (host != visit_.task.host) {
    visit_.report.drop(DropReason::sitemap_of_other_host, entry.url.href());
    return true;
  }
  if (urls_ >= visit_.limits.sitemap_urls) {
    visit_.report.drop(DropReason::sitemap_limit, entry.url.href());
    return false;
  }
  ++urls_;
  const bool is_check = visit_.task.checks_known_pages;
  const Url url = normal_form(entry.url, visit_.tools.plan.normal_form);
  if (is_check && entry.last_modified && !links_.budget().is_exhausted()) {
    hint_bytes_ += sizeof(PageHint) + url.href().size();
    hints_.push_back({.url = std::string(url.href()),
                      .changed = *entry.last_modified,
                      .is_of_feed = kind == SitemapKind::feed});
  }
  LinkIntake::Listed listed = LinkIntake::Listed::refused;
  if (!visit_.agenda.is_seen(trap_key(url))) listed = links_.add_listed(errand, url, news);
  // A crawl may have found a link to the page before the sitemap.
  const bool is_of_use = !is_check || listed == LinkIntake::Listed::added;
  if (is_of_use && visit_.tools.wants_observations && (entry.last_modified || entry.changes))
    words_[hash64(url.href_without_fragment())] = {entry.last_modified, entry.changes};
  count_bytes();
  return listed != LinkIntake::Listed::full;
}

void SitemapIntake::count_bytes() {
  links_.set_sitemap_bytes(hint_bytes_ + words_.size() * kBytesOfWord);
}

SitemapWord SitemapIntake::word_of(std::string_view url) const {
  const auto word = words_.find(hash64(url));
  return word == words_.end() ? SitemapWord{} : word->second;
}

std::optional<SitemapWord> SitemapIntake::take_word(std::string_view url) {
  auto word = words_.extract(hash64(url));
  if (word.empty()) return std::nullopt;
  count_bytes();
  return word.mapped();
}

}  // namespace freshet
