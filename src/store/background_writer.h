// An archive's writer on a thread of its own: packing, hashing and waiting for the disk happen off
// the caller's thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/error.h"
#include "store/archive_writer.h"

namespace freshet {

// One caller. Captures are written in the order in which they come; when kQueuedBytesMax wait, the
// caller waits too. After an error everything fails with it.
class BackgroundWriter {
 public:
  static constexpr std::size_t kQueuedBytesMax = std::size_t{32} << 20;

  explicit BackgroundWriter(std::unique_ptr<ArchiveWriter> writer);
  ~BackgroundWriter();  // without close(): what was not committed is lost
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  // Hands over a capture; what went wrong with an earlier one is told here.
  // `news` is what its page says of other hosts; both are acknowledged together or not at all.
  Status append(warc::Capture capture, std::optional<std::string> tags = std::nullopt,
                FrontierNews news = {});

  // Hands over what belongs to no capture.
  Status add(FrontierNews news);

  // Ready when all that was appended before is acknowledged, or could not be.
  std::future<Status> commit();

  // Commits and closes the archive.
  Status close();

 private:
  using Task = std::function<Status()>;
  void work();
  void enqueue(Task task, std::size_t bytes);

  std::unique_ptr<ArchiveWriter> writer_;  // touched by the thread only
  std::mutex mutex_;                       // guards what follows
  std::condition_variable changed_;
  struct Queued {
    Task task;
    std::size_t bytes;
  };
  std::deque<Queued> queue_;
  std::size_t queued_bytes_ = 0;
  std::optional<Error> failed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace freshet
