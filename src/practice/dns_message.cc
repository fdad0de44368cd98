#include "practice/dns_message.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet {

namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::uint16_t kInternet = 1;
constexpr std::uint16_t kPointerToQuestion = 0xc000 | kHeaderBytes;
constexpr std::uint32_t kSecondsToLive = 60;

std::uint16_t read_16(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(static_cast<std::uint8_t>(bytes[at]) << 8 |
                                    static_cast<std::uint8_t>(bytes[at + 1]));
}

void append_16(std::string& out, std::size_t number) {
  out += static_cast<char>(number >> 8 & 0xff);
  out += static_cast<char>(number & 0xff);
}

void append_32(std::string& out, std::uint32_t number) {
  append_16(out, number >> 16);
  append_16(out, number & 0xffff);
}

// Reads a name without compression pointers, which have no use in a question. Returns its end.
std::optional<std::size_t> read_name(std::string_view message, std::size_t at, std::string& name) {
  const std::size_t begin = at;
  while (at < message.size()) {
    const std::size_t length = static_cast<std::uint8_t>(message[at++]);
    if (length == 0) return at;
    if (length > kDnsLabelBytesMax || at + length > message.size()) return std::nullopt;
    if (at + length - begin >= kDnsNameBytesMax) return std::nullopt;
    if (!name.empty()) name += '.';
    for (const char c : message.substr(at, length)) {
      if (c == '.' || c == '\0') return std::nullopt;
      name += to_ascii_lower(c);
    }
    at += length;
  }
  return std::nullopt;
}

std::string name_bytes(std::string_view name) {
  std::string bytes;
  while (!name.empty()) {
    const std::string_view label = name.substr(0, name.find('.'));
    bytes += static_cast<char>(label.size());
    bytes += label;
    name.remove_prefix(std::min(name.size(), label.size() + 1));
  }
  return bytes + '\0';
}

std::string record(DnsType type, std::string_view value) {
  std::string bytes;
  append_16(bytes, kPointerToQuestion);
  append_16(bytes, static_cast<std::uint16_t>(type));
  append_16(bytes, kInternet);
  append_32(bytes, kSecondsToLive);
  append_16(bytes, value.size());
  return bytes.append(value);
}

std::string address_record(const IpAddress& address) {
  const std::string_view bytes(reinterpret_cast<const char*>(address.bytes().data()),
                               address.is_v4() ? 4 : 16);
  return record(address.is_v4() ? DnsType::a : DnsType::aaaa, bytes);
}

}  // namespace

std::optional<DnsQuestion> read_dns_query(std::string_view message) {
  if (message.size() < kHeaderBytes) return std::nullopt;
  const std::uint16_t flags = read_16(message, 2);
  const bool is_response = flags & 0x8000;
  const unsigned operation = flags >> 11 & 15;
  if (is_response || operation != 0 || read_16(message, 4) != 1) return std::nullopt;
  DnsQuestion question{.id = read_16(message, 0), .wants_recursion = (flags & 0x0100) != 0};
  const auto end = read_name(message, kHeaderBytes, question.name);
  if (!end || *end + 4 > message.size()) return std::nullopt;
  if (read_16(message, *end + 2) != kInternet) return std::nullopt;
  question.type = read_16(message, *end);
  question.bytes = message.substr(kHeaderBytes, *end + 4 - kHeaderBytes);
  return question;
}

std::string dns_reply(const DnsQuestion& question, const NameReply& reply) {
  std::vector<std::string> records;
  for (const IpAddress& address : reply.addresses) {
    const DnsType type = address.is_v4() ? DnsType::a : DnsType::aaaa;
    if (question.type == static_cast<std::uint16_t>(type))
      records.push_back(address_record(address));
  }
  if (question.type == static_cast<std::uint16_t>(DnsType::ns)) {
    for (const std::string& server : reply.name_servers)
      records.push_back(record(DnsType::ns, name_bytes(server)));
  }
  std::string body = question.bytes;
  std::size_t count = 0;
  for (const std::string& bytes : records) {
    if (kHeaderBytes + body.size() + bytes.size() > kDnsMessageBytesMax) break;
    body += bytes;
    ++count;
  }
  std::string message;
  append_16(message, question.id);
  // Flags: an authoritative response; recursion is available if it was desired.
  append_16(message, 0x8400u | (question.wants_recursion ? 0x0180u : 0u) |
                         static_cast<unsigned>(reply.code));
  append_16(message, 1);
  append_16(message, count);
  append_16(message, 0);
  append_16(message, 0);
  return message + body;
}

}  // namespace freshet
