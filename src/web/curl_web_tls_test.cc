// TLS and HTTP/2, with nginx as the server.
#include <gtest/gtest.h>

#include <fstream>

#include "testkit/certificates.h"
#include "testkit/nginx.h"
#include "testkit/scratch.h"
#include "web/curl_web_driver_test.h"
#include "web/raw_server_test.h"

namespace freshet {
namespace {

using testkit::Certificate;

// One nginx for all tests, with a port for each certificate.
class CurlWebTlsTest : public testing::Test {
 protected:
  struct World {
    World() {
      std::ofstream(scratch / "page") << "hello over TLS";
      std::ofstream(scratch / "large") << std::string(2'000'000, 'x');
      nginx = std::make_unique<testkit::Nginx>(
          scratch.path(),
          server(good, authority.issue("a.example")) +
              server(expired, authority.issue("a.example", -2)) +
              server(self_signed, authority.self_signed("a.example")),
          good);
    }
    std::string server(std::uint16_t port, const Certificate& certificate) const {
      return "server { listen 127.0.0.1:" + std::to_string(port) + " ssl http2; ssl_certificate " +
             certificate.file + "; ssl_certificate_key " + certificate.key_file + "; root " +
             scratch.path() +
             "; add_header X-Connection $connection; add_header X-Seen "
             "\"$server_protocol [$http_accept] [$http_x_a] $http_host\"; "
             "location /moved { return 301 https://b.example/; } }\n";
    }

    Scratch scratch;
    testkit::TestAuthority authority{scratch.path()};
    std::uint16_t good = testkit::free_port();
    std::uint16_t expired = testkit::free_port();
    std::uint16_t self_signed = testkit::free_port();
    std::unique_ptr<testkit::Nginx> nginx;
  };
  static void SetUpTestSuite() { world_ = std::make_unique<World>(); }
  static void TearDownTestSuite() { world_.reset(); }

  static std::string at_tls(std::uint16_t port, const std::string& path = "/page",
                            const std::string& host = "a.example") {
    return "https://" + host + ":" + std::to_string(port) + path;
  }
  static std::string header(const WebAnswer& answer, const char* name) {
    return std::string(warc::find_field(answer.headers, name).value_or("none"));
  }
  std::string failure(const std::string& url) {
    const WebAnswer answer = driver_.get(url);
    EXPECT_EQ(answer.detail.empty(), answer.failure == WebFailure::none);
    return std::string(name_of(answer.failure));
  }

  static std::unique_ptr<World> world_;
  CurlWebDriver driver_{{.ca_file = world_->authority.ca_file()}};
};

std::unique_ptr<CurlWebTlsTest::World> CurlWebTlsTest::world_;

TEST_F(CurlWebTlsTest, SpeaksHttp2AndSendsWhatItIsTold) {
  driver_.headers = {{"X-A", "one"}};
  const WebAnswer answer = driver_.get(at_tls(world_->good));
  const std::string host = "a.example:" + std::to_string(world_->good);
  EXPECT_EQ(answer.status, 200) << answer.detail;
  EXPECT_EQ(answer.protocol, "h2");
  EXPECT_EQ(answer.body, "hello over TLS");
  EXPECT_EQ(answer.truncated, warc::Truncation::none);
  EXPECT_EQ(header(answer, "x-seen"), "HTTP/2.0 [] [one] " + host);
  EXPECT_EQ(answer.request_head, "GET /page HTTP/1.1\r\nHost: " + host + "\r\nX-A: one\r\n\r\n");
}

TEST_F(CurlWebTlsTest, SpeaksHttp1IfToldTo) {
  CurlWebDriver driver({.ca_file = world_->authority.ca_file(), .allows_http2 = false});
  const WebAnswer answer = driver.get(at_tls(world_->good));
  EXPECT_EQ(answer.protocol, "http/1.1");
  EXPECT_EQ(answer.body, "hello over TLS");
}

TEST_F(CurlWebTlsTest, KeepsItsConnection) {
  const WebAnswer first = driver_.get(at_tls(world_->good));
  const WebAnswer second = driver_.get(at_tls(world_->good, "/large"));
  const WebAnswer third = driver_.get(at_tls(world_->good, "/moved"));
  EXPECT_EQ(second.body.size(), 2'000'000U);
  EXPECT_EQ(third.status, 301);
  EXPECT_EQ(driver_.get(at_tls(world_->good, "/none")).status, 404);
  EXPECT_EQ(header(first, "x-connection"), header(second, "x-connection"));
  EXPECT_EQ(header(first, "x-connection"), header(third, "x-connection"));
}

TEST_F(CurlWebTlsTest, CutsAnHttp2BodyAtItsLimit) {
  driver_.limits.body_bytes = 1000;
  const WebAnswer answer = driver_.get(at_tls(world_->good, "/large"));
  EXPECT_EQ(answer.body, std::string(1000, 'x'));
  EXPECT_EQ(answer.truncated, warc::Truncation::length);
  EXPECT_EQ(driver_.get(at_tls(world_->good)).body, "hello over TLS");
}

TEST_F(CurlWebTlsTest, TrustsOnlyWhatItsAuthoritiesSignedForThatHostAndTime) {
  EXPECT_EQ(failure(at_tls(world_->good)), "none");
  EXPECT_EQ(failure(at_tls(world_->good, "/page", "b.example")), "tls");
  EXPECT_EQ(failure(at_tls(world_->good, "/page", "a.example.evil.example")), "tls");
  EXPECT_EQ(failure(at_tls(world_->expired)), "tls");
  EXPECT_EQ(failure(at_tls(world_->self_signed)), "tls");
  EXPECT_EQ(CurlWebDriver().get(at_tls(world_->good)).failure, WebFailure::tls);
}

TEST_F(CurlWebTlsTest, AServerThatDoesNotSpeakTlsFailsInTheHandshake) {
  const RawServer plain([](Peer& peer, int) {
    peer.say("HTTP/1.1 400 Bad Request\r\n\r\n");
    peer.wait_until_closed();
  });
  EXPECT_EQ(failure(at_tls(plain.port())), "tls");
  driver_.limits.connect = std::chrono::milliseconds(30);
  const RawServer mute([](Peer& peer, int) { peer.wait_until_closed(); });
  EXPECT_EQ(failure(at_tls(mute.port())), "timeout");
}

}  // namespace
}  // namespace freshet
