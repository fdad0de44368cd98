#include "crawl/sink_thread.h"

#include <utility>

namespace freshet {
namespace {

// This many answers wake the thread at once; fewer wait for this long.
constexpr std::size_t kTogether = 16;
constexpr std::chrono::milliseconds kCompanyTime{2};

// Returns the approximate memory of news.
std::size_t bytes_of(const FrontierNews& news) {
  std::size_t bytes = news.links.size() * sizeof(LinkCount);
  for (const WantedUrl& wanted : news.wanted)
    bytes += sizeof(wanted) + wanted.url.size() + wanted.via.size();
  for (const UrlNote& note : news.notes)
    bytes += sizeof(note) + note.page.url.size() + note.detail.size();
  for (const auto* done : {&news.wanted_done, &news.notes_done})
    for (const PageKey& key : *done) bytes += sizeof(key) + key.url.size();
  return bytes;
}

std::size_t bytes_of(const Kept& kept) {
  std::size_t bytes = sizeof(kept) + kept.exchange.body.size() + kept.exchange.request_head.size();
  for (const warc::Field& field : kept.exchange.headers)
    bytes += sizeof(field) + field.name.size() + field.value.size();
  return bytes + (kept.tags ? kept.tags->size() : 0) + bytes_of(kept.news);
}

}  // namespace

SinkThread::SinkThread(ArchiveWriter& writer, ObservationRecorder* recorder,
                       const SinkThreadOptions& options, Post to_queue, SinkNews news)
    : options_(options),
      to_queue_(std::move(to_queue)),
      news_(std::move(news)),
      sink_(writer, recorder),
      thread_([this] { work(); }) {}

SinkThread::~SinkThread() {
  {
    const std::lock_guard lock(mutex_);
    is_broken_off_ = true;
  }
  work_.notify_one();
  room_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SinkThread::keep(Kept kept) {
  const std::size_t bytes = bytes_of(kept);
  enqueue(std::move(kept), bytes, true);
}

void SinkThread::tell(FrontierNews news) {
  const std::size_t bytes = bytes_of(news);
  enqueue(std::move(news), bytes, true);
}

void SinkThread::note(Observation observation) {
  const std::size_t bytes = sizeof(observation) + observation.page.url.size();
  enqueue(std::move(observation), bytes, true);
}

void SinkThread::when_acknowledged(std::function<void()> then) {
  enqueue(std::move(then), 0, false);
}

void SinkThread::flush_soon() {
  {
    const std::lock_guard lock(mutex_);
    must_flush_ = true;
  }
  work_.notify_one();
}

bool SinkThread::is_pressed() const {
  return is_broken_off_ || is_ending_ || must_flush_ || queue_.size() >= kTogether ||
         queued_bytes_ > options_.queued_bytes_max / 2;
}

void SinkThread::enqueue(What what, std::size_t bytes, bool may_wait) {
  bool is_worth_waking = false;
  {
    std::unique_lock lock(mutex_);
    const auto has_room = [&] {
      return failed_ || is_broken_off_ || queued_bytes_ == 0 ||
             queued_bytes_ + bytes <= options_.queued_bytes_max;
    };
    if (may_wait && !has_room()) {
      ++waiting_;
      room_.wait(lock, has_room);
      --waiting_;
    }
    if (failed_) return;
    const bool was_pressed = is_pressed();
    queue_.push_back({.what = std::move(what), .bytes = bytes});
    queued_bytes_ += bytes;
    is_worth_waking = queue_.size() == 1 || (!was_pressed && is_pressed());
  }
  if (is_worth_waking) work_.notify_one();
}

// Takes everything that is queued. A single answer waits a moment for more: a wake-up for each
// answer costs more than writing it.
SinkThread::Turn SinkThread::take_queued(std::deque<Queued>& taken) {
  std::unique_lock lock(mutex_);
  const auto has_work = [this] { return is_broken_off_ || is_ending_ || !queue_.empty(); };
  if (commit_at_) {
    work_.wait_until(lock, *commit_at_, [&] { return must_flush_ || has_work(); });
  } else {
    if (queue_.empty()) must_flush_ = false;  // everything is acknowledged
    work_.wait(lock, has_work);
  }
  if (!queue_.empty()) work_.wait_for(lock, kCompanyTime, [this] { return is_pressed(); });
  if (is_broken_off_) return Turn::end;
  if (queue_.empty()) return commit_at_ ? Turn::commit : Turn::end;
  taken.swap(queue_);
  return Turn::write;
}

void SinkThread::work() {
  while (true) {
    std::deque<Queued> taken;
    const Turn turn = take_queued(taken);
    if (turn == Turn::end) return;
    Status done;
    if (turn == Turn::commit) done = commit();
    std::unique_ptr<CatalogMoment> moment;  // cheaper look-ups for several answers
    for (Queued& next : taken) {
      if (!moment) done = hold(moment);
      if (done) done = write(std::move(next));
      const bool is_time = sink_.pending() >= options_.batch_pages ||
                           batch_bytes_ >= options_.queued_bytes_max ||
                           std::chrono::steady_clock::now() >= *commit_at_;
      if (done && is_time) {
        moment.reset();
        done = commit();
      }
      if (!done) break;
    }
    if (!done) return fail(done.error());
  }
}

Status SinkThread::hold(std::unique_ptr<CatalogMoment>& moment) {
  auto held = sink_.hold_moment();
  if (!held) return std::unexpected(held.error());
  moment = *std::move(held);
  return {};
}

Status SinkThread::write(Queued next) {
  Status done;
  if (auto* kept = std::get_if<Kept>(&next.what)) {
    done = sink_.keep(std::move(*kept));
  } else if (auto* news = std::get_if<FrontierNews>(&next.what)) {
    done = sink_.tell(std::move(*news));
  } else if (const auto* observation = std::get_if<Observation>(&next.what)) {
    done = sink_.note(*observation);
  } else {
    sink_.when_acknowledged([this, then = std::get<std::function<void()>>(std::move(next.what))] {
      acknowledged_.push_back(then);
    });
  }
  batch_bytes_ += next.bytes;
  if (!commit_at_) commit_at_ = std::chrono::steady_clock::now() + options_.batch_time;
  next.what = std::function<void()>();  // freed before its bytes are subtracted
  bool has_waiting = false;
  {
    const std::lock_guard lock(mutex_);
    queued_bytes_ -= next.bytes;
    has_waiting = waiting_ > 0;
  }
  if (has_waiting) room_.notify_all();
  return done;
}

Status SinkThread::commit() {
  commit_at_.reset();
  batch_bytes_ = 0;
  if (auto committed = sink_.commit(); !committed) return committed;
  const auto changed = sink_.take_changed_partitions();
  // First, because a queue that only sees its last host end would consider the crawl done.
  if (changed.any()) to_queue_([told = news_.links_changed, changed] { told(changed); });
  for (auto& then : std::exchange(acknowledged_, {})) to_queue_(std::move(then));
  return {};
}

void SinkThread::fail(const Error& error) {
  std::deque<Queued> dropped;
  {
    const std::lock_guard lock(mutex_);
    failed_ = error;
    dropped.swap(queue_);
    queued_bytes_ = 0;
  }
  room_.notify_all();
  to_queue_([told = news_.failed, error] { told(error); });
}

Status SinkThread::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  work_.notify_one();
  if (thread_.joinable()) thread_.join();
  if (failed_) return std::unexpected(*failed_);
  return {};
}

}  // namespace freshet
