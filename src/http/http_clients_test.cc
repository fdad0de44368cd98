// Clients that are slow or leave, and streams.
#include <filesystem>
#include <thread>

#include "http/http_server_driver_test.h"

namespace freshet {
namespace {

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

TEST_F(HttpServerTest, DropsTheReaderWhoTakesLongForTheRestOfAStream) {
  const auto path =
      std::filesystem::temp_directory_path() / ("freshet_http_slow_" + std::to_string(getpid()));
  serve({.write_time = std::chrono::milliseconds(100)}, ("unix:" + path.string()).c_str());
  Client client(server_->address());
  client.send(get("/stream"));
  client.read("first\n");
  {
    const std::lock_guard lock(mutex_);
    while (stream_->send(std::string(1000, 'x'))) {
    }
    stream_.reset();
  }
  EXPECT_FALSE(client.read_slowly().ends_with("0\r\n\r\n"));
}

}  // namespace
}  // namespace freshet
