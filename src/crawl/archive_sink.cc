#include "crawl/archive_sink.h"

#include <utility>

#include "store/snapshot_facts.h"

namespace freshet {

void ArchiveSink::note_partitions(const FrontierNews& news) {
  for (const LinkCount& link : news.links) uncommitted_.set(link.host.partition());
  for (const WantedUrl& wanted : news.wanted) uncommitted_.set(wanted.host.partition());
}

void ArchiveSink::record(const Observation& observation) {
  PageNews news = recorder_->record(observation);
  news.fence = observation.fence;
  writer_.add(std::move(news));
}

Status ArchiveSink::keep(Kept kept) {
  note_partitions(kept.news);
  auto appended = writer_.append(kept.exchange, std::move(kept.tags));
  if (!appended && writer_.has_failed()) return std::unexpected(appended.error());
  if (!appended) {
    ++totals_.too_long;
    kept.news.notes.push_back({.page = page_key_of(kept.exchange.url),
                               .time = kept.exchange.time,
                               .outcome = "too-long",
                               .detail = appended.error().message,
                               .tries = 1});
    if (kept.observation && kept.observation->check && recorder_ != nullptr) {
      Observation failed{.page = kept.observation->page, .time = kept.observation->time};
      failed.check = {.page = failed.page, .time = failed.time, .outcome = CheckOutcome::failed};
      failed.order = std::move(kept.observation->order);
      failed.fence = std::move(kept.observation->fence);
      record(failed);
    }
  } else {
    ++totals_.kept;
    if (kept.observation && recorder_ != nullptr) {
      kept.observation->payload = appended->payload;
      record(*kept.observation);
    }
  }
  if (kept.redesign && recorder_ != nullptr)
    writer_.add(PageNews{.fence = kept.news.fence, .events = {*std::move(kept.redesign)}});
  if (!kept.news.is_empty()) writer_.add(std::move(kept.news));
  ++pending_;
  return {};
}

Status ArchiveSink::tell(FrontierNews news) {
  if (writer_.has_failed()) return writer_.commit();
  note_partitions(news);
  writer_.add(std::move(news));
  ++pending_;
  return {};
}

Status ArchiveSink::note(const Observation& observation) {
  if (writer_.has_failed()) return writer_.commit();
  if (recorder_ == nullptr) return {};
  record(observation);
  ++pending_;
  return {};
}

Status ArchiveSink::commit() {
  if (pending_ > 0) {
    if (auto committed = writer_.commit(); !committed) return committed;
    ++totals_.commits;
    totals_.lost_leases = writer_.lost_leases();
    pending_ = 0;
    changed_ |= uncommitted_;
    uncommitted_.reset();
  }
  for (auto& then : std::exchange(waiting_, {})) then();
  return {};
}

std::bitset<kPartitionCount> ArchiveSink::take_changed_partitions() {
  return std::exchange(changed_, {});
}

}  // namespace freshet
