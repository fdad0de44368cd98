#include "practice/server_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace freshet {

namespace {

constexpr Duration kSlice = std::chrono::milliseconds(100);  // between pieces of a slow body

// Returns "name:8080"; a default port is omitted.
std::string with_port(const std::string& host, bool is_tls, const ServerWorld& world) {
  const std::uint16_t port = is_tls ? world.https_port : world.http_port;
  return port == (is_tls ? 443 : 80) ? host : fmt::format("{}:{}", host, port);
}

// Returns the answer to a request that is not accepted.
PracticeAnswer refusal(int status) {
  PracticeAnswer answer{.status = status, .closes = true};
  answer.reason = status == 405 ? "Method Not Allowed" : "Bad Request";
  answer.headers = {{"Content-Length", "0"}, {"Connection", "close"}};
  return answer;
}

}  // namespace

ServerConnection::Next ServerConnection::step(Tick now, const ServerWorld& world) {
  while (true) {
    const Place before = place_;
    Next next{Wish::wait, begins_};
    if (place_ == Place::reading) {
      next = read(now, world);
    } else if (place_ == Place::delaying) {
      if (now < begins_) return next;
      place_ = Place::sending;
    } else {
      next = send(now, world);
    }
    if (place_ == before) return next;
    if (next.wish == Wish::close) return next;
  }
}

ServerConnection::Next ServerConnection::read(Tick now, const ServerWorld& world) {
  while (true) {
    const ServerRequest request = read_request(in_);
    if (request.state != RequestState::incomplete) {
      in_.erase(0, request.used);
      active_ = now;
      begin_answer(request, now, world);
      return {Wish::wait, begins_};
    }
    const ServerStream::Outcome outcome = stream_.read(in_);
    if (outcome == ServerStream::Outcome::moved) {
      active_ = now;
      continue;
    }
    if (outcome == ServerStream::Outcome::ended || now - active_ >= kServerIdleMax)
      return {Wish::close, now};
    return {stream_.wants_write() ? Wish::write : Wish::read, active_ + kServerIdleMax};
  }
}

void ServerConnection::begin_answer(const ServerRequest& request, Tick now,
                                    const ServerWorld& world) {
  const bool is_bad = request.state == RequestState::bad;
  // A client that uses the server as a proxy reaches every host at any address.
  const auto came_to = request.is_by_proxy ? std::nullopt : std::optional(local_);
  const PracticeAnswer answer = is_bad ? refusal(request.status)
                                       : world.answer({.is_tls = is_tls_,
                                                       .host = request.host,
                                                       .target = request.target,
                                                       .headers = request.fields,
                                                       .address = came_to});
  const std::string host = with_port(request.host, is_tls_, world);
  line_ = {.url = fmt::format("{}://{}{}", is_tls_ ? "https" : "http", host, request.target),
           .host = host,
           .address = local_.text(),
           .is_head = request.is_head,
           .status = answer.bad.has_no_head || answer.bad.is_no_http ? 0 : answer.status,
           .start = now};
  out_ = answer.bad.has_no_head || answer.bad.is_no_http ? "" : head_bytes(answer);
  head_size_ = out_.size();
  const bool has_body = !request.is_head && answer.status != 304 && !answer.bad.has_no_head;
  if (has_body) out_ += wire_body(answer);
  again_ = has_body && answer.bad.is_endless ? answer.body : "";
  bytes_per_second_ = answer.bad.body_bytes_per_second;
  closes_ = answer.closes || !request.keeps;
  resets_ = answer.bad.resets;
  sent_ = 0;
  begins_ = now + answer.bad.head_delay;
  place_ = Place::delaying;
}

// Returns how many bytes of the answer may have been sent by `now`.
std::size_t ServerConnection::allowance(Tick now) const {
  if (bytes_per_second_ == 0) return out_.size();
  const double seconds = std::chrono::duration<double>(now - begins_).count();
  const auto body = static_cast<std::size_t>(seconds * static_cast<double>(bytes_per_second_));
  return std::min(out_.size(), head_size_ + body);
}

ServerConnection::Next ServerConnection::send(Tick now, const ServerWorld& world) {
  std::size_t sent_now = 0;
  while (true) {
    if (sent_ == out_.size()) {
      if (again_.empty()) return end_answer(now, world);
      out_ = again_;
      sent_ = head_size_ = 0;
    }
    const std::size_t allowed = allowance(now);
    if (sent_ >= allowed) return {Wish::wait, now + kSlice};
    if (sent_now >= kServerStepBytesMax) return {Wish::write, active_ + kServerIdleMax};
    std::string_view rest = std::string_view(out_).substr(sent_, allowed - sent_);
    const ServerStream::Outcome outcome = stream_.write(rest);
    if (outcome == ServerStream::Outcome::moved) {
      sent_now += allowed - rest.size() - sent_;
      sent_ = allowed - rest.size();
      active_ = now;
      continue;
    }
    if (outcome == ServerStream::Outcome::ended || now - active_ >= kServerIdleMax) {
      abandon(now, world);
      return {Wish::close, now};
    }
    return {stream_.wants_write() ? Wish::write : Wish::read, active_ + kServerIdleMax};
  }
}

void ServerConnection::abandon(Tick now, const ServerWorld& world) {
  if (place_ == Place::reading) return;
  place_ = Place::reading;
  line_.end = now;
  if (world.log) world.log(line_);
}

ServerConnection::Next ServerConnection::end_answer(Tick now, const ServerWorld& world) {
  abandon(now, world);
  if (!closes_) return {Wish::read, now + kServerIdleMax};
  if (resets_) {
    stream_.reset_when_closed();
  } else {
    stream_.finish();
  }
  return {Wish::close, now};
}

}  // namespace freshet
