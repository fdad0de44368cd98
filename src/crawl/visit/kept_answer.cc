#include "crawl/visit/kept_answer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "store/change_note.h"

namespace freshet {
namespace {

constexpr std::size_t kHopsMax = 64;

}  // namespace

warc::Exchange exchange_of(const Errand& errand, WebAnswer answer,
                           const std::optional<Observation>& observation) {
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(answer.took).count();
  warc::Exchange exchange{.url = errand.url_text,
                          .time = errand.sent,
                          .ip = std::move(answer.ip),
                          .protocol = std::move(answer.protocol),
                          .request_head = std::move(answer.request_head),
                          .status = answer.status,
                          .reason = std::move(answer.reason),
                          .headers = std::move(answer.headers),
                          .body = std::move(answer.body),
                          .truncated = answer.truncated,
                          .metadata = {{"fetchTimeMs", std::to_string(took)}}};
  if (observation && observation->check) {
    const PageCheck& check = *observation->check;
    exchange.metadata.push_back(
        {std::string(kChangeNoteField),
         change_note_text(
             {.outcome = check.outcome, .change = check.change, .score = check.score})});
  }
  if (observation && !observation->check && observation->sitemap.changes)
    exchange.metadata.push_back(
        {std::string(kSitemapFrequencyField),
         std::string(change_frequency_text(*observation->sitemap.changes))});
  return exchange;
}

void add_path(const KnownLink& link, std::string via, warc::Exchange& exchange) {
  if (!via.empty()) exchange.metadata.push_back({"via", std::move(via)});
  std::string hops(std::min<std::size_t>(link.depth, kHopsMax), 'L');
  if (link.use == LinkUse::requisite) hops += 'E';
  if (link.redirects > 0) hops.append(link.redirects, 'R');
  if (!hops.empty()) exchange.metadata.push_back({"hopsFromSeed", std::move(hops)});
}

}  // namespace freshet
