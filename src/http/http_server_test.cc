#include "http/http_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>

namespace freshet {
namespace {

// A client that sends bytes and shows what came back.
class Client {
 public:
  explicit Client(const ListenAddress& address) {
    if (address.path.empty()) {
      socket_ = socket(AF_INET, SOCK_STREAM, 0);
      sockaddr_in to{};
      to.sin_family = AF_INET;
      to.sin_port = htons(address.port);
      to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      is_connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    } else {
      socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
      sockaddr_un to{};
      to.sun_family = AF_UNIX;
      std::strcpy(to.sun_path, address.path.c_str());
      is_connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    }
    const timeval patience{10, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool is_connected() const { return is_connected_; }
  void send(std::string_view bytes) const {
    EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  // Sends one byte after some milliseconds; the server may have closed.
  void drip() const {
    poll(nullptr, 0, 5);
    ::send(socket_, "x", 1, MSG_NOSIGNAL);
  }
  // Reads until `end` has come, or until the server closes.
  std::string read(std::string_view end = {}) {
    std::string got;
    char bytes[4096];
    while (end.empty() || !got.contains(end)) {
      const auto count = recv(socket_, bytes, sizeof bytes, 0);
      if (count <= 0) break;
      got.append(bytes, static_cast<std::size_t>(count));
    }
    return got;
  }

 private:
  int socket_ = -1;
  bool is_connected_ = false;
};

std::string get(std::string_view target, std::string_view more = "") {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) +
         "\r\n";
}

class HttpServerTest : public testing::Test {
 protected:
  void serve(HttpServerOptions options = {}, const char* address = "127.0.0.1:0") {
    auto server = HttpServer::open(
        *ListenAddress::parse(address), std::move(options),
        [this](HttpRequest request, HttpAnswer answer) {
          handle(std::move(request), std::move(answer));
        },
        [this](const HttpServed& served) { last_status_ = served.status; });
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }

  void handle(HttpRequest request, HttpAnswer answer) {
    if (request.path() == "/drop") return;
    if (request.path() == "/hold") {
      held_.set_value(std::move(answer));
      return;
    }
    if (request.path() == "/stream") {
      const std::lock_guard lock(mutex_);
      stream_ = std::move(answer).stream({.fields = {{"Content-Type", "text/event-stream"}}});
      stream_->send("first\n");
      return;
    }
    std::string fields;
    if (request.path() == "/fields")
      for (const HttpField& field : request.fields) fields += field.name + "=" + field.value + ";";
    std::move(answer).send(
        {.fields = {{"Content-Type", "text/plain"}},
         .body = request.method + " " + request.target + " " + request.body + fields});
  }

  std::string ask(std::string_view bytes) {
    Client client(server_->address());
    client.send(bytes);
    return client.read();
  }
  int status(std::string_view bytes) {
    const auto answer = ask(bytes);
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
  }

  std::mutex mutex_;  // guards stream_
  std::unique_ptr<HttpStream> stream_;
  std::promise<HttpAnswer> held_;
  std::atomic<int> last_status_ = 0;
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpServerTest, AnswersOneRequestAfterAnotherOnAConnection) {
  serve();
  Client client(server_->address());
  client.send(get("/a?b=1"));
  EXPECT_TRUE(client.read("GET /a?b=1 ").contains("HTTP/1.1 200 OK\r\n"));
  client.send("POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_TRUE(client.read("POST /b body").contains("Content-Length: 12\r\n"));
  client.send(
      "PUT /c HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
      "chunked\r\n\r\n2\r\nxy\r\n0\r\n\r\n");
  EXPECT_TRUE(client.read("PUT /c xy").contains("200"));
  EXPECT_EQ(last_status_, 200);
}

TEST_F(HttpServerTest, AnswersPipelinedRequestsInOrder) {
  serve();
  const auto both = ask(get("/1") + get("/2", "Connection: close\r\n"));
  EXPECT_LT(both.find("GET /1 "), both.find("GET /2 "));
  EXPECT_NE(both.find("GET /2 "), std::string::npos);
}

TEST_F(HttpServerTest, LeavesTheBodyOutForHead) {
  serve();
  const auto answer = ask("HEAD /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(answer.contains("Content-Length: 8\r\n"));
  EXPECT_TRUE(answer.ends_with("\r\n\r\n"));
}

TEST_F(HttpServerTest, RefusesWhatIsAmbiguous) {
  serve();
  EXPECT_EQ(status("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421);
  EXPECT_EQ(status("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(status("GET * HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(
      status(
          "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
      400);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
                   "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            400);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, "
                   "chunked\r\n\r\n0\r\n\r\n"),
            501);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:\r\n"
                   "Transfer-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab"),
            501);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:\r\n"
                   "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            501);
  EXPECT_EQ(status("POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                   "0\r\n\r\n"),
            501);
  EXPECT_EQ(status("GET /\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost : localhost\r\n\r\n"), 400);
  EXPECT_EQ(status("\x16\x03\x01\x02\r\n\r\n"), 400);
}

// RFC 9110, section 6.5.1: such a field is not taken for one of the head.
TEST_F(HttpServerTest, KeepsFieldsBehindABodyOutOfTheHead) {
  serve();
  const auto answer =
      ask("POST /fields HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n"
          "Host: evil.example\r\nAuthorization: Bearer x\r\n\r\n");
  EXPECT_TRUE(
      answer.ends_with("POST /fields abhost=localhost;connection=close;transfer-encoding=chunked;"))
      << answer;
}

TEST_F(HttpServerTest, LimitsHeadsAndBodies) {
  serve({.head_bytes = 1000, .body_bytes = 100});
  EXPECT_EQ(status(get("/", "X: " + std::string(2000, 'x') + "\r\n")), 431);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 101\r\n\r\n" +
                   std::string(101, 'x')),
            413);
  EXPECT_EQ(
      status("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nc8\r\n" +
             std::string(200, 'x') + "\r\n0\r\n\r\n"),
      413);
}

TEST_F(HttpServerTest, DropsClientsThatAreSlow) {
  serve({.head_time = std::chrono::milliseconds(50), .body_time = std::chrono::milliseconds(50)});
  EXPECT_EQ(ask(""), "");
  EXPECT_EQ(ask("GET / HT"), "");
  EXPECT_EQ(ask("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nab"), "");
  EXPECT_EQ(status(get("/a", "Connection: close\r\n")), 200);
}

TEST_F(HttpServerTest, DropsClientsThatDripAfterTheLastAnswer) {
  serve({.linger_time = std::chrono::milliseconds(50)});
  Client client(server_->address());
  client.send(get("/a", "Connection: close\r\n"));
  EXPECT_TRUE(client.read().contains("200 OK"));
  int drips = 0;
  while (server_->connections() > 0 && drips < 1000) {
    client.drip();
    ++drips;
  }
  EXPECT_LT(drips, 1000);
}

TEST_F(HttpServerTest, TakesOnlySoManyConnections) {
  serve({.connections = 2});
  Client first(server_->address());
  Client second(server_->address());
  first.send(get("/1"));
  first.read("GET /1 ");
  second.send(get("/2"));
  second.read("GET /2 ");
  Client third(server_->address());
  EXPECT_EQ(third.read(), "");
  EXPECT_EQ(server_->connections(), 2u);
}

TEST_F(HttpServerTest, TellsTheClientToGoOnWithItsBody) {
  serve();
  Client client(server_->address());
  client.send(
      "POST /a HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("ok");
  EXPECT_TRUE(client.read("POST /a ok").contains("200 OK"));
}

TEST_F(HttpServerTest, AnswersForAHandlerThatForgot) {
  serve();
  EXPECT_EQ(status(get("/drop", "Connection: close\r\n")), 500);
}

TEST_F(HttpServerTest, TakesAnAnswerFromAnotherThreadAndAfterTheClientLeft) {
  serve();
  {
    Client client(server_->address());
    client.send(get("/hold"));
    auto answer = held_.get_future().get();
    std::thread([&] { std::move(answer).send({.body = "late"}); }).join();
    EXPECT_TRUE(client.read("late").contains("200 OK"));
  }
  held_ = {};
  auto client = std::make_unique<Client>(server_->address());
  client->send(get("/hold"));
  auto answer = held_.get_future().get();
  client.reset();
  std::move(answer).send({.body = "too late"});
  server_.reset();
}

TEST_F(HttpServerTest, StreamsUntilOneSideEnds) {
  serve();
  Client client(server_->address());
  client.send(get("/stream"));
  EXPECT_TRUE(client.read("first\n").contains("Transfer-Encoding: chunked\r\n"));
  const std::lock_guard lock(mutex_);
  EXPECT_TRUE(stream_->send("second\n"));
  EXPECT_EQ(client.read("second\n\r\n"), "7\r\nsecond\n\r\n");
  stream_.reset();
  EXPECT_EQ(client.read(), "0\r\n\r\n");
}

TEST_F(HttpServerTest, NoticesThatTheReaderOfAStreamHasGone) {
  serve();
  {
    Client client(server_->address());
    client.send(get("/stream"));
    client.read("first\n");
  }
  const std::lock_guard lock(mutex_);
  while (stream_->send("more\n")) std::this_thread::yield();
  EXPECT_FALSE(stream_->send("more\n"));
}

TEST_F(HttpServerTest, NoticesThatTheReaderOfASilentStreamHasGone) {
  serve();
  {
    Client client(server_->address());
    client.send(get("/stream"));
    client.read("first\n");
    client.send(get("/more"));
    client.drip();
  }
  for (int i = 0; server_->connections() > 0 && i < 1000; ++i) poll(nullptr, 0, 5);
  EXPECT_EQ(server_->connections(), 0u);
}

TEST_F(HttpServerTest, DropsTheReaderOfAStreamThatIsTooFarBehind) {
  serve({.stream_bytes = 10'000});
  Client client(server_->address());
  client.send(get("/stream"));
  client.read("first\n");
  const std::lock_guard lock(mutex_);
  std::size_t sent = 0;
  while (stream_->send(std::string(1000, 'x')) && sent < 100'000'000) sent += 1000;
  EXPECT_LT(sent, 100'000'000u);  // sockets take some megabytes
}

TEST_F(HttpServerTest, FinishesAnswersUnderWayWhenItStops) {
  serve();
  Client idle(server_->address());
  idle.send(get("/a"));
  idle.read("GET /a ");
  Client busy(server_->address());
  busy.send(get("/hold"));
  auto answer = held_.get_future().get();
  std::thread stopping([this] { server_->stop(std::chrono::seconds(5)); });
  EXPECT_EQ(idle.read(), "");
  std::move(answer).send({.body = "done"});
  EXPECT_TRUE(busy.read().ends_with("done"));
  stopping.join();
  EXPECT_FALSE(Client(server_->address()).is_connected());
}

TEST_F(HttpServerTest, GivesUpOnAnswersThatDoNotCome) {
  serve();
  Client busy(server_->address());
  busy.send(get("/hold"));
  auto answer = held_.get_future().get();
  server_->stop(std::chrono::milliseconds(20));
  EXPECT_EQ(busy.read(), "");
}

TEST_F(HttpServerTest, ListensOnAUnixSocketAndReplacesADeadOne) {
  const auto path =
      std::filesystem::temp_directory_path() / ("freshet_http_test_" + std::to_string(getpid()));
  const auto address = "unix:" + path.string();
  serve({}, address.c_str());
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: any\r\nConnection: close\r\n\r\n"), 200);
  const auto second =
      HttpServer::open(*ListenAddress::parse(address), {}, [](HttpRequest, HttpAnswer) {});
  ASSERT_FALSE(second);
  EXPECT_TRUE(second.error().message.contains("another program listens there already"));
  server_.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
  const int dead = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  std::strcpy(at.sun_path, path.c_str());
  ASSERT_EQ(bind(dead, reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
  close(dead);
  serve({}, address.c_str());
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: any\r\nConnection: close\r\n\r\n"), 200);
}

TEST_F(HttpServerTest, LeavesTheSocketToTheServerThatFollowsIt) {
  const auto path =
      std::filesystem::temp_directory_path() / ("freshet_http_next_" + std::to_string(getpid()));
  const auto address = *ListenAddress::parse("unix:" + path.string());
  serve({}, address.text().c_str());
  Client busy(server_->address());
  busy.send(get("/hold"));
  auto answer = held_.get_future().get();
  std::thread stopping([this] { server_->stop(std::chrono::seconds(10)); });
  while (Client(address).is_connected()) poll(nullptr, 0, 1);
  auto next = HttpServer::open(address, {}, [](HttpRequest, HttpAnswer) {});
  ASSERT_TRUE(next) << next.error().message;
  std::move(answer).send({.body = "done"});
  stopping.join();
  EXPECT_TRUE(Client(address).is_connected());
}

}  // namespace
}  // namespace freshet
