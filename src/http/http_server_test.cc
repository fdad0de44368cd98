#include "http/http_server.h"

#include <filesystem>
#include <thread>

#include "http/http_server_driver_test.h"

namespace freshet {
namespace {

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
      HttpServer::open(*ListenAddress::parse(address), {}, [](const HttpRequest&, HttpAnswer) {});
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
  const Client busy(server_->address());
  busy.send(get("/hold"));
  auto answer = held_.get_future().get();
  std::thread stopping([this] { server_->stop(std::chrono::seconds(10)); });
  while (Client(address).is_connected()) poll(nullptr, 0, 1);
  auto next = HttpServer::open(address, {}, [](const HttpRequest&, HttpAnswer) {});
  ASSERT_TRUE(next) << next.error().message;
  std::move(answer).send({.body = "done"});
  stopping.join();
  EXPECT_TRUE(Client(address).is_connected());
}

}  // namespace
}  // namespace freshet
