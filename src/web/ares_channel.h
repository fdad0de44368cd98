// c-ares on an event loop: one query, one reply. For ares_resolver.cc only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "web/ares_resolver.h"
#include "web/event_loop.h"
#include "web/resolver.h"

struct ares_channeldata;

namespace freshet {

enum class DnsRecord : std::uint8_t { a, aaaa, ns };

struct DnsReply {
  ResolveFailure failure = ResolveFailure::none;
  std::string detail = {};
  std::vector<IpAddress> addresses = {};  // of A and AAAA
  std::vector<std::string> names = {};    // of NS: lower case, sorted, unique
  Duration ttl{};                         // of A and AAAA: the shortest
};

class AresChannel {
 public:
  static Result<std::unique_ptr<AresChannel>> open(EventLoop& loop,
                                                   const AresResolverOptions& options);
  ~AresChannel();  // pending queries are never answered
  AresChannel(const AresChannel&) = delete;
  AresChannel& operator=(const AresChannel&) = delete;

  // `done` is called once, possibly from within this call, and must not destroy the channel.
  void ask(const std::string& name, DnsRecord record, std::function<void(DnsReply)> done);

 private:
  struct Question;

  AresChannel(EventLoop& loop, const AresResolverOptions& options);
  Status start();
  static void on_socket(void* self, int socket, int wants_read, int wants_write);
  static void on_answer(void* question, int status, int timeouts, unsigned char* bytes, int size);
  void process(int readable, int writable);
  void set_timer();

  EventLoop& loop_;
  const AresResolverOptions options_;
  ares_channeldata* channel_ = nullptr;
  std::optional<EventLoop::CallId> timer_;
  bool is_ending_ = false;
};

}  // namespace freshet
