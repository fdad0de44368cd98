#include "store/background_writer.h"

#include <utility>

namespace freshet {

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

Status BackgroundWriter::append(warc::Capture capture, std::optional<std::string> tags) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_) return std::unexpected(*failed_);
  }
  const std::size_t bytes = capture.body.size() + (tags ? tags->size() : 0);
  // std::function wants to be copied; the capture is not.
  auto held = std::make_shared<std::pair<warc::Capture, std::optional<std::string>>>(
      std::move(capture), std::move(tags));
  enqueue(
      [this, held = std::move(held)]() -> Status {
        auto appended = writer_->append(held->first, std::move(held->second));
        if (!appended) return std::unexpected(appended.error());
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
