#include "serve/event_stream.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <utility>

#include "base/hash.h"
#include "serve/server_state.h"

namespace freshet {
namespace {

constexpr auto kTurn = std::chrono::milliseconds(250);
constexpr int kTurnsOfState = 8;       // the state is sent at most every 2 s
constexpr int kTurnsOfHeartbeat = 60;  // something is sent at least every 15 s
constexpr int kChangesPerTurn = 500;   // to a client that catches up

std::string event_text(std::string_view name, std::string_view id, std::string_view data) {
  std::string text = fmt::format("event: {}\n", name);
  if (!id.empty()) text += fmt::format("id: {}\n", id);
  return text.append("data: ").append(data).append("\n\n");
}

// The state without the parts that always differ.
std::string stable_part(const LiveState::Now& now) {
  return fmt::format("{} {} {} {} {}", now.is_ready, now.doing, now.trouble, now.run.visits,
                     now.run.answers);
}

}  // namespace

struct EventStream::Client {
  std::optional<std::string> since = {};  // until the feed is open
  std::unique_ptr<HttpStream> stream;
  std::optional<ChangeFeed> feed = {};
  std::map<std::int64_t, std::uint64_t> jobs = {};  // hashes, as sent last
  std::uint64_t state = 0;                          // the number of the one sent last
  int turns_of_silence = 0;

  bool send(std::string text) {
    turns_of_silence = 0;
    return stream->send(std::move(text));
  }
};

EventStream::EventStream(const ServerParts& parts, std::function<Result<ArchiveSession>()> open)
    : parts_(parts), open_(std::move(open)), thread_([this] { run(); }) {}

EventStream::~EventStream() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  came_.notify_all();
  thread_.join();
}

void EventStream::add(const std::optional<std::string>& cursor, HttpAnswer answer) {
  const std::lock_guard lock(mutex_);
  if (clients_ >= kClientsMax)
    return std::move(answer).send(
        problem(503, fmt::format("{} clients follow events already; retry later", clients_)));
  auto client = std::make_unique<Client>();
  client->since = cursor.value_or("now");
  client->stream = std::move(answer).stream({.status = 200,
                                             .fields = {{"Content-Type", "text/event-stream"},
                                                        {"Cache-Control", "no-store"},
                                                        {"X-Accel-Buffering", "no"}},
                                             .body = "retry: 2000\n\n"});
  new_.push_back(std::move(client));
  ++clients_;
  came_.notify_one();
}

std::size_t EventStream::clients() const {
  const std::lock_guard lock(mutex_);
  return clients_;
}

void EventStream::reopen() {
  const std::lock_guard lock(mutex_);
  must_reopen_ = true;
}

void EventStream::run() {
  std::optional<ArchiveSession> session;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      clients_ = all_.size() + new_.size();
      if (clients_ == 0) {
        session.reset();
        state_ = {};
        came_.wait(lock, [this] { return is_over_ || !new_.empty(); });
      } else {
        came_.wait_for(lock, kTurn, [this] { return is_over_ || !new_.empty(); });
      }
      if (is_over_) return;
      for (auto& client : std::exchange(new_, {})) all_.push_back(std::move(client));
      if (std::exchange(must_reopen_, false)) session.reset();
    }
    if (!session) {
      for (const auto& client : all_)
        if (client->feed) {
          client->since = cursor_text(client->feed->cursor());
          client->feed.reset();
        }
      if (auto opened = open_()) session.emplace(*std::move(opened));
    }
    if (session) serve_all(*session);
  }
}

void EventStream::serve_all(ArchiveSession& session) {
  std::vector<std::pair<std::int64_t, std::string>> jobs;
  for (const JobView& job : parts_.jobs.list()) jobs.emplace_back(job.id, to_json(job));
  look_at_state();
  std::erase_if(all_, [&](const std::unique_ptr<Client>& client) {
    if (!send_changes(session, *client) || !send_jobs(*client, jobs)) return true;
    if (client->state != state_.number) {
      client->state = state_.number;
      if (!client->send(state_.event)) return true;
    }
    return ++client->turns_of_silence >= kTurnsOfHeartbeat && !client->send(":\n\n");
  });
}

// Counting the fresh pages takes a while if there are a million, so it is done once for all.
void EventStream::look_at_state() {
  const LiveState::Now now = parts_.live.now();
  std::string stable = stable_part(now);
  if (++state_.turns < kTurnsOfState && state_.number > 0) return;
  if (stable == state_.stable) return;
  state_.turns = 0;
  ++state_.number;
  state_.stable = std::move(stable);
  state_.event =
      event_text("state", {}, server_state_json(now, parts_.version, parts_.clock.now()));
}

// Returns false if the client is gone, or its cursor is none.
bool EventStream::send_changes(ArchiveSession& session, Client& client) {
  if (!client.feed) {
    auto feed = ChangeFeed::open(session, client.since);
    if (!feed) {
      client.send(event_text("error", {}, problem(400, feed.error().message).body));
      return false;
    }
    client.feed.emplace(*std::move(feed));
    // The client learns where it is even if nothing ever happens.
    if (!client.send(fmt::format("id: {}\n\n", cursor_text(client.feed->cursor())))) return false;
  }
  bool is_there = true;
  int left = kChangesPerTurn;
  const Status read = client.feed->read(false, [&](const ChangeEntry& entry) {
    is_there = client.send(event_text("change", cursor_text(entry.cursor), to_json(entry)));
    return is_there && --left > 0;
  });
  return is_there && read.has_value();
}

bool EventStream::send_jobs(Client& client,
                            const std::vector<std::pair<std::int64_t, std::string>>& jobs) {
  std::map<std::int64_t, std::uint64_t> sent;
  for (const auto& [id, json] : jobs) {
    const std::uint64_t hash = hash64(json);
    sent.emplace(id, hash);
    const auto last = client.jobs.find(id);
    if (last != client.jobs.end() && last->second == hash) continue;
    if (!client.send(event_text("job", {}, json))) return false;
  }
  client.jobs = std::move(sent);
  return true;
}

}  // namespace freshet
