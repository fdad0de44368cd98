// One connection to the practice server: reads requests, answers them in order, and misbehaves as
// told. It never blocks: it returns the event that it waits for, and the server's loop waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "practice/answer.h"
#include "practice/practice_web.h"
#include "practice/request_reader.h"
#include "practice/server_stream.h"
#include "web/events.h"

namespace freshet {

// An idle connection is closed after this long.
inline constexpr Duration kServerIdleMax = std::chrono::seconds(75);

// Most bytes sent in one step, so that no connection starves the others.
inline constexpr std::size_t kServerStepBytesMax = std::size_t{1} << 20;

// The world that answers, and the log.
struct ServerWorld {
  std::uint16_t http_port = 80;
  std::uint16_t https_port = 443;
  std::function<PracticeAnswer(const PracticeRequest&)> answer;
  std::function<void(const PracticeLogLine&)> log;
};

class ServerConnection {
 public:
  enum class Wish : std::uint8_t { read, write, wait, close };
  struct Next {
    Wish wish;
    Tick until;  // deadline of the next step
  };

  ServerConnection(int socket, ssl_st* session, bool is_tls, IpAddress local, Tick now)
      : stream_(socket, session), is_tls_(is_tls), local_(local), active_(now) {}

  // Does all that can be done at `now`. After it returns a wish to close, destroy the connection.
  Next step(Tick now, const ServerWorld& world);

  // Logs a pending answer that will not end.
  void abandon(Tick now, const ServerWorld& world);

 private:
  enum class Place : std::uint8_t { reading, delaying, sending };

  Next read(Tick now, const ServerWorld& world);
  Next send(Tick now, const ServerWorld& world);
  void begin_answer(const ServerRequest& request, Tick now, const ServerWorld& world);
  Next end_answer(Tick now, const ServerWorld& world);
  std::size_t allowance(Tick now) const;

  ServerStream stream_;
  bool is_tls_;
  IpAddress local_;
  Place place_ = Place::reading;
  std::string in_;
  Tick active_;  // of the last read or write

  // State of the answer being sent.
  std::string out_;
  std::size_t sent_ = 0;
  std::size_t head_size_ = 0;
  std::string again_;  // repeated without end after it
  std::size_t bytes_per_second_ = 0;
  Tick begins_{};
  bool closes_ = false;
  bool resets_ = false;
  PracticeLogLine line_;
};

}  // namespace freshet
