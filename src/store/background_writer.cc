#include "store/background_writer.h"

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

}  // namespace

BackgroundWriter::BackgroundWriter(std::unique_ptr<ArchiveWriter> writer)
    : writer_(std::move(writer)), thread_([this] { work(); }) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// Runs the tasks in order; after an error the rest is dropped, but for those that wait for an
// answer: each task finds the writer failed and says so.
void BackgroundWriter::work() {
  while (true) {
    Queued next;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      next = std::move(queue_.front());
      queue_.pop_front();
    }
    const Status done = next.task();
    next.task = nullptr;  // the capture is freed before its bytes are counted out
    {
      const std::lock_guard lock(mutex_);
      queued_bytes_ -= next.bytes;
      if (!done && !failed_) failed_ = done.error();
    }
    changed_.notify_all();
  }
}

void BackgroundWriter::enqueue(Task task, std::size_t bytes) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return queued_bytes_ == 0 || queued_bytes_ + bytes <= kQueuedBytesMax; });
    queue_.push_back({.task = std::move(task), .bytes = bytes});
    queued_bytes_ += bytes;
  }
  changed_.notify_all();
}

Status BackgroundWriter::append(warc::Capture capture, std::optional<std::string> tags,
                                FrontierNews news) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_) return std::unexpected(*failed_);
  }
  struct Page {
    warc::Capture capture;
    std::optional<std::string> tags;
    FrontierNews news;
  };
  const std::size_t bytes = capture.body.size() + (tags ? tags->size() : 0) + bytes_of(news);
  // std::function wants to be copied; the capture is not.
  auto page = std::make_shared<Page>(std::move(capture), std::move(tags), std::move(news));
  enqueue(
      [this, page = std::move(page)]() -> Status {
        auto appended = writer_->append(page->capture, std::move(page->tags));
        if (!appended) return std::unexpected(appended.error());
        writer_->add(std::move(page->news));
        return {};
      },
      bytes);
  return {};
}

Status BackgroundWriter::add(FrontierNews news) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_) return std::unexpected(*failed_);
  }
  const std::size_t bytes = bytes_of(news);
  enqueue(
      [this, held = std::make_shared<FrontierNews>(std::move(news))]() -> Status {
        writer_->add(std::move(*held));
        return {};
      },
      bytes);
  return {};
}

std::future<Status> BackgroundWriter::commit() {
  auto promise = std::make_shared<std::promise<Status>>();
  auto answer = promise->get_future();
  enqueue(
      [this, promise = std::move(promise)] {
        const Status done = writer_->commit();
        promise->set_value(done);
        return done;
      },
      0);
  return answer;
}

Status BackgroundWriter::close() {
  std::promise<Status> promise;
  auto answer = promise.get_future();
  enqueue(
      [this, &promise] {
        const Status done = writer_->close();
        promise.set_value(done);
        return done;
      },
      0);
  return answer.get();
}

}  // namespace freshet
