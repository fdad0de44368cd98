#include "serve/job_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"

namespace freshet {
namespace {

// More than the open jobs ever need.
constexpr std::size_t kFileBytesMax = std::size_t{64} << 20;
static_assert(JobBoard::kOpenMax * JobBoard::kOrderBytesMax * 2 < kFileBytesMax);
constexpr std::array<std::string_view, 3> kKinds = {"crawl", "refresh", "capture"};
constexpr std::array<std::string_view, 5> kStates = {"waiting", "running", "done", "failed",
                                                     "cancelled"};

bool is_open(JobState state) { return state == JobState::waiting || state == JobState::running; }

void write_order(const JobOrder& order, JsonWriter& json) {
  json.key("kind").value(name_of(order.kind)).key("urls").begin_array();
  for (const std::string& url : order.urls) json.value(url);
  json.end_array().key("name").value(order.name);
  const auto number = [&](std::string_view name, const std::optional<std::int64_t>& value) {
    json.key(name);
    value ? json.value(*value) : json.null();
  };
  number("depth", order.depth);
  number("pages_max", order.pages);
  json.key("everything").value(order.everything);
}

void write_time(std::string_view name, const std::optional<Time>& time, JsonWriter& json) {
  json.key(name);
  time ? json.value(iso_time(*time)) : json.null();
}

// Reads a job that was saved; nothing if it is none.
std::optional<JobView> read_job(const nlohmann::json& saved) {
  const auto text = [&](const char* name) {
    const auto found = saved.find(name);
    return found != saved.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto number = [&](const char* name) -> std::optional<std::int64_t> {
    const auto found = saved.find(name);
    if (found == saved.end() || !found->is_number_integer()) return std::nullopt;
    return found->get<std::int64_t>();
  };
  const auto kind = std::ranges::find(kKinds, text("kind"));
  const auto id = number("id");
  const auto made = parse_time(text("made"));
  if (kind == kKinds.end() || !id || !made) return std::nullopt;
  JobView job{.id = *id, .made = *made};
  job.order.kind = static_cast<JobKind>(kind - kKinds.begin());
  if (const auto urls = saved.find("urls"); urls != saved.end() && urls->is_array())
    for (const auto& url : *urls)
      if (url.is_string()) job.order.urls.push_back(url.get<std::string>());
  job.order.name = text("name");
  job.order.depth = number("depth");
  job.order.pages = number("pages_max");
  const auto everything = saved.find("everything");
  job.order.everything = everything != saved.end() && *everything == true;
  return job;
}

std::unexpected<Error> no_such_job(std::int64_t id) {
  return std::unexpected(Error{Errc::not_found, fmt::format("there is no job {}", id)});
}

}  // namespace

std::string_view name_of(JobKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }
std::string_view name_of(JobState state) { return kStates.at(static_cast<std::size_t>(state)); }

std::string to_json(const JobView& job) {
  JsonWriter json;
  json.begin_object().key("id").value(job.id);
  write_order(job.order, json);
  json.key("state").value(name_of(job.state)).key("made").value(iso_time(job.made));
  write_time("began", job.began, json);
  write_time("ended", job.ended, json);
  json.key("progress").value(job.progress).key("outcome").value(job.outcome);
  return json.key("pages").value(job.pages).key("bytes").value(job.bytes).end_object().take();
}

Result<std::unique_ptr<JobBoard>> JobBoard::open(Disk& disk, std::string path) {
  std::unique_ptr<JobBoard> board(new JobBoard(disk, std::move(path)));
  if (!disk.exists(board->path_)) return board;
  const auto bytes = read_whole(disk, board->path_, kFileBytesMax);
  if (!bytes) return std::unexpected(bytes.error());
  const auto saved = nlohmann::json::parse(*bytes, nullptr, false);
  const auto corrupt = [&] {
    return std::unexpected(Error{
        Errc::corrupt,
        fmt::format("{}: no list of jobs; remove it to start without its jobs", board->path_)});
  };
  if (!saved.is_object() || !saved.contains("jobs") || !saved["jobs"].is_array()) return corrupt();
  for (const auto& each : saved["jobs"]) {
    auto job = each.is_object() ? read_job(each) : std::nullopt;
    if (!job) return corrupt();
    board->last_id_ = std::max(board->last_id_, job->id);
    const std::int64_t id = job->id;
    board->jobs_.emplace(id, Entry{.view = *std::move(job)});
  }
  if (const auto last = saved.find("last"); last != saved.end() && last->is_number_integer())
    board->last_id_ = std::max(board->last_id_, last->get<std::int64_t>());
  return board;
}

Status JobBoard::save() {
  JsonWriter json;
  json.begin_object().key("last").value(last_id_).key("jobs").begin_array();
  for (const auto& [id, entry] : jobs_) {
    if (!is_open(entry.view.state)) continue;
    json.begin_object().key("id").value(id).key("made").value(iso_time(entry.view.made));
    write_order(entry.view.order, json);
    json.end_object();
  }
  json.end_array().end_object();
  return replace_file(disk_, path_, json.take() + "\n");
}

Result<JobView> JobBoard::add(const JobOrder& order, Time now) {
  std::size_t bytes = order.name.size();
  for (const std::string& url : order.urls) bytes += url.size();
  if (bytes > kOrderBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("the URLs of a job have {} bytes together; at most {} are "
                                       "accepted: order several jobs",
                                       bytes, kOrderBytesMax)});
  const std::lock_guard lock(mutex_);
  const auto open =
      std::ranges::count_if(jobs_, [](const auto& job) { return is_open(job.second.view.state); });
  if (static_cast<std::size_t>(open) >= kOpenMax)
    return std::unexpected(
        Error{Errc::unavailable, fmt::format("{} jobs wait or run; retry later", open)});
  const JobView job{.id = ++last_id_, .order = order, .made = now};
  jobs_.emplace(job.id, Entry{.view = job});
  if (auto saved = save(); !saved) {
    jobs_.erase(job.id);
    return std::unexpected(saved.error());
  }
  return job;
}

std::vector<JobView> JobBoard::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<JobView> all;
  for (const auto& [id, entry] : jobs_) all.insert(all.begin(), entry.view);
  return all;
}

std::optional<JobView> JobBoard::find(std::int64_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? std::nullopt : std::optional(found->second.view);
}

Result<JobView> JobBoard::cancel(std::int64_t id, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return no_such_job(id);
  Entry& entry = found->second;
  if (!is_open(entry.view.state))
    return std::unexpected(Error{Errc::invalid, fmt::format("job {} has ended", id)});
  entry.is_cancelled = true;
  if (entry.view.state == JobState::running) return entry.view;
  entry.view.state = JobState::cancelled;
  entry.view.ended = now;
  entry.view.outcome = "cancelled before it began";
  if (auto saved = save(); !saved) return std::unexpected(saved.error());
  return entry.view;
}

bool JobBoard::has_waiting() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(
      jobs_, [](const auto& job) { return job.second.view.state == JobState::waiting; });
}

std::optional<JobView> JobBoard::take(Time now) {
  const std::lock_guard lock(mutex_);
  for (auto& [id, entry] : jobs_) {
    if (entry.view.state != JobState::waiting) continue;
    entry.view.state = JobState::running;
    entry.view.began = now;
    return entry.view;
  }
  return std::nullopt;
}

bool JobBoard::is_cancelled(std::int64_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  return found != jobs_.end() && found->second.is_cancelled;
}

void JobBoard::tell(std::int64_t id, std::string progress, std::uint64_t pages,
                    std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return;
  found->second.view.progress = std::move(progress);
  found->second.view.pages = pages;
  found->second.view.bytes = bytes;
}

Status JobBoard::end(std::int64_t id, JobState state, std::string outcome, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(id);
  if (found == jobs_.end()) return {};
  found->second.view.state = state;
  found->second.view.ended = now;
  found->second.view.outcome = std::move(outcome);
  forget_old();
  return save();
}

Status JobBoard::put_back(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  if (const auto found = jobs_.find(id); found != jobs_.end()) {
    auto& [view, is_cancelled] = found->second;
    view.state = is_cancelled ? JobState::cancelled : JobState::waiting;
    if (is_cancelled) view.ended = view.began;
  }
  return save();
}

void JobBoard::forget_old() {
  auto ended =
      std::ranges::count_if(jobs_, [](const auto& job) { return !is_open(job.second.view.state); });
  for (auto job = jobs_.begin(); job != jobs_.end() && ended > std::ptrdiff_t{kEndedKept};) {
    const bool is_old = !is_open(job->second.view.state);
    job = is_old ? jobs_.erase(job) : std::next(job);
    if (is_old) --ended;
  }
}

}  // namespace freshet
