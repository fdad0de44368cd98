// One connection to the practice server: reads requests, answers them one after the other, and
// misbehaves as it is told. It does what it can and says what it waits for; the server's loop
// waits.
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

// A connection that does nothing for so long is closed.
inline constexpr Duration kServerIdleMax = std::chrono::seconds(75);

// Sent at one step at most, so that no connection keeps the others waiting.
inline constexpr std::size_t kServerStepBytesMax = std::size_t{1} << 20;

// Who knows the answers, and who writes them down.
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
    Tick until;  // then it is to be stepped again in any case
  };

  ServerConnection(int socket, ssl_st* session, bool is_tls, IpAddress local, Tick now)
      : stream_(socket, session), is_tls_(is_tls), local_(local), active_(now) {}

  // Does all that can be done at `now`. After a wish to close it is to be destroyed.
  Next step(Tick now, const ServerWorld& world);

  // Writes down an answer that is under way and will not end.
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
  Tick active_;  // when something was last read or written

  // Of the answer under way.
  std::string out_;
  std::size_t sent_ = 0;
  std::size_t head_size_ = 0;
  std::string again_;  // what is sent for ever behind it
  std::size_t bytes_per_second_ = 0;
  Tick begins_{};
  bool closes_ = false;
  bool resets_ = false;
  PracticeLogLine line_;
};

}  // namespace freshet
