#include "crawl/orphans.h"

#include <map>
#include <utility>

#include "crawl/stored_page.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

class Search {
 public:
  Search(Archive& archive, const CrawlPlan& plan, std::size_t copies_max)
      : archive_(archive), plan_(plan), reader_(plan_, written_), copies_left_(copies_max) {
    plan_.requisites = false;
  }

  void mark(const PageBelief& belief) {
    const bool is_marked = belief.unlinked && belief.depth > 0 && belief.page.host;
    if (is_marked && belief.state == PageState::scheduled)
      marked_[std::string(belief.page.host->key())].emplace(belief.page.url, *belief.unlinked);
  }

  Result<Orphans> finish() {
    Orphans found;
    for (auto& [key, pages] : marked_) {
      const auto host = Host::from_key(key);
      if (!host) continue;
      if (auto read = take_linked(*host, pages); !read) return std::unexpected(read.error());
      if (copies_left_ == 0) {
        found.unsure += pages.size();
        continue;
      }
      for (const auto& [url, since] : pages) found.pages.push_back({url, since});
    }
    return found;
  }

 private:
  using Marked = std::map<std::string, Time, std::less<>>;  // by URL

  // Removes the pages that a page of the host links to.
  Status take_linked(const Host& host, Marked& pages) {
    Status failed;
    const Status read = archive_.catalog().each_belief(host, [&](const PageBelief& belief) {
      if (pages.empty() || copies_left_ == 0) return false;
      if (belief.state != PageState::scheduled) return true;
      --copies_left_;
      failed = take_links_of(belief.page, pages);
      return failed.has_value();
    });
    return failed ? read : failed;
  }

  Status take_links_of(const PageKey& key, Marked& pages) {
    const auto page = archive_.catalog().find_page(key);
    if (!page) return std::unexpected(page.error());
    if (!*page) return {};
    const auto snapshots = archive_.catalog().snapshots((*page)->id);
    if (!snapshots) return std::unexpected(snapshots.error());
    for (auto copy = snapshots->rbegin(); copy != snapshots->rend(); ++copy) {
      if (copy->status != 200 && copy->status != 304) continue;
      const auto read = read_stored(archive_, reader_, **page, *copy, {.wants_links = true});
      if (!read) continue;
      for (const FoundLink& link : read->links) {
        const Url target = normal_form(link.url, plan_.normal_form);
        if (target.href_without_fragment() == key.url) continue;
        const auto marked = pages.find(target.href_without_fragment());
        if (marked != pages.end()) pages.erase(marked);
      }
      break;
    }
    return {};
  }

  Archive& archive_;
  CrawlPlan plan_;
  WrittenLinks written_;
  PageReader reader_;
  std::size_t copies_left_;
  std::map<std::string, Marked> marked_;  // by host
};

}  // namespace

Result<Orphans> find_orphans(Archive& archive, const CrawlPlan& plan,
                             const std::optional<PageKey>& only, std::size_t copies_max) {
  Search search(archive, plan, copies_max);
  if (only) {
    const auto belief = archive.catalog().find_belief(*only);
    if (!belief) return std::unexpected(belief.error());
    if (*belief) search.mark(**belief);
    return search.finish();
  }
  const Status read = archive.catalog().each_belief(std::nullopt, [&](const PageBelief& belief) {
    search.mark(belief);
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return search.finish();
}

}  // namespace freshet
