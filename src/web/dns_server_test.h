// A scripted name server on 127.0.0.1 (UDP and TCP), in its own thread.
#pragma once

#include <arpa/nameser.h>

#include <map>
#include <optional>
#include <set>

#include "web/address.h"
#include "web/raw_server_test.h"

namespace freshet {

// The records of one answer, and its defects.
struct DnsAnswer {
  struct Record {
    std::string name;
    int type;
    std::uint32_t ttl;
    std::string value;  // as in the packet
  };
  std::vector<Record> records = {};
  int code = ns_r_noerror;
  bool is_truncated = false;  // over UDP; the records come over TCP
  bool is_chopped = false;    // the last record is cut
};

inline std::string dns_number(std::uint32_t number, int bytes) {
  std::string text;
  while (bytes-- > 0) text += static_cast<char>(number >> (8 * bytes));
  return text;
}

// "\3www\7example\0"
inline std::string dns_name(std::string_view name) {
  std::string packed;
  while (!name.empty()) {
    const std::string_view label = name.substr(0, name.find('.'));
    packed += static_cast<char>(label.size());
    packed += label;
    name.remove_prefix(std::min(label.size() + 1, name.size()));
  }
  return packed + '\0';
}

inline DnsAnswer::Record address_record(const std::string& name, const char* address,
                                        std::uint32_t ttl = 300) {
  const IpAddress parsed = IpAddress::parse(address).value();
  const auto* bytes = reinterpret_cast<const char*>(parsed.bytes().data());
  if (parsed.is_v4()) return {name, ns_t_a, ttl, std::string(bytes, 4)};
  return {name, ns_t_aaaa, ttl, std::string(bytes, 16)};
}

class DnsServer {
 public:
  // Returns nothing to send no answer.
  using Script = std::function<std::optional<DnsAnswer>(const std::string& name, int type)>;

  explicit DnsServer(Script script) : script_(std::move(script)) {
    tcp_ = bind_loopback(SOCK_STREAM, port_);
    udp_ = bind_loopback(SOCK_DGRAM, port_);
    EXPECT_EQ(listen(tcp_, 4), 0);
    thread_ = std::thread([this] { serve(); });
  }
  ~DnsServer() {
    is_stopping_ = true;
    thread_.join();
    close(udp_);
    close(tcp_);
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int questions() const { return questions_; }

 private:
  void serve() {
    while (!is_stopping_) {
      pollfd waiting[2] = {{.fd = udp_, .events = POLLIN, .revents = 0},
                           {.fd = tcp_, .events = POLLIN, .revents = 0}};
      if (poll(waiting, 2, 5) <= 0) continue;
      if (waiting[0].revents != 0) answer_udp();
      if (waiting[1].revents != 0) answer_tcp();
    }
  }

  void answer_udp() {
    char bytes[4096];
    sockaddr_in from{};
    socklen_t length = sizeof from;
    auto* const address = reinterpret_cast<sockaddr*>(&from);
    const ssize_t size = recvfrom(udp_, bytes, sizeof bytes, 0, address, &length);
    if (size < 12) return;
    const auto reply = reply_to({bytes, static_cast<std::size_t>(size)}, false);
    if (reply) sendto(udp_, reply->data(), reply->size(), 0, address, length);
  }

  void answer_tcp() {
    const int fd = accept(tcp_, nullptr, nullptr);
    unsigned char length[2];
    char bytes[4096];
    if (recv(fd, length, 2, MSG_WAITALL) == 2) {
      const std::size_t size = std::size_t{length[0]} << 8 | length[1];
      if (size <= sizeof bytes &&
          recv(fd, bytes, size, MSG_WAITALL) == static_cast<ssize_t>(size)) {
        const std::string reply = reply_to({bytes, size}, true).value_or("");
        const std::string framed = dns_number(static_cast<std::uint32_t>(reply.size()), 2) + reply;
        send(fd, framed.data(), framed.size(), MSG_NOSIGNAL);
      }
    }
    close(fd);
  }

  std::optional<std::string> reply_to(std::string_view query, bool is_tcp) {
    ++questions_;
    std::string name;
    std::size_t at = 12;
    while (at < query.size() && query[at] != 0) {
      const auto length = static_cast<std::size_t>(query[at]);
      name.append(name.empty() ? "" : ".").append(query.substr(at + 1, length));
      at += length + 1;
    }
    const int type = query[at + 2];
    const std::string_view question = query.substr(12, at + 5 - 12);
    const auto answer = script_(name, type);
    if (!answer) return std::nullopt;
    const bool is_cut = answer->is_truncated && !is_tcp;
    const auto count = is_cut ? 0U : static_cast<std::uint32_t>(answer->records.size());
    std::string reply(query.substr(0, 2));
    reply += dns_number(0x8180U | (is_cut ? 0x200U : 0U) | static_cast<unsigned>(answer->code), 2);
    reply += dns_number(1, 2) + dns_number(count, 2) + dns_number(0, 4);
    reply += question;
    for (std::uint32_t i = 0; i < count; ++i) {
      const DnsAnswer::Record& record = answer->records[i];
      reply += dns_name(record.name) + dns_number(static_cast<std::uint32_t>(record.type), 2) +
               dns_number(ns_c_in, 2) + dns_number(record.ttl, 4) +
               dns_number(static_cast<std::uint32_t>(record.value.size()), 2) + record.value;
    }
    if (answer->is_chopped) reply.pop_back();
    return reply;
  }

  Script script_;
  int udp_ = -1;
  int tcp_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> questions_ = 0;
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

}  // namespace freshet
