// Reads: src/practice/dns_message.cc
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "practice/dns_message.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view message(reinterpret_cast<const char*>(bytes), size);
  const auto question = read_dns_query(message);
  if (!question) return 0;
  require(question->name.size() < kDnsNameBytesMax, "a name keeps its limit");
  require(message.substr(12).starts_with(question->bytes), "the question is part of the message");

  // A reply holds the question as it came, and is never taken for a query.
  const NameReply reply{.code = DnsCode::fine,
                        .addresses = {IpAddress::v4(0x7f000001), *IpAddress::parse("fd00::1")},
                        .name_servers = {"ns1.practice.test", "ns2.practice.test"}};
  std::string answer = dns_reply(*question, reply);
  require(answer.size() <= kDnsMessageBytesMax, "a reply fits into a datagram");
  require(!read_dns_query(answer), "a reply is no query");
  answer[2] = static_cast<char>(answer[2] & 0x7f);
  const auto again = read_dns_query(answer);
  require(again && again->name == question->name && again->type == question->type &&
              again->id == question->id,
          "a reply repeats its question");
  return 0;
}
