// The jobs of a server: work that was requested, one at a time, in order. It is kept in a file, so
// that a server that was killed goes on with it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"

namespace freshet {

enum class JobKind : std::uint8_t { crawl, refresh, capture };
enum class JobState : std::uint8_t { waiting, running, done, failed, cancelled };

std::string_view name_of(JobKind kind);
std::string_view name_of(JobState state);

// The wish of somebody. Fields that a kind of job does not have are empty.
struct JobOrder {
  JobKind kind = JobKind::crawl;
  std::vector<std::string> urls = {};  // seeds, or the pages to check
  std::string name = {};               // of a capture
  std::optional<std::int64_t> depth = {};
  std::optional<std::int64_t> pages = {};
  bool everything = false;  // a refresh: every page; a crawl: known pages of its hosts, too
};

struct JobView {
  std::int64_t id = 0;
  JobOrder order = {};
  JobState state = JobState::waiting;
  Time made{};
  std::optional<Time> began = {};
  std::optional<Time> ended = {};
  std::string progress = {};  // a line for people
  std::string outcome = {};   // why it ended
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
};

std::string to_json(const JobView& job);

// Thread-safe.
class JobBoard {
 public:
  static constexpr std::size_t kOpenMax = 100;  // that wait or run
  static constexpr std::size_t kOrderBytesMax = std::size_t{256} << 10;
  static constexpr std::size_t kEndedKept = 100;

  // Reads the jobs of an earlier server from `path`; those that ran wait again. A file that cannot
  // be read is an error. `disk` outlives the board.
  static Result<std::unique_ptr<JobBoard>> open(Disk& disk, std::string path);

  // Errc::unavailable if there are too many, Errc::limit if the order is too large.
  Result<JobView> add(const JobOrder& order, Time now);
  std::vector<JobView> list() const;  // the newest first
  std::optional<JobView> find(std::int64_t id) const;
  // Ends a job that waits, or has the one that runs stop. Errc::not_found if there is no such job,
  // Errc::invalid if it has ended.
  Result<JobView> cancel(std::int64_t id, Time now);

  bool has_waiting() const;
  // The job that waits longest; it runs from now on.
  std::optional<JobView> take(Time now);
  bool is_cancelled(std::int64_t id) const;
  void tell(std::int64_t id, std::string progress, std::uint64_t pages, std::uint64_t bytes);
  Status end(std::int64_t id, JobState state, std::string outcome, Time now);
  // The server stops before the job has ended: it waits for the next one, unless it was cancelled.
  Status put_back(std::int64_t id);

 private:
  struct Entry {
    JobView view = {};
    bool is_cancelled = false;
  };
  JobBoard(Disk& disk, std::string path) : disk_(disk), path_(std::move(path)) {}
  Status save();
  void forget_old();

  Disk& disk_;
  const std::string path_;
  mutable std::mutex mutex_;  // guards all that follows
  std::map<std::int64_t, Entry> jobs_;
  std::int64_t last_id_ = 0;
};

}  // namespace freshet
