// A connection that came to the practice server, plain or by TLS, without waiting.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct ssl_st;  // OpenSSL's SSL

namespace freshet {

// Owns the socket and the session.
class ServerStream {
 public:
  enum class Outcome : std::uint8_t {
    moved,  // some bytes
    again,  // nothing now: wait until the socket is ready (for writing if wants_write() says so)
    ended,  // nothing ever again
  };

  // `session` may be null: no TLS.
  ServerStream(int socket, ssl_st* session) : socket_(socket), session_(session) {}
  ~ServerStream();
  ServerStream(const ServerStream&) = delete;
  ServerStream& operator=(const ServerStream&) = delete;

  int socket() const { return socket_; }
  bool wants_write() const { return wants_write_; }

  // Appends what has come.
  Outcome read(std::string& into);

  // Takes off `bytes` what could be sent.
  Outcome write(std::string_view& bytes);

  // Says that nothing more will be sent, as it should be done.
  void finish();

  // From now on closing is a reset.
  void reset_when_closed();

 private:
  Outcome judge_tls(int result);

  int socket_;
  ssl_st* session_;
  bool wants_write_ = false;
};

}  // namespace freshet
