#include "http/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <atomic>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "http/http_connection.h"
#include "http/listen_socket.h"

namespace freshet {

namespace asio = boost::asio;
using asio::generic::stream_protocol;
using ErrorCode = boost::system::error_code;

namespace {

constexpr auto kAcceptPause = std::chrono::milliseconds(100);  // when there are no free descriptors

}  // namespace

HttpLoop::HttpLoop() : context_(std::make_unique<asio::io_context>(1)) {}
HttpLoop::~HttpLoop() = default;

void HttpLoop::post(std::function<void()> what) {
  const std::lock_guard lock(mutex_);
  if (is_open_) asio::post(*context_, std::move(what));
}

void HttpLoop::close() {
  const std::lock_guard lock(mutex_);
  is_open_ = false;
}

class HttpServer::Core {
 public:
  Core(ListenSocket socket, HttpServerOptions options, HttpHandler handler,
       std::function<void(const HttpServed&)> served);
  ~Core() { stop(Duration::zero()); }

  const ListenAddress& address() const { return socket_.address; }
  std::size_t connections() const { return open_; }
  void stop(Duration patience);

 private:
  void accept();
  void accepted(stream_protocol::socket socket);
  void forget(const std::shared_ptr<HttpConnection>& connection);
  void begin_stop(Duration patience);
  void end_all(bool also_busy);

  const ListenSocket socket_;
  ConnectionHost host_;
  asio::io_context& context_{host_.loop->context()};
  asio::basic_socket_acceptor<stream_protocol> acceptor_{context_};
  asio::steady_timer timer_{context_};  // for a pause of accepting, then for patience
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work_;
  std::set<std::shared_ptr<HttpConnection>> connections_;
  std::atomic<std::size_t> open_ = 0;
  std::thread thread_;
};

HttpServer::Core::Core(ListenSocket socket, HttpServerOptions options, HttpHandler handler,
                       std::function<void(const HttpServed&)> served)
    : socket_(std::move(socket)),
      host_{.options = std::move(options),
            .handle = std::move(handler),
            .served = std::move(served),
            .loop = std::make_shared<HttpLoop>()} {
  host_.forget = [this](const auto& connection) { forget(connection); };
  acceptor_.assign(stream_protocol(socket_.family, 0), socket_.descriptor);
  work_.emplace(context_.get_executor());
  accept();
  thread_ = std::thread([this] { context_.run(); });
}

void HttpServer::Core::accept() {
  acceptor_.async_accept([this](const ErrorCode& error, stream_protocol::socket socket) {
    if (host_.is_stopping || error == asio::error::operation_aborted) return;
    if (!error) {
      accepted(std::move(socket));
      return accept();
    }
    timer_.expires_after(kAcceptPause);
    timer_.async_wait([this](const ErrorCode& broken_off) {
      if (!broken_off && !host_.is_stopping) accept();
    });
  });
}

void HttpServer::Core::accepted(stream_protocol::socket socket) {
  if (connections_.size() >= host_.options.connections) return;  // closes it
  ErrorCode error;
  const auto from = socket.remote_endpoint(error);
  if (error) return;
  auto peer = peer_of(from.data());
  const int descriptor = socket.release(error);
  if (error) return;
  auto connection = HttpConnection::make(host_, descriptor, socket_.family, std::move(peer));
  connections_.insert(connection);
  open_ = connections_.size();
  connection->begin();
}

void HttpServer::Core::forget(const std::shared_ptr<HttpConnection>& connection) {
  connections_.erase(connection);
  open_ = connections_.size();
  if (host_.is_stopping && connections_.empty()) {
    timer_.cancel();
    work_.reset();
  }
}

void HttpServer::Core::end_all(bool also_busy) {
  const auto all = connections_;  // ending one erases it
  for (const auto& connection : all) connection->end(also_busy);
}

void HttpServer::Core::begin_stop(Duration patience) {
  host_.is_stopping = true;
  // While it still listens nobody takes its socket for a dead one, so the file is its own.
  remove_socket_file(socket_.address);
  ErrorCode ignored;
  static_cast<void>(acceptor_.close(ignored));
  timer_.cancel();
  end_all(false);
  if (connections_.empty()) return work_.reset();
  timer_.expires_after(patience);
  timer_.async_wait([this](const ErrorCode&) {
    end_all(true);
    work_.reset();
  });
}

void HttpServer::Core::stop(Duration patience) {
  if (!thread_.joinable()) return;
  host_.loop->post([this, patience] { begin_stop(patience); });
  thread_.join();
  host_.loop->close();
}

Result<std::unique_ptr<HttpServer>> HttpServer::open(
    const ListenAddress& address, HttpServerOptions options, HttpHandler handler,
    std::function<void(const HttpServed&)> served) {
  auto socket = listen_on(address);
  if (!socket) return std::unexpected(socket.error());
  return std::unique_ptr<HttpServer>(new HttpServer(std::make_unique<Core>(
      std::move(*socket), std::move(options), std::move(handler), std::move(served))));
}

HttpServer::HttpServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
HttpServer::~HttpServer() = default;
const ListenAddress& HttpServer::address() const { return core_->address(); }
std::size_t HttpServer::connections() const { return core_->connections(); }
void HttpServer::stop(Duration patience) { core_->stop(patience); }

}  // namespace freshet
