// A non-blocking connection to the practice server, plain or TLS.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct ssl_st;  // OpenSSL's SSL

namespace freshet {

// Owns the socket and the TLS session.
class ServerStream {
 public:
  enum class Outcome : std::uint8_t {
    moved,  // some bytes
    again,  // would block: wait until the socket is ready (for writing if wants_write())
    ended,  // closed for good
  };

  // `session` is null without TLS.
  ServerStream(int socket, ssl_st* session) : socket_(socket), session_(session) {}
  ~ServerStream();
  ServerStream(const ServerStream&) = delete;
  ServerStream& operator=(const ServerStream&) = delete;

  int socket() const { return socket_; }
  bool wants_write() const { return wants_write_; }

  // Appends the bytes that have arrived.
  Outcome read(std::string& into);

  // Sends what it can, and removes it from `bytes`.
  Outcome write(std::string_view& bytes);

  // Shuts down the sending side cleanly.
  void finish();

  // Makes closing the socket a TCP reset.
  void reset_when_closed();

 private:
  Outcome judge_tls(int result);

  int socket_;
  ssl_st* session_;
  bool wants_write_ = false;
};

}  // namespace freshet
