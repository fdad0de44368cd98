#include "crawl/sink_thread.h"

#include <utility>

namespace freshet {
namespace {

// What news take in memory, about.
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
  std::size_t bytes = sizeof(kept) + kept.capture.body.size() + kept.capture.request_head.size();
  for (const warc::Field& field : kept.capture.headers)
    bytes += sizeof(field) + field.name.size() + field.value.size();
  return bytes + (kept.tags ? kept.tags->size() : 0) + bytes_of(kept.news);
}

}  // namespace

SinkThread::SinkThread(ArchiveWriter& writer, const SinkThreadOptions& options, Post to_queue,
                       SinkNews news)
    : options_(options),
      to_queue_(std::move(to_queue)),
      news_(std::move(news)),
      sink_(writer),
      thread_([this] { work(); }) {}

SinkThread::~SinkThread() {
  {
    const std::lock_guard lock(mutex_);
    is_broken_off_ = true;
  }
  changed_.notify_all();
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

void SinkThread::when_acknowledged(std::function<void()> then) {
  enqueue(std::move(then), 0, false);
}

void SinkThread::hurry() {
  {
    const std::lock_guard lock(mutex_);
    is_in_hurry_ = true;
  }
  changed_.notify_all();
}

void SinkThread::enqueue(What what, std::size_t bytes, bool may_wait) {
  {
    std::unique_lock lock(mutex_);
    const auto has_room = [&] {
      return failed_ || is_broken_off_ || queued_bytes_ == 0 ||
             queued_bytes_ + bytes <= options_.queued_bytes_max;
    };
    if (may_wait) changed_.wait(lock, has_room);
    if (failed_) return;
    queue_.push_back({.what = std::move(what), .bytes = bytes});
    queued_bytes_ += bytes;
  }
  changed_.notify_all();
}

SinkThread::Turn SinkThread::take_next(Queued& next) {
  std::unique_lock lock(mutex_);
  const auto has_work = [this] { return is_broken_off_ || is_ending_ || !queue_.empty(); };
  if (commit_at_) {
    changed_.wait_until(lock, *commit_at_, [&] { return is_in_hurry_ || has_work(); });
  } else {
    if (queue_.empty()) is_in_hurry_ = false;  // all is acknowledged
    changed_.wait(lock, has_work);
  }
  if (is_broken_off_) return Turn::end;
  if (queue_.empty()) return commit_at_ ? Turn::commit : Turn::end;
  next = std::move(queue_.front());
  queue_.pop_front();
  return Turn::write;
}

void SinkThread::work() {
  while (true) {
    Queued next;
    const Turn turn = take_next(next);
    if (turn == Turn::end) return;
    Status done;
    if (turn == Turn::write) done = write(std::move(next));
    const bool is_time = turn == Turn::commit || sink_.pending() >= options_.batch_pages ||
                         std::chrono::steady_clock::now() >= *commit_at_;
    if (done && is_time) done = commit();
    if (!done) return fail(done.error());
  }
}

Status SinkThread::write(Queued next) {
  Status done;
  if (auto* kept = std::get_if<Kept>(&next.what)) {
    done = sink_.keep(std::move(*kept));
  } else if (auto* news = std::get_if<FrontierNews>(&next.what)) {
    done = sink_.tell(std::move(*news));
  } else {
    sink_.when_acknowledged([this, then = std::get<std::function<void()>>(std::move(next.what))] {
      acknowledged_.push_back(then);
    });
  }
  if (!commit_at_) commit_at_ = std::chrono::steady_clock::now() + options_.batch_time;
  next.what = std::function<void()>();  // freed before its bytes are counted out
  {
    const std::lock_guard lock(mutex_);
    queued_bytes_ -= next.bytes;
  }
  changed_.notify_all();
  return done;
}

Status SinkThread::commit() {
  commit_at_.reset();
  if (auto committed = sink_.commit(); !committed) return committed;
  const auto changed = sink_.take_changed_partitions();
  // First: a queue that hears of its last host only would take the crawl for done.
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
  changed_.notify_all();
  to_queue_([told = news_.failed, error] { told(error); });
}

Status SinkThread::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (failed_) return std::unexpected(*failed_);
  return {};
}

}  // namespace freshet
