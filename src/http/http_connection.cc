// Boost.Beast reads heads and bodies; the rest is plain sockets of Asio.
#include "http/http_connection.h"

#include <fmt/format.h>

#include <atomic>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "http/host_field.h"
#include "http/http_head.h"

namespace freshet {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::generic::stream_protocol;
using ErrorCode = boost::system::error_code;
using Parser = http::request_parser<http::string_body>;

namespace {

constexpr std::size_t kBufferMax = 64 << 10;    // read ahead of the parser
constexpr std::size_t kDiscardedMax = 1 << 20;  // that nobody will be served for
constexpr std::size_t kDiscardedAtOnce = 4096;
constexpr std::string_view kLastChunk = "0\r\n\r\n";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

Time now() { return std::chrono::floor<Duration>(std::chrono::system_clock::now()); }

using Steady = std::chrono::steady_clock;
using Waiting = std::shared_ptr<std::atomic<std::size_t>>;  // bytes of a stream; may be none

// Beast tells apart what was wrong with a request; clients get the status that fits.
HttpResponse problem_of(const ErrorCode& error) {
  if (error == http::error::header_limit)
    return problem(431, "the head of the request is too long");
  if (error == http::error::body_limit) return problem(413, "the body of the request is too long");
  return problem(400, fmt::format("the request is not valid HTTP: {}", error.message()));
}

// Clients that leave, or that take too long, whose socket Beast has closed.
bool is_end(const ErrorCode& error) {
  return error == http::error::partial_message || error == http::error::end_of_stream ||
         error == boost::beast::error::timeout || error == asio::error::connection_reset;
}

// Returns the sentence that refuses a head; none: it is good.
std::optional<HttpResponse> refusal_of(const Parser& parser, const HttpServerOptions& options,
                                       bool is_local_socket) {
  const auto& head = parser.get();
  const auto target = std::string_view(head.target().data(), head.target().size());
  if (!target.starts_with('/') ||
      target.find_first_of(std::string_view("\0 #\x7F", 4)) != target.npos)
    return problem(400, "the target of a request is a path that begins with \"/\"");
  const auto [first, end] = head.equal_range(http::field::host);
  if (first == end || std::next(first) != end)
    return problem(400, "a request has exactly one Host field");
  const auto value = first->value();
  if (!is_local_socket && !is_our_name(host_of_field({value.data(), value.size()}), options.names))
    return problem(421,
                   "this server does not answer under that host name; settings list the names");
  if (head.count(http::field::transfer_encoding) == 0) return std::nullopt;
  // Others may frame a message that has an unknown coding, or any in HTTP/1.0, by its length.
  if (!parser.chunked() || head.version() < 11 ||
      !boost::beast::iequals(head[http::field::transfer_encoding], "chunked"))
    return problem(501, "the only transfer coding understood is \"chunked\", of HTTP/1.1");
  return std::nullopt;
}

// Returns the request without its body, before that is read: Beast adds the fields behind a body in
// chunks to those of the head, where they would pass as checked, or as a proxy's.
HttpRequest request_of(const Parser& parser) {
  const auto& head = parser.get();
  HttpRequest request{.method = head.method_string(), .target = head.target()};
  for (const auto& field : head) {
    std::string name(field.name_string());
    for (char& c : name) c = to_ascii_lower(c);
    request.fields.push_back({std::move(name), std::string(field.value())});
  }
  return request;
}

class Connection final : public HttpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(ConnectionHost& host, stream_protocol::socket socket, std::string peer)
      : host_(host), stream_(std::move(socket)), peer_(std::move(peer)) {}

  void begin() override { read_head(); }
  void end(bool also_busy) override;
  void answer(std::uint64_t id, const HttpResponse& response);
  void begin_stream(std::uint64_t id, const HttpResponse& head);
  void send_piece(std::uint64_t id, const std::string& bytes, const Waiting& waiting);
  void end_stream(std::uint64_t id);

 private:
  struct Piece {
    std::string bytes;
    Waiting waiting;  // what it counts against
    std::size_t counted;
  };
  enum class State { reading, handling, streaming, ending, closed };

  void read_head();
  void got_head(const ErrorCode& error);
  void read_body();
  void got_body(const ErrorCode& error);
  void refuse(const HttpResponse& response);
  void report(const HttpResponse& response) const;
  void write(std::string bytes, const Waiting& waiting = {}, std::size_t counted = 0);
  void write_first();
  void written();
  void watch_for_end();
  void linger();
  void discard();
  void close();

  ConnectionHost& host_;
  boost::beast::basic_stream<stream_protocol> stream_;
  const std::string peer_;
  boost::beast::flat_buffer buffer_{kBufferMax};
  std::optional<Parser> parser_;
  HttpRequest request_;  // without its body, while that is read
  State state_ = State::reading;
  std::deque<Piece> pieces_;
  std::uint64_t id_ = 0;  // of the request under way
  Steady::time_point began_;
  std::string method_;
  std::string target_;
  bool keeps_open_ = false;
  bool in_chunks_ = false;
  std::size_t discarded_ = 0;
};

// The way of other threads to a connection that may be gone.
class Place final : public AnswerPlace {
 public:
  Place(std::shared_ptr<HttpLoop> loop, std::weak_ptr<Connection> connection, std::uint64_t id,
        std::size_t stream_bytes)
      : loop_(std::move(loop)),
        connection_(std::move(connection)),
        id_(id),
        stream_bytes_(stream_bytes) {}

  void answer(HttpResponse response) override;
  std::unique_ptr<HttpStream> begin_stream(HttpResponse head) override;

 private:
  class Stream;

  template <class What>
  void post(What what) const {
    loop_->post([connection = connection_, what = std::move(what)] {
      if (const auto alive = connection.lock()) what(*alive);
    });
  }

  std::shared_ptr<HttpLoop> loop_;
  std::weak_ptr<Connection> connection_;
  std::uint64_t id_;
  std::size_t stream_bytes_;
};

class Place::Stream final : public HttpStream {
 public:
  explicit Stream(Place place) : place_(std::move(place)) {}
  ~Stream() override {
    place_.post([id = place_.id_](Connection& connection) { connection.end_stream(id); });
  }

  bool send(std::string bytes) override {
    if (place_.connection_.expired() || *waiting_ > place_.stream_bytes_) return false;
    *waiting_ += bytes.size();
    place_.post([id = place_.id_, bytes = std::move(bytes), waiting = waiting_](
                    Connection& connection) { connection.send_piece(id, bytes, waiting); });
    return true;
  }

 private:
  const Place place_;
  const Waiting waiting_ = std::make_shared<std::atomic<std::size_t>>(0);
};

void Place::answer(HttpResponse response) {
  post([id = id_, response = std::move(response)](Connection& connection) {
    connection.answer(id, response);
  });
}

std::unique_ptr<HttpStream> Place::begin_stream(HttpResponse head) {
  post([id = id_, head = std::move(head)](Connection& connection) {
    connection.begin_stream(id, head);
  });
  return std::make_unique<Stream>(*this);
}

void Connection::read_head() {
  if (host_.is_stopping) return close();
  state_ = State::reading;
  id_ = 0;
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(host_.options.head_bytes));
  parser_->body_limit(host_.options.body_bytes);
  stream_.expires_after(host_.options.head_time);
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const ErrorCode& error, std::size_t) { self->got_head(error); });
}

void Connection::got_head(const ErrorCode& error) {
  if (state_ != State::reading) return;
  began_ = Steady::now();
  const bool has_begun = buffer_.size() > 0;
  if (error && !has_begun) return close();
  if (is_end(error)) return close();
  if (error) return refuse(problem_of(error));
  if (const auto refusal = refusal_of(*parser_, host_.options, peer_.empty()))
    return refuse(*refusal);
  request_ = request_of(*parser_);
  if (!boost::beast::iequals(parser_->get()[http::field::expect], "100-continue"))
    return read_body();
  asio::async_write(stream_, asio::buffer(kContinue),
                    [self = shared_from_this()](const ErrorCode& failure, std::size_t) {
                      if (failure) return self->close();
                      self->read_body();
                    });
}

void Connection::read_body() {
  stream_.expires_after(host_.options.body_time);
  http::async_read(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const ErrorCode& error, std::size_t) { self->got_body(error); });
}

void Connection::got_body(const ErrorCode& error) {
  if (state_ != State::reading) return;
  if (is_end(error)) return close();
  if (error) return refuse(problem_of(error));
  stream_.expires_never();
  keeps_open_ = parser_->keep_alive();
  in_chunks_ = parser_->get().version() >= 11;
  request_.body = std::move(parser_->get().body());
  request_.peer = peer_;
  request_.id = id_ = ++host_.requests;
  method_ = request_.method;
  target_ = request_.target;
  state_ = State::handling;
  host_.handle(std::exchange(request_, {}),
               HttpAnswer(std::make_unique<Place>(host_.loop, weak_from_this(), id_,
                                                  host_.options.stream_bytes)));
}

void Connection::answer(std::uint64_t id, const HttpResponse& response) {
  if (state_ != State::handling || id != id_) return;
  keeps_open_ = keeps_open_ && !host_.is_stopping;
  const bool is_head = method_ == "HEAD";
  HttpFraming framing{.length = response.body.size(), .stays_open = keeps_open_};
  if (has_no_body(response.status)) framing.length.reset();
  report(response);
  state_ = State::ending;
  auto bytes = head_of(response, framing, now());
  if (!is_head && framing.length) bytes += response.body;
  write(std::move(bytes));
}

void Connection::begin_stream(std::uint64_t id, const HttpResponse& head) {
  if (state_ != State::handling || id != id_) return;
  keeps_open_ = keeps_open_ && in_chunks_ && !host_.is_stopping;
  report(head);
  state_ = State::streaming;
  write(head_of(head, {.in_chunks = in_chunks_, .stays_open = keeps_open_}, now()));
  if (!head.body.empty()) send_piece(id, head.body, {});
  watch_for_end();
}

void Connection::send_piece(std::uint64_t id, const std::string& bytes, const Waiting& waiting) {
  if (state_ != State::streaming || id != id_ || method_ == "HEAD" || bytes.empty()) return;
  write(in_chunks_ ? fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes) : bytes, waiting,
        bytes.size());
}

void Connection::end_stream(std::uint64_t id) {
  if (state_ != State::streaming || id != id_) return;
  // The beginning of a next request may have been discarded; nobody who pipelines is served.
  keeps_open_ = false;
  state_ = State::ending;
  write(in_chunks_ && method_ != "HEAD" ? std::string(kLastChunk) : std::string());
}

// Streams may never send again, so their end is noticed by reading. What comes is not served.
void Connection::watch_for_end() {
  buffer_.clear();
  stream_.socket().async_receive(
      buffer_.prepare(kDiscardedAtOnce),
      [self = shared_from_this()](const ErrorCode& error, std::size_t bytes) {
        if (self->state_ != State::streaming) return;
        self->discarded_ += bytes;
        if (error || self->discarded_ > kDiscardedMax) return self->close();
        self->watch_for_end();
      });
}

void Connection::refuse(const HttpResponse& response) {
  state_ = State::ending;
  keeps_open_ = false;
  id_ = ++host_.requests;
  method_ = target_ = "-";
  report(response);
  write(head_of(response, {.length = response.body.size(), .stays_open = false}, now()) +
        response.body);
}

void Connection::report(const HttpResponse& response) const {
  if (!host_.served) return;
  const auto took = std::chrono::duration_cast<Duration>(Steady::now() - began_);
  host_.served({method_, target_, peer_, id_, response.status, response.body.size(), took});
}

void Connection::write(std::string bytes, const Waiting& waiting, std::size_t counted) {
  if (state_ == State::closed) return;
  pieces_.push_back({std::move(bytes), waiting, counted});
  if (pieces_.size() == 1) write_first();
}

void Connection::write_first() {
  // When a stream has ended there is one time for all that is left of it.
  for (; state_ == State::ending && pieces_.size() > 1; pieces_.erase(pieces_.begin() + 1))
    pieces_.front().bytes += pieces_[1].bytes;
  stream_.expires_after(host_.options.write_time);
  asio::async_write(stream_, asio::buffer(pieces_.front().bytes),
                    [self = shared_from_this()](const ErrorCode& error, std::size_t) {
                      if (error) return self->close();
                      self->written();
                    });
}

void Connection::written() {
  if (state_ == State::closed) return;
  if (pieces_.front().waiting) *pieces_.front().waiting -= pieces_.front().counted;
  pieces_.pop_front();
  stream_.expires_never();
  if (!pieces_.empty()) return write_first();
  if (state_ != State::ending) return;
  if (keeps_open_) return read_head();
  linger();
}

// A socket that is closed while the client still sends loses our answer on its way, so the rest is
// read for a while.
void Connection::linger() {
  ErrorCode ignored;
  static_cast<void>(stream_.socket().shutdown(stream_protocol::socket::shutdown_send, ignored));
  stream_.expires_after(host_.options.linger_time);
  discard();
}

void Connection::discard() {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(kDiscardedAtOnce),
                          [self = shared_from_this()](const ErrorCode& error, std::size_t bytes) {
                            self->discarded_ += bytes;
                            if (error || self->discarded_ > kDiscardedMax) return self->close();
                            self->discard();
                          });
}

void Connection::end(bool also_busy) {
  if (state_ == State::streaming && !also_busy) return end_stream(id_);
  if (also_busy || (state_ == State::reading && buffer_.size() == 0)) close();
}

void Connection::close() {
  if (state_ == State::closed) return;
  state_ = State::closed;
  ErrorCode ignored;
  static_cast<void>(stream_.socket().close(ignored));
  host_.forget(shared_from_this());
}

}  // namespace

std::shared_ptr<HttpConnection> HttpConnection::make(ConnectionHost& host, int socket, int family,
                                                     std::string peer) {
  stream_protocol::socket taken(host.loop->context(), stream_protocol(family, 0), socket);
  return std::make_shared<Connection>(host, std::move(taken), std::move(peer));
}

}  // namespace freshet
