// DNS messages (RFC 1035), as far as a name server needs them that knows one world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/address.h"

namespace freshet {

inline constexpr std::size_t kDnsNameBytesMax = 255;
inline constexpr std::size_t kDnsLabelBytesMax = 63;
inline constexpr std::size_t kDnsMessageBytesMax = 512;  // over UDP, without extensions

enum class DnsType : std::uint16_t { a = 1, ns = 2, soa = 6, aaaa = 28 };
enum class DnsCode : std::uint8_t { fine = 0, bad_format = 1, failed = 2, no_such_name = 3 };

struct DnsQuestion {
  std::uint16_t id = 0;
  bool wants_recursion = false;
  std::string name = {};   // in lower case, with dots, without the last one
  std::uint16_t type = 0;  // of DnsType, or another
  std::string bytes = {};  // name, type and class as they stand in the message
};

// The question of a query. Nothing if it is none, or not one that we answer: a response, another
// operation, another class, several questions, a name against the limits.
std::optional<DnsQuestion> read_dns_query(std::string_view message);

struct NameReply {
  DnsCode code = DnsCode::fine;
  std::vector<IpAddress> addresses = {};       // those of the type that was asked for are given
  std::vector<std::string> name_servers = {};  // given if it was NS that was asked for
};

// What does not fit into kDnsMessageBytesMax is left out.
std::string dns_reply(const DnsQuestion& question, const NameReply& reply);

}  // namespace freshet
