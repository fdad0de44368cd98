// DNS messages (RFC 1035), as far as the name server of a practice world needs them.
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
  std::string name = {};   // lower case, dotted, without the final dot
  std::uint16_t type = 0;  // a DnsType, or another value
  std::string bytes = {};  // name, type and class as in the message
};

// Reads the question of a query. Returns nothing if it is malformed or unsupported: a response,
// another opcode, another class, several questions, a name beyond the limits.
std::optional<DnsQuestion> read_dns_query(std::string_view message);

struct NameReply {
  DnsCode code = DnsCode::fine;
  std::vector<IpAddress> addresses = {};       // only those of the requested type are sent
  std::vector<std::string> name_servers = {};  // sent if NS was asked for
};

// Returns the response. Records beyond kDnsMessageBytesMax are omitted.
std::string dns_reply(const DnsQuestion& question, const NameReply& reply);

}  // namespace freshet
