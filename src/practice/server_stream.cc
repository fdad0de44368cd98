#include "practice/server_stream.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace freshet {

namespace {

constexpr std::size_t kReadBytes = std::size_t{16} << 10;

}  // namespace

ServerStream::~ServerStream() {
  if (session_ != nullptr) SSL_free(session_);
  close(socket_);
}

ServerStream::Outcome ServerStream::judge_tls(int result) {
  const int error = SSL_get_error(session_, result);
  ERR_clear_error();
  wants_write_ = error == SSL_ERROR_WANT_WRITE;
  const bool is_early = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
  return is_early ? Outcome::again : Outcome::ended;
}

ServerStream::Outcome ServerStream::read(std::string& into) {
  std::array<char, kReadBytes> bytes;
  wants_write_ = false;
  if (session_ != nullptr) {
    const int got = SSL_read(session_, bytes.data(), static_cast<int>(bytes.size()));
    if (got <= 0) return judge_tls(got);
    into.append(bytes.data(), static_cast<std::size_t>(got));
    return Outcome::moved;
  }
  const ssize_t got = recv(socket_, bytes.data(), bytes.size(), 0);
  if (got > 0) {
    into.append(bytes.data(), static_cast<std::size_t>(got));
    return Outcome::moved;
  }
  const bool is_early = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  return is_early ? Outcome::again : Outcome::ended;
}

ServerStream::Outcome ServerStream::write(std::string_view& bytes) {
  wants_write_ = true;
  if (session_ != nullptr) {
    const int sent = SSL_write(session_, bytes.data(),
                               static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20)));
    if (sent <= 0) return judge_tls(sent);
    bytes.remove_prefix(static_cast<std::size_t>(sent));
    return Outcome::moved;
  }
  const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent >= 0) {
    bytes.remove_prefix(static_cast<std::size_t>(sent));
    return Outcome::moved;
  }
  const bool is_early = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  return is_early ? Outcome::again : Outcome::ended;
}

void ServerStream::finish() {
  if (session_ != nullptr) {
    SSL_shutdown(session_);
    ERR_clear_error();
  }
  shutdown(socket_, SHUT_WR);
}

void ServerStream::reset_when_closed() {
  const linger none{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

}  // namespace freshet
