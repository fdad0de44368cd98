#include "web/curl_web.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <deque>

#include "web/answer_reader.h"
#include "web/curl_web_driver_test.h"
#include "web/raw_server_test.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;
using warc::Truncation;

class CurlWebTest : public testing::Test {
 protected:
  // Returns the answer of a server that sends `bytes` and then closes.
  WebAnswer answer_to(const std::string& bytes) {
    const RawServer server(bytes);
    return driver_.get(at(server.port()));
  }
  std::string failure_of(const std::string& bytes) {
    const WebAnswer answer = answer_to(bytes);
    EXPECT_EQ(answer.status, 0);
    EXPECT_NE(answer.detail, "");
    return std::string(name_of(answer.failure));
  }

  CurlWebDriver driver_;
};

const std::string kHello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

TEST_F(CurlWebTest, GivesTheAnswerAsItCame) {
  const WebAnswer answer = answer_to(
      "HTTP/1.1 404 Not  here\r\nX-A: 1\r\nContent-Length: 4\r\nx-a:2 \r\n"
      "Content-Encoding: gzip\r\nSet-Cookie: a=b\r\n\r\n\x1f\x8b\x01\x02");
  EXPECT_EQ(answer.failure, WebFailure::none);
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.reason, "Not  here");
  EXPECT_EQ(answer.protocol, "http/1.1");
  EXPECT_EQ(answer.headers, (std::vector<warc::Field>{{"X-A", "1"},
                                                      {"Content-Length", "4"},
                                                      {"x-a", "2"},
                                                      {"Content-Encoding", "gzip"},
                                                      {"Set-Cookie", "a=b"}}));
  EXPECT_EQ(answer.body, "\x1f\x8b\x01\x02");
  EXPECT_EQ(answer.truncated, Truncation::none);
  EXPECT_EQ(answer.ip, "127.0.0.1");
  EXPECT_GT(answer.took, Duration{0});
}

TEST_F(CurlWebTest, SendsWhatItIsToldAndNothingElse) {
  std::vector<std::string> heads;
  const RawServer server([&](Peer& peer, int) {
    for (int i = 0; i < 3; ++i) {
      heads.push_back(peer.hear_head());
      peer.say(kHello);
    }
  });
  const std::string host = "Host: a.example:" + std::to_string(server.port()) + "\r\n";
  std::vector<std::string> sent;
  sent.push_back(driver_.get(at(server.port(), "/a/%7e//./b?x=1&y#part")).request_head);
  driver_.headers = {{"User-Agent", "freshet"},
                     {"Accept", "text/html"},
                     {"X-Empty", ""},
                     {"X-Evil", "a\r\nGET /evil HTTP/1.1"},
                     {"Cookie", "a=b; c=d"}};
  sent.push_back(driver_.get(at(server.port())).request_head);
  const std::string with_user = "http://me:secret@a.example:" + std::to_string(server.port());
  sent.push_back(driver_.get(with_user).request_head);
  EXPECT_EQ(server.connections(), 1);
  EXPECT_EQ(sent, heads);
  ASSERT_EQ(heads.size(), 3U);
  EXPECT_EQ(heads[0], "GET /a/%7e//b?x=1&y HTTP/1.1\r\n" + host + "\r\n");
  EXPECT_EQ(heads[1], "GET / HTTP/1.1\r\n" + host +
                          "User-Agent: freshet\r\nAccept: text/html\r\nX-Empty:\r\n"
                          "Cookie: a=b; c=d\r\n\r\n");
  EXPECT_EQ(heads[2], heads[1]);
}

TEST_F(CurlWebTest, AHeadHasTheLengthButNoBodyAndKeepsTheConnection) {
  std::vector<std::string> heads;
  const RawServer server([&](Peer& peer, int) {
    heads.push_back(peer.hear_head());
    peer.say("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
    heads.push_back(peer.hear_head());
    peer.say(kHello);
  });
  driver_.is_head = true;
  const WebAnswer head = driver_.get(at(server.port()));
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(warc::find_field(head.headers, "Content-Length"), "5");
  EXPECT_EQ(head.body, "");
  EXPECT_EQ(head.truncated, Truncation::none);
  driver_.is_head = false;
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  EXPECT_EQ(server.connections(), 1);
  ASSERT_EQ(heads.size(), 2U);
  EXPECT_TRUE(heads[0].starts_with("HEAD / HTTP/1.1\r\n"));
  EXPECT_EQ(head.request_head, heads[0]);
  EXPECT_TRUE(heads[1].starts_with("GET / HTTP/1.1\r\n"));
}

TEST_F(CurlWebTest, FollowsNoRedirectAndKeepsNoCookie) {
  std::vector<std::string> heads;
  const RawServer server([&](Peer& peer, int) {
    for (int i = 0; i < 2; ++i) {
      heads.push_back(peer.hear_head());
      peer.say(
          "HTTP/1.1 302 Found\r\nLocation: /b\r\nSet-Cookie: a=b\r\n"
          "Content-Length: 0\r\n\r\n");
    }
  });
  EXPECT_EQ(driver_.get(at(server.port())).status, 302);
  EXPECT_EQ(driver_.get(at(server.port(), "/c")).status, 302);
  ASSERT_EQ(heads.size(), 2U);
  EXPECT_EQ(heads[1].find("ookie"), std::string::npos);
}

TEST_F(CurlWebTest, KeepsOneConnectionUntilItIsDestroyed) {
  const RawServer server([](Peer& peer, int) {
    while (!peer.hear_head().empty()) peer.say(kHello);
  });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  EXPECT_EQ(server.connections(), 1);
  EXPECT_EQ(server.closed(), 0);
  driver_.close();
  while (server.closed() == 0) std::this_thread::yield();
}

TEST_F(CurlWebTest, DoesNotShareAConnectionWithAnother) {
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say(kHello);
  });
  EXPECT_EQ(driver_.get(at(server.port())).status, 200);
  const auto other = driver_.web().connect();
  int answers = 0;
  other->get(driver_.request(at(server.port())), [&](const WebAnswer&) { ++answers; });
  driver_.loop().run(Tick::max(), [&] { return answers == 1; });
  EXPECT_EQ(server.connections(), 2);
}

TEST_F(CurlWebTest, ConnectsAgainWhenTheKeptConnectionWasClosedButNeverAsksTwice) {
  const RawServer server([&](Peer& peer, int number) {
    peer.hear_head();
    peer.say(kHello);
    if (number == 0) return;
    // The second connection is closed only after the request has arrived.
    peer.hear_head();
    if (number == 1) return;
    peer.say(kHello);
  });
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  while (server.closed() == 0) std::this_thread::yield();
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  EXPECT_EQ(server.connections(), 2);
  EXPECT_EQ(driver_.get(at(server.port())).failure, WebFailure::reset);
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  EXPECT_EQ(server.connections(), 4) << "one of them was given up unused";
}

TEST_F(CurlWebTest, TakesABodyOutOfItsChunksAndDropsTrailersAndInterimAnswers) {
  const WebAnswer answer = answer_to(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
      "HTTP/1.1 200 OK\r\nX-Folded: one\r\n\t two\r\nTransfer-Encoding: chunked\r\n"
      "Content-Length: 3\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nX-Trailer: no\r\n\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.reason, "OK");
  EXPECT_EQ(answer.body, "hello!");
  EXPECT_EQ(answer.truncated, Truncation::none);
  EXPECT_EQ(answer.headers, (std::vector<warc::Field>{{"X-Folded", "one two"},
                                                      {"Transfer-Encoding", "chunked"},
                                                      {"Content-Length", "3"}}));
}

// libcurl keeps a copy of every trailer: one answer took 942 MB.
TEST_F(CurlWebTest, TrailersWithoutEndAreLeftAndTheBodyIsWhole) {
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n");
    const std::string trailer = "X-Trailer: " + std::string(3000, 'x') + "\r\n";
    while (peer.say(trailer)) {
    }
  });
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.truncated, Truncation::none) << answer.detail;
}

TEST_F(CurlWebTest, ABodyMayEndWithTheConnection) {
  const WebAnswer answer = answer_to("HTTP/1.0 200\r\n\r\nhello");
  EXPECT_EQ(answer.protocol, "http/1.0");
  EXPECT_EQ(answer.reason, "");
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.truncated, Truncation::none);
}

TEST_F(CurlWebTest, ABodyShorterThanPromisedIsADisconnect) {
  const WebAnswer answer = answer_to("HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\nhello");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hello");
  EXPECT_LE(answer.body.capacity(), kBodyReserveBytesMax + 1);
  EXPECT_EQ(answer.truncated, Truncation::disconnect);
  EXPECT_NE(answer.detail, "");
}

TEST_F(CurlWebTest, WhatFollowsTheBodyIsNotTakenForTheNextAnswer) {
  const RawServer server([](Peer& peer, int number) {
    peer.hear_head();
    if (number == 0) peer.say(kHello + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
    if (number > 0) peer.say(kHello);
    peer.wait_until_closed();
  });
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
}

TEST_F(CurlWebTest, AMalformedChunkEndsTheBodyWithWhatCame) {
  for (const char* chunks : {"5\r\nhello\r\nzz\r\nmore\r\n", "5\r\nhelloXX",
                             "5\r\nhello\r\nffffffffffffffffffffffff\r\n"}) {
    const WebAnswer answer =
        answer_to(std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n") + chunks);
    EXPECT_EQ(answer.status, 200) << chunks;
    EXPECT_EQ(answer.body, "hello") << chunks;
    EXPECT_EQ(answer.truncated, Truncation::unspecified) << chunks << answer.detail;
  }
  const WebAnswer answer =
      answer_to("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhello");
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.truncated, Truncation::disconnect);
}

TEST_F(CurlWebTest, AnEndlessBodyIsCutAtTheLimitAndItsConnectionClosed) {
  driver_.limits.body_bytes = 300'000;
  const RawServer server([](Peer& peer, int number) {
    peer.hear_head();
    if (number > 0) {
      peer.say(kHello);
      return;
    }
    peer.say("HTTP/1.1 200 OK\r\n\r\n");
    const std::string piece(10'000, 'x');
    while (peer.say(piece)) {
    }
  });
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, std::string(300'000, 'x'));
  EXPECT_EQ(answer.truncated, Truncation::length);
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
}

TEST_F(CurlWebTest, ABodyAsLongAsTheLimitIsWhole) {
  driver_.limits.body_bytes = 5;
  EXPECT_EQ(answer_to(kHello).truncated, Truncation::none);
  driver_.limits.body_bytes = 4;
  EXPECT_EQ(answer_to(kHello).body, "hell");
  driver_.limits.body_bytes = 0;
  const WebAnswer answer = answer_to(kHello);
  EXPECT_EQ(answer.body, "");
  EXPECT_EQ(answer.truncated, Truncation::length);
}

TEST_F(CurlWebTest, AConnectionThatEndsBeforeTheHeadDoesIsAReset) {
  EXPECT_EQ(failure_of(""), "reset");
  EXPECT_EQ(failure_of("HTT"), "reset");
  EXPECT_EQ(failure_of("HTTP/1.1 200 OK\r\nContent-Le"), "reset");
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.reset();
  });
  EXPECT_EQ(driver_.get(at(server.port())).failure, WebFailure::reset);
}

TEST_F(CurlWebTest, AConnectionThatIsResetWithinTheBodyIsADisconnect) {
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello");
    std::this_thread::sleep_for(milliseconds(20));  // or the reset overtakes the data
    peer.reset();
  });
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.truncated, Truncation::disconnect);
}

TEST_F(CurlWebTest, RefusesWhatIsNotHttp) {
  EXPECT_EQ(failure_of("<html>hello</html>\r\n\r\n"), "bad-answer");  // HTTP/0.9
  EXPECT_EQ(failure_of("SSH-2.0-OpenSSH_9.2\r\n"), "bad-answer");
  EXPECT_EQ(failure_of("HTTP/1.1 2000 OK\r\n\r\n"), "bad-answer");
  EXPECT_EQ(failure_of("HTTP/1.1 OK\r\n\r\n"), "bad-answer");
  EXPECT_EQ(failure_of("HTTP/7.3 200 OK\r\n\r\n"), "bad-answer");
  EXPECT_EQ(failure_of("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nxyz"), "bad-answer");
  EXPECT_EQ(failure_of("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"), "bad-answer");
}

TEST_F(CurlWebTest, RefusesAHeadAgainstItsLimits) {
  std::string flood = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 1000; ++i) flood += "X-A: b\r\n";
  EXPECT_EQ(failure_of(flood + "\r\n"), "bad-answer");
  EXPECT_EQ(failure_of("HTTP/1.1 200 OK\r\nX-Long: " + std::string(70'000, 'x') + "\r\n\r\n"),
            "bad-answer");
  EXPECT_EQ(failure_of("HTTP/1.1 200 OK\r\nX-Endless: " + std::string(2'000'000, 'x')),
            "bad-answer");
  EXPECT_EQ(answer_to("HTTP/1.1 200 OK\r\nX-Endless: " + std::string(200'000, 'x')).detail,
            "a header line is too long");
  std::string interim;
  for (int i = 0; i < 1000; ++i) interim += "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(failure_of(interim + kHello), "bad-answer");
  driver_.limits.head_lines = 3;
  EXPECT_EQ(answer_to(kHello).body, "hello");
}

TEST_F(CurlWebTest, GivesUpOnAServerThatDoesNotAnswerInTime) {
  driver_.limits.first_byte = milliseconds(30);
  const RawServer server([](Peer& peer, int) { peer.wait_until_closed(); });
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.failure, WebFailure::timeout);
  EXPECT_EQ(answer.detail, "no answer within 0.03 s");
  EXPECT_GE(answer.took, milliseconds(30));
  while (server.closed() == 0) std::this_thread::yield();
}

TEST_F(CurlWebTest, GivesUpOnAHeadThatDrips) {
  driver_.limits.lowest_rate = 100'000;
  driver_.limits.lowest_rate_for = milliseconds(40);
  driver_.limits.first_byte = milliseconds(30);
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\n");
    peer.drip("X-A: b\r\n");
  });
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.failure, WebFailure::timeout);
  EXPECT_EQ(answer.detail, "less than 100000 bytes a second for 0.04 s");
}

TEST_F(CurlWebTest, GivesUpOnAStatusLineThatDrips) {
  driver_.limits.first_byte = milliseconds(30);
  driver_.limits.lowest_rate_for = milliseconds(40);
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 ");
    peer.drip("x");
  });
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.failure, WebFailure::timeout);
  EXPECT_EQ(answer.detail, "less than 256 bytes a second for 0.04 s");
}

TEST_F(CurlWebTest, ABodyThatDripsIsCutByTime) {
  driver_.limits.lowest_rate = 100'000;
  driver_.limits.lowest_rate_for = milliseconds(40);
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\n\r\n");
    peer.drip("y");
  });
  WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.truncated, Truncation::time);
  EXPECT_EQ(answer.body, std::string(answer.body.size(), 'y'));
  EXPECT_GT(answer.body.size(), 0U);

  driver_.limits = {};
  driver_.limits.total = milliseconds(50);
  answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.truncated, Truncation::time);
  EXPECT_EQ(answer.detail, "not finished within 0.05 s");
  EXPECT_GE(answer.took, milliseconds(50));
}

TEST_F(CurlWebTest, TriesTheNextAddressAndRemembersTheOneThatWorked) {
  const RawServer server([](Peer& peer, int) {
    while (!peer.hear_head().empty()) peer.say(kHello);
  });
  driver_.addresses = {*IpAddress::parse("127.0.0.9"), *IpAddress::parse("127.0.0.1")};
  WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.ip, "127.0.0.1");
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
  EXPECT_EQ(server.connections(), 1);

  driver_.addresses = {*IpAddress::parse("127.0.0.8"), *IpAddress::parse("127.0.0.9")};
  answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.failure, WebFailure::refused);
  EXPECT_NE(answer.detail, "");
}

TEST_F(CurlWebTest, ConnectsToTheAddressesOfTheRequestWhateverTheHostSays) {
  const RawServer server(kHello);
  driver_.addresses = {*IpAddress::parse("127.0.0.9")};
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
  EXPECT_EQ(driver_.get(url).failure, WebFailure::refused);
  EXPECT_EQ(server.connections(), 0);
}

// The server listens on IPv4; by this address it is reached through an IPv6 socket.
TEST_F(CurlWebTest, ConnectsByIpv6Too) {
  const int v6 = socket(AF_INET6, SOCK_STREAM, 0);
  if (v6 < 0) GTEST_SKIP() << "NOT TESTED: this machine has no IPv6";
  close(v6);
  const RawServer server(kHello);
  driver_.addresses = {*IpAddress::parse("::ffff:127.0.0.1")};
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.body, "hello") << answer.detail;
  EXPECT_EQ(answer.ip, driver_.addresses.front().text());
}

TEST_F(CurlWebTest, ConnectsToNothingThatTheGuardRefuses) {
  const RawServer server(kHello);
  driver_.addresses = {*IpAddress::parse("127.0.0.1"), *IpAddress::parse("10.0.0.1")};
  const WebAnswer answer = driver_.get(at(server.port()));
  EXPECT_EQ(answer.failure, WebFailure::guarded);
  EXPECT_EQ(answer.detail, "10.0.0.1 is not connected to: private network");
  EXPECT_EQ(server.connections(), 0);
  driver_.addresses.clear();
  EXPECT_EQ(driver_.get(at(server.port())).failure, WebFailure::unreachable);
}

TEST_F(CurlWebTest, SaysSoWhenAHostCannotBeAskedFor) {
  const WebAnswer answer = driver_.get("http://a$b.example/");
  EXPECT_EQ(answer.failure, WebFailure::unreachable);
  EXPECT_NE(answer.detail, "");
  EXPECT_EQ(driver_.get("ftp://a.example/").detail, "neither http nor https");
}

TEST_F(CurlWebTest, ARequestIsNeverAnsweredOnceItsConnectionIsDestroyed) {
  const RawServer server(kHello);
  int answers = 0;
  driver_.connection().get(driver_.request(at(server.port())),
                           [&](const WebAnswer&) { ++answers; });
  driver_.close();
  driver_.run_for(milliseconds(20));
  EXPECT_EQ(answers, 0);
}

TEST_F(CurlWebTest, AConnectionMayBeDestroyedOrUsedAgainByWhoeverItAnswers) {
  const RawServer server([](Peer& peer, int) {
    while (!peer.hear_head().empty()) peer.say(kHello);
  });
  auto connection = driver_.web().connect();
  int answers = 0;
  std::function<void(WebAnswer)> done = [&](const WebAnswer& answer) {
    EXPECT_EQ(answer.body, "hello");
    if (++answers < 5)
      connection->get(driver_.request(at(server.port())), done);
    else
      connection.reset();
  };
  connection->get(driver_.request(at(server.port())), done);
  driver_.loop().run(Tick::max(), [&] { return connection == nullptr; });
  EXPECT_EQ(answers, 5);
  EXPECT_EQ(server.connections(), 1);
}

TEST_F(CurlWebTest, ABodyWaitsForMemoryAndIsWhole) {
  MemoryPool bodies(500'000);
  CurlWebDriver driver({.bodies = &bodies});
  driver.limits.total = std::chrono::milliseconds(300);
  const std::string body(400'000, 'x');
  const RawServer server([&](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\nContent-Length: 400000\r\n\r\n" + body);
    peer.wait_until_closed();
  });
  MemoryShare other(&bodies);
  MemoryShare overdraws(&bodies);
  other.set(500'000);
  ASSERT_TRUE(overdraws.try_overdraw());
  std::optional<WebAnswer> answer;
  driver.connection().get(driver.request(at(server.port())),
                          [&](WebAnswer got) { answer = std::move(got); });
  driver.run_for(std::chrono::milliseconds(500));
  EXPECT_FALSE(answer) << "the time that it waits is not its own";
  EXPECT_TRUE(bodies.has_waiting());
  EXPECT_EQ(bodies.used(), 500'000U);
  other.clear();
  driver.loop().run(driver.loop().tick() + std::chrono::seconds(30),
                    [&] { return answer.has_value(); });
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->truncated, Truncation::none) << answer->detail;
  EXPECT_TRUE(answer->body == body);
  EXPECT_EQ(bodies.used(), 0U);
  EXPECT_FALSE(bodies.has_waiting());
}

TEST_F(CurlWebTest, ASlowBodyIsGivenUpWhileOthersWaitForMemory) {
  MemoryPool bodies(500'000);
  CurlWebDriver driver({.bodies = &bodies});
  driver.limits.lowest_rate_for = std::chrono::milliseconds(200);
  const RawServer server([&](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\nContent-Length: 400000\r\n\r\n" + std::string(300'000, 'x'));
    peer.drip("y");
  });
  bodies.begin_wait();
  const WebAnswer answer = driver.get(at(server.port()));
  EXPECT_EQ(answer.truncated, Truncation::time);
  EXPECT_EQ(answer.detail, "less than 32768 bytes a second for 0.2 s while memory is short");
  EXPECT_EQ(bodies.used(), 0U);
}

TEST_F(CurlWebTest, ALackOfSocketsIsNotTheFaultOfTheHost) {
  const RawServer server(kHello);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int spare = dup(0);  // the lowest free one
  ASSERT_GE(spare, 0);
  close(spare);
  const rlimit none{.rlim_cur = static_cast<rlim_t>(spare), .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const WebAnswer answer = driver_.get(at(server.port()));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(name_of(answer.failure), "no-socket") << answer.detail;
  EXPECT_EQ(driver_.get(at(server.port())).body, "hello");
}

TEST_F(CurlWebTest, ManyConnectionsAreAnsweredAtOnce) {
  std::deque<RawServer> servers;
  std::vector<std::unique_ptr<WebConnection>> connections;
  int answers = 0;
  for (int i = 0; i < 20; ++i) {
    servers.emplace_back(kHello);
    connections.push_back(driver_.web().connect());
    connections.back()->get(driver_.request(at(servers.back().port())),
                            [&](const WebAnswer& answer) {
                              EXPECT_EQ(answer.body, "hello");
                              ++answers;
                            });
  }
  driver_.loop().run(Tick::max(), [&] { return answers == 20; });
}

TEST(CurlWebOptionsTest, AProxyIsTakenFromTheOptionsAndNotFromTheEnvironment) {
  std::vector<std::string> heads;
  const RawServer proxy([&](Peer& peer, int) {
    heads.push_back(peer.hear_head());
    peer.say("HTTP/1.1 200 Connected\r\nX-Proxy: yes\r\n\r\n");
    heads.push_back(peer.hear_head());
    peer.say(kHello);
  });
  const RawServer server(kHello);
  const std::string proxy_url = "http://127.0.0.1:" + std::to_string(proxy.port());
  ASSERT_EQ(setenv("http_proxy", proxy_url.c_str(), 1), 0);
  ASSERT_EQ(setenv("no_proxy", "*", 1), 0);
  EXPECT_EQ(CurlWebDriver().get(at(server.port())).body, "hello");
  EXPECT_EQ(proxy.connections(), 0);
  CurlWebDriver driver({.proxy = proxy_url});
  const WebAnswer answer = driver.get("http://a.example/x");
  unsetenv("http_proxy");
  unsetenv("no_proxy");
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.headers.size(), 1U);
  ASSERT_EQ(heads.size(), 2U);
  EXPECT_TRUE(heads[0].starts_with("CONNECT 127.0.0.1:80 HTTP/1.1\r\n")) << heads[0];
  EXPECT_EQ(heads[1], "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n");
}

TEST(CurlWebOptionsTest, SaysWhichOptionIsWrong) {
  const auto loop = EventLoop::open().value();
  const auto error_of = [&](const CurlWebOptions& options) {
    const auto opened = open_curl_web(*loop, options);
    return opened ? "none" : opened.error().message;
  };
  EXPECT_EQ(error_of({.ca_file = "/nowhere/ca.pem"}),
            "/nowhere/ca.pem: the file of trusted certificates cannot be read: No such file or "
            "directory");
  EXPECT_EQ(error_of({.proxy = "ftp://x"}),
            "\"ftp://x\" is no proxy; write it as http://127.0.0.1:3128 or "
            "socks5://127.0.0.1:1080");
}

}  // namespace
}  // namespace freshet
