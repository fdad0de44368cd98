#include "web/ares_channel.h"

#include <ares.h>
#include <arpa/nameser.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <mutex>

#include "base/ascii.h"
#include "base/escape.h"

namespace freshet {
namespace {

constexpr int kEdnsBytes = 1232;  // DNS flag day 2020: avoids fragmentation
constexpr std::uint16_t kDnsPort = 53;

// Returns "127.0.0.1:5353" in the form of c-ares, or nothing if it is not an address.
std::optional<std::string> server_text(std::string_view text) {
  std::string_view host = text, port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    host = text.substr(1, end - 1);
    port = text.substr(end + 1);
  } else if (std::count(text.begin(), text.end(), ':') == 1) {
    host = text.substr(0, text.find(':'));
    port = text.substr(host.size());
  }
  const auto address = IpAddress::parse(host);
  std::uint16_t number = kDnsPort;
  if (!port.empty()) {
    const auto [end, error] = std::from_chars(port.data() + 1, port.data() + port.size(), number);
    if (port.front() != ':' || error != std::errc() || end != port.data() + port.size() ||
        number == 0)
      return std::nullopt;
  }
  if (!address) return std::nullopt;
  return address->is_v4() ? fmt::format("{}:{}", address->text(), number)
                          : fmt::format("[{}]:{}", address->text(), number);
}

DnsReply failed(int status) {
  switch (status) {
    case ARES_ENOTFOUND:
      return {.failure = ResolveFailure::no_such_name, .detail = "the name does not exist"};
    case ARES_ENODATA:
      return {.failure = ResolveFailure::no_such_name, .detail = "the name has no address"};
    case ARES_EBADNAME:
      return {.failure = ResolveFailure::no_such_name, .detail = "no name of DNS"};
    default:
      return {.failure = ResolveFailure::unavailable,
              .detail = fmt::format("the name servers gave no answer: {}", ares_strerror(status))};
  }
}

// Returns the reply for a message that c-ares could not parse. It is a failure of the server, not
// of the name.
DnsReply unreadable(int status) {
  return failed(status == ARES_ENODATA ? ARES_ENODATA : ARES_EBADRESP);
}

template <class Ttl>
void note_ttl(DnsReply& reply, const Ttl& entry) {
  const auto ttl = std::chrono::seconds(std::max(entry.ttl, 0));
  reply.ttl = reply.addresses.empty() ? Duration(ttl) : std::min(reply.ttl, Duration(ttl));
}

DnsReply read_a(const unsigned char* bytes, int size, std::size_t addresses_max) {
  std::vector<ares_addrttl> found(addresses_max);
  int count = static_cast<int>(found.size());
  const int status = ares_parse_a_reply(bytes, size, nullptr, found.data(), &count);
  if (status != ARES_SUCCESS) return unreadable(status);
  found.resize(static_cast<std::size_t>(count));
  DnsReply reply;
  for (const ares_addrttl& entry : found) {
    note_ttl(reply, entry);
    reply.addresses.push_back(IpAddress::v4(ntohl(entry.ipaddr.s_addr)));
  }
  return reply.addresses.empty() ? failed(ARES_ENODATA) : reply;
}

DnsReply read_aaaa(const unsigned char* bytes, int size, std::size_t addresses_max) {
  std::vector<ares_addr6ttl> found(addresses_max);
  int count = static_cast<int>(found.size());
  const int status = ares_parse_aaaa_reply(bytes, size, nullptr, found.data(), &count);
  if (status != ARES_SUCCESS) return unreadable(status);
  found.resize(static_cast<std::size_t>(count));
  DnsReply reply;
  for (const ares_addr6ttl& entry : found) {
    note_ttl(reply, entry);
    std::array<std::uint8_t, 16> address{};
    std::memcpy(address.data(), &entry.ip6addr, address.size());
    reply.addresses.push_back(IpAddress::v6(address));
  }
  return reply.addresses.empty() ? failed(ARES_ENODATA) : reply;
}

// Server names are stored and shown, so invalid ones are dropped.
bool is_host_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_ascii_alnum(c) || c == '-' || c == '.' || c == '_';
  });
}

DnsReply read_ns(const unsigned char* bytes, int size, std::size_t names_max) {
  hostent* host = nullptr;
  const int status = ares_parse_ns_reply(bytes, size, &host);
  if (status != ARES_SUCCESS) return unreadable(status);
  DnsReply reply;
  for (char** name = host->h_aliases; *name != nullptr; ++name)
    if (is_host_name(*name)) reply.names.push_back(ascii_lower(*name));
  ares_free_hostent(host);
  std::sort(reply.names.begin(), reply.names.end());
  reply.names.erase(std::unique(reply.names.begin(), reply.names.end()), reply.names.end());
  if (reply.names.size() > names_max) reply.names.resize(names_max);
  return reply;
}

}  // namespace

struct AresChannel::Question {
  AresChannel& channel;
  DnsRecord record;
  std::function<void(DnsReply)> done;
};

Result<std::unique_ptr<AresChannel>> AresChannel::open(EventLoop& loop,
                                                       const AresResolverOptions& options) {
  std::unique_ptr<AresChannel> channel(new AresChannel(loop, options));
  if (const Status started = channel->start(); !started) return std::unexpected(started.error());
  return channel;
}

AresChannel::AresChannel(EventLoop& loop, const AresResolverOptions& options)
    : loop_(loop), options_(options) {}

Status AresChannel::start() {
  static std::once_flag once;
  std::call_once(once, [] { ares_library_init(ARES_LIB_INIT_ALL); });
  std::string servers;
  for (const std::string& server : options_.servers) {
    const auto text = server_text(server);
    if (!text)
      return std::unexpected(
          Error{Errc::invalid, fmt::format("\"{}\" is no name server; write its address as "
                                           "192.0.2.1, 127.0.0.1:5353 or [::1]:53",
                                           visible(server))});
    servers.append(servers.empty() ? "" : ",").append(*text);
  }
  ares_options wanted{};
  wanted.flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_EDNS;
  wanted.ednspsz = kEdnsBytes;
  wanted.timeout =
      static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(options_.timeout).count());
  wanted.tries = options_.tries;
  wanted.sock_state_cb = &on_socket;
  wanted.sock_state_cb_data = this;
  const int mask = ARES_OPT_FLAGS | ARES_OPT_EDNSPSZ | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES |
                   ARES_OPT_SOCK_STATE_CB;
  int status = ares_init_options(&channel_, &wanted, mask);
  if (status == ARES_SUCCESS && !servers.empty())
    status = ares_set_servers_ports_csv(channel_, servers.c_str());
  if (status == ARES_SUCCESS) return {};
  return std::unexpected(Error{
      Errc::unavailable, fmt::format("names cannot be looked up: {}", ares_strerror(status))});
}

AresChannel::~AresChannel() {
  is_ending_ = true;
  if (channel_ != nullptr) ares_destroy(channel_);
  if (timer_) loop_.cancel(*timer_);
}

void AresChannel::ask(const std::string& name, DnsRecord record,
                      std::function<void(DnsReply)> done) {
  const int type = record == DnsRecord::a      ? ns_t_a
                   : record == DnsRecord::aaaa ? ns_t_aaaa
                                               : ns_t_ns;
  auto question = std::make_unique<Question>(*this, record, std::move(done));
  ares_query(channel_, name.c_str(), ns_c_in, type, &on_answer, question.release());
  set_timer();
}

void AresChannel::on_answer(void* asked, int status, int, unsigned char* bytes, int size) {
  const std::unique_ptr<Question> question(static_cast<Question*>(asked));
  const AresChannel& channel = question->channel;
  if (channel.is_ending_) return;
  if (status != ARES_SUCCESS) return question->done(failed(status));
  switch (question->record) {
    case DnsRecord::a:
      return question->done(read_a(bytes, size, channel.options_.addresses_max));
    case DnsRecord::aaaa:
      return question->done(read_aaaa(bytes, size, channel.options_.addresses_max));
    case DnsRecord::ns:
      return question->done(read_ns(bytes, size, channel.options_.name_servers_max));
  }
}

void AresChannel::on_socket(void* self, int socket, int wants_read, int wants_write) {
  AresChannel& channel = *static_cast<AresChannel*>(self);
  const Readiness interest{.read = wants_read != 0, .write = wants_write != 0};
  if (interest == Readiness{}) return channel.loop_.unwatch(socket);
  channel.loop_.watch(socket, interest, [&channel, socket](Readiness is) {
    channel.process(is.read ? socket : ARES_SOCKET_BAD, is.write ? socket : ARES_SOCKET_BAD);
  });
}

void AresChannel::process(int readable, int writable) {
  ares_process_fd(channel_, readable, writable);
  set_timer();
}

void AresChannel::set_timer() {
  if (timer_) loop_.cancel(*timer_);
  timer_.reset();
  timeval room{};
  const timeval* const wait = ares_timeout(channel_, nullptr, &room);
  if (wait == nullptr) return;
  const Duration delay = std::chrono::seconds(wait->tv_sec) + Duration(wait->tv_usec);
  timer_ = loop_.call_at(loop_.tick() + delay, [this] {
    timer_.reset();
    process(ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  });
}

}  // namespace freshet
