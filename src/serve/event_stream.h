// Events for clients that stay connected (server-sent events): changes of the archive, which can be
// resumed from any cursor, jobs, and the state of the server.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/archive_session.h"
#include "app/changes.h"
#include "base/error.h"
#include "http/http_answer.h"
#include "serve/api_world.h"

namespace freshet {

// One thread of its own reads the archive for all clients.
class EventStream {
 public:
  static constexpr std::size_t kClientsMax = 200;

  // `parts` outlive it.
  EventStream(const ServerParts& parts, std::function<Result<ArchiveSession>()> open);
  ~EventStream();
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  // Answers with the events behind `cursor`, or with those from now on. Thread-safe.
  void add(const std::optional<std::string>& cursor, HttpAnswer answer);
  std::size_t clients() const;
  // The archive was opened anew: the next events are read from a new session.
  void reopen();

 private:
  struct Client;

  void run();
  void serve_all(ArchiveSession& session);
  void look_at_state();
  bool send_changes(ArchiveSession& session, Client& client);
  bool send_jobs(Client& client, const std::vector<std::pair<std::int64_t, std::string>>& jobs);

  const ServerParts& parts_;
  const std::function<Result<ArchiveSession>()> open_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable came_;
  std::vector<std::unique_ptr<Client>> new_;
  std::size_t clients_ = 0;
  bool is_over_ = false;
  bool must_reopen_ = false;
  std::vector<std::unique_ptr<Client>> all_;  // of the thread, as below
  struct {
    std::uint64_t number = 0;  // rises with each; 0: none
    std::string stable = {};
    std::string event = {};
    int turns = 0;  // since it was made
  } state_;
  std::thread thread_;
};

}  // namespace freshet
