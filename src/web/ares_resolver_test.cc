#include "web/ares_resolver.h"

#include <gtest/gtest.h>

#include "web/dns_server_test.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Record = DnsAnswer::Record;

// The records of the names in these tests.
std::optional<DnsAnswer> world(const std::string& name, int type) {
  const auto is = [&](const char* wanted, int wanted_type) {
    return name == wanted && type == wanted_type;
  };
  if (is("www.site.example", ns_t_a))
    return DnsAnswer{.records = {address_record(name, "192.0.2.2"),
                                 address_record(name, "192.0.2.1"),
                                 address_record(name, "192.0.2.2")}};
  if (is("www.site.example", ns_t_aaaa))
    return DnsAnswer{.records = {address_record(name, "2001:db8::1")}};
  if (is("site.example", ns_t_ns))
    return DnsAnswer{.records = {{name, ns_t_ns, 300, dns_name("NS2.site.example")},
                                 {name, ns_t_ns, 300, dns_name("ns1.other.example")},
                                 {name, ns_t_ns, 300, dns_name("ns2.site.example")}}};
  if (is("odd.example", ns_t_ns))
    return DnsAnswer{.records = {{name, ns_t_ns, 300, dns_name("bad\x1b[name.example")}}};
  if (is("www.odd.example", ns_t_a))
    return DnsAnswer{.records = {address_record(name, "192.0.2.8")}};
  if (is("alias.example", ns_t_a))
    return DnsAnswer{.records = {{name, ns_t_cname, 300, dns_name("b.example")},
                                 {"b.example", ns_t_cname, 300, dns_name("c.example")},
                                 address_record("c.example", "192.0.2.7")}};
  if (is("loop.example", ns_t_a))
    return DnsAnswer{.records = {{name, ns_t_cname, 300, dns_name("pool.example")},
                                 {"pool.example", ns_t_cname, 300, dns_name(name)}}};
  if (is("long.example", ns_t_a)) {
    DnsAnswer answer{.is_truncated = true};
    for (int i = 0; i < 200; ++i)
      answer.records.push_back(address_record(name, ("192.0.2." + std::to_string(i)).c_str()));
    return answer;
  }
  if (name == "six.example" && type == ns_t_aaaa)
    return DnsAnswer{.records = {address_record(name, "2001:db8::6")}};
  if (name == "mute-six.example")
    return type == ns_t_a ? std::optional(DnsAnswer{.records = {address_record(name, "192.0.2.9")}})
                          : std::nullopt;
  if (name == "garbled.example")
    return DnsAnswer{.records = {address_record(name, "192.0.2.1")}, .is_chopped = true};
  if (name == "stub.example") return DnsAnswer{.records = {{name, ns_t_a, 300, "abc"}}};
  if (name == "broken.example") return DnsAnswer{.code = ns_r_servfail};
  if (name == "mute.example") return std::nullopt;
  if (name == "gone.example") return DnsAnswer{.code = ns_r_nxdomain};
  return DnsAnswer{};
}

class AresResolverTest : public testing::Test {
 protected:
  AresResolverTest() {
    options_.servers = {server_.address()};
    options_.timeout = milliseconds(20);
    options_.tries = 2;
    options_.patience = milliseconds(10);
  }

  void ask(const std::string& name, bool wants_name_servers = false) {
    if (!resolver_) resolver_ = open_ares_resolver(*loop_, options_).value();
    resolver_->resolve(name, wants_name_servers,
                       [this](const Resolved& resolved) { answers_.push_back(resolved); });
  }
  void wait_for(std::size_t answers) {
    loop_->run(loop_->tick() + seconds(10), [&] { return answers_.size() >= answers; });
    ASSERT_EQ(answers_.size(), answers);
  }
  Resolved resolve(const std::string& name, bool wants_name_servers = false) {
    answers_.clear();
    ask(name, wants_name_servers);
    EXPECT_TRUE(answers_.empty()) << "told from within the call";
    wait_for(1);
    return answers_.empty() ? Resolved{} : answers_.front();
  }
  // Returns "192.0.2.1 2001:db8::1", or the failure.
  std::string addresses(const std::string& name) {
    const Resolved resolved = resolve(name);
    EXPECT_EQ(resolved.failure == ResolveFailure::none, resolved.detail.empty());
    if (resolved.failure == ResolveFailure::no_such_name) return "no such name";
    if (resolved.failure == ResolveFailure::unavailable) return "unavailable";
    std::string text;
    for (const IpAddress& address : resolved.addresses)
      text.append(text.empty() ? "" : " ").append(address.text());
    return text;
  }

  DnsServer server_{world};
  AresResolverOptions options_;
  std::unique_ptr<EventLoop> loop_ = EventLoop::open().value();
  std::unique_ptr<Resolver> resolver_;
  std::vector<Resolved> answers_;
};

TEST_F(AresResolverTest, GivesAllAddressesFourFirstAndNoneTwice) {
  EXPECT_EQ(addresses("www.site.example"), "192.0.2.2 192.0.2.1 2001:db8::1");
  EXPECT_EQ(addresses("six.example"), "2001:db8::6");
  EXPECT_EQ(addresses("alias.example"), "192.0.2.7");
}

TEST_F(AresResolverTest, AnAddressIsItsOwnAnswer) {
  EXPECT_EQ(addresses("192.0.2.44"), "192.0.2.44");
  EXPECT_EQ(addresses("[2001:db8::7]"), "2001:db8::7");
  EXPECT_EQ(server_.questions(), 0);
}

TEST_F(AresResolverTest, NamesTheServersOfTheRegistrableDomainIfAsked) {
  const Resolved resolved = resolve("www.site.example", true);
  EXPECT_EQ(resolved.addresses.size(), 3U);
  EXPECT_EQ(resolved.name_servers,
            (std::vector<std::string>{"ns1.other.example", "ns2.site.example"}));
  EXPECT_TRUE(resolve("www.site.example").name_servers.empty());
  for (const char* name : {"six.example", "www.odd.example"}) {
    const Resolved without = resolve(name, true);
    EXPECT_EQ(without.failure, ResolveFailure::none) << name;
    EXPECT_TRUE(without.name_servers.empty()) << name;
  }
}

TEST_F(AresResolverTest, TellsAbsentNamesFromServersThatFail) {
  EXPECT_EQ(addresses("gone.example"), "no such name");
  EXPECT_EQ(addresses("empty.example"), "no such name");
  EXPECT_EQ(addresses("loop.example"), "no such name");
  EXPECT_EQ(addresses("stub.example"), "no such name");
  EXPECT_EQ(addresses("broken.example"), "unavailable");
  EXPECT_EQ(addresses("mute.example"), "unavailable");
  EXPECT_EQ(addresses("garbled.example"), "unavailable");
}

TEST_F(AresResolverTest, NamesThatDnsCannotHoldDoNotExist) {
  EXPECT_EQ(addresses(std::string(64, 'x') + ".example"), "no such name");
  EXPECT_EQ(addresses(std::string(3000, 'x')), "no such name");
  EXPECT_EQ(addresses("a..b"), "no such name");
  EXPECT_EQ(server_.questions(), 0);
}

TEST_F(AresResolverTest, DoesNotWaitLongForTheOtherKindOfAddress) {
  options_.timeout = seconds(5);
  const Tick start = loop_->tick();
  EXPECT_EQ(addresses("mute-six.example"), "192.0.2.9");
  EXPECT_LT(loop_->tick() - start, seconds(2));
}

TEST_F(AresResolverTest, ANameTakesNoLongerThanItsTotal) {
  options_.timeout = seconds(5);
  options_.total = milliseconds(30);
  const Tick start = loop_->tick();
  EXPECT_EQ(addresses("mute.example"), "unavailable");
  EXPECT_EQ(answers_.front().detail, "the name servers gave no answer in time");
  EXPECT_LT(loop_->tick() - start, seconds(2));
}

TEST_F(AresResolverTest, ALongAnswerComesByTcpAndIsCut) {
  options_.addresses_max = 5;
  EXPECT_EQ(resolve("long.example").addresses.size(), 5U);
}

TEST_F(AresResolverTest, AsksOnlyForIpv4IfTold) {
  options_.wants_ipv6 = false;
  EXPECT_EQ(addresses("www.site.example"), "192.0.2.2 192.0.2.1");
  EXPECT_EQ(server_.questions(), 1);
}

TEST_F(AresResolverTest, ANameThatManyAskForAtOnceIsAskedOnce) {
  for (int i = 0; i < 10; ++i) ask("www.site.example", true);
  wait_for(10);
  EXPECT_EQ(server_.questions(), 3);
  for (const Resolved& answer : answers_) EXPECT_EQ(answer.addresses.size(), 3U);
}

TEST_F(AresResolverTest, RemembersAnswersAlsoThatThereIsNone) {
  resolve("www.site.example");
  resolve("WWW.site.example.");
  EXPECT_EQ(server_.questions(), 2);
  EXPECT_EQ(addresses("gone.example"), "no such name");
  const int asked = server_.questions();
  EXPECT_EQ(addresses("gone.example"), "no such name");
  EXPECT_EQ(server_.questions(), asked);
}

TEST_F(AresResolverTest, ForgetsAnswersInTime) {
  options_.ttl_max = milliseconds(10);
  options_.ttl_min = milliseconds(1);
  resolve("www.site.example");
  loop_->run(loop_->tick() + milliseconds(11), [] { return false; });
  resolve("www.site.example");
  EXPECT_EQ(server_.questions(), 4);
}

TEST_F(AresResolverTest, IsNeverToldWhenItIsGone) {
  ask("www.site.example", true);
  ask("192.0.2.1");
  loop_->run(loop_->tick(), [] { return false; });
  answers_.clear();
  ask("mute.example", true);
  ask("192.0.2.2");
  resolver_.reset();
  loop_->run(loop_->tick() + milliseconds(50), [] { return false; });
  EXPECT_TRUE(answers_.empty());
}

TEST_F(AresResolverTest, SaysWhichServerIsNone) {
  for (const char* wrong : {"", "dns.example", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000",
                            "[::1", "[::1]53", "127.0.0.1:53x"}) {
    options_.servers = {wrong};
    const auto opened = open_ares_resolver(*loop_, options_);
    ASSERT_FALSE(opened) << wrong;
    EXPECT_EQ(opened.error().message, "\"" + std::string(wrong) +
                                          "\" is no name server; write its address as 192.0.2.1, "
                                          "127.0.0.1:5353 or [::1]:53");
  }
  options_.servers = {"::1", "[::1]:5353", "127.0.0.1"};
  EXPECT_TRUE(open_ares_resolver(*loop_, options_));
}

}  // namespace
}  // namespace freshet
