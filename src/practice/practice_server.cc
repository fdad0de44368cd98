#include "practice/practice_server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "practice/dns_message.h"
#include "practice/server_connection.h"
#include "practice/server_sockets.h"
#include "practice/tls_certificates.h"

namespace freshet {

namespace {

constexpr int kEventsAtOnce = 256;
constexpr int kQueriesAtOnce = 64;

Tick monotonic_now() {
  return std::chrono::duration_cast<Tick>(std::chrono::steady_clock::now().time_since_epoch());
}

bool is_loopback(const IpAddress& v4_address) { return v4_address.v4() >> 24 == 127; }

// Returns the reply of the name server; nothing if it stays silent.
std::optional<NameReply> reply_to(const World& world, const DnsQuestion& question) {
  NameReply reply;
  reply.name_servers = world.name_servers_of(question.name);
  if (!reply.name_servers.empty()) return reply;
  PracticeName found = world.look_up(question.name);
  switch (found.conduct) {
    case PracticeName::Conduct::is_silent:
      return std::nullopt;
    case PracticeName::Conduct::no_such_name:
      reply.code = DnsCode::no_such_name;
      break;
    case PracticeName::Conduct::fails:
      reply.code = DnsCode::failed;
      break;
    case PracticeName::Conduct::answers:
      reply.addresses = std::move(found.addresses);
      break;
  }
  return reply;
}

}  // namespace

// Level-triggered epoll; each connection has a deadline at which it is stepped in any case.
class PracticeServer::Loop {
 public:
  Loop(World world, PracticeServerOptions options)
      : world_(std::move(world)), options_(std::move(options)), opened_(monotonic_now()) {
    served_.answer = [this](const PracticeRequest& request) {
      return world_.answer(request, world_time());
    };
    served_.log = options_.log;
    served_.http_port = world_.plan().http_port;
    served_.https_port = world_.plan().https_port;
  }

  Status open(BoundSocket http, BoundSocket https, BoundSocket dns) {
    http_ = std::move(http);
    https_ = std::move(https);
    dns_ = std::move(dns);
    epoll_ = Descriptor(epoll_create1(EPOLL_CLOEXEC));
    stopper_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    auto certificates = TlsCertificates::make([this](const std::string& asked) {
      const auto host = world_.hosts().by_name(asked);
      const bool is_wrong = host && host->fault == HostFault::wrong_certificate;
      return is_wrong ? "another." + asked : asked;
    });
    if (!certificates) return std::unexpected(certificates.error());
    certificates_ = std::move(*certificates);
    for (const int socket :
         {http_.socket.number(), https_.socket.number(), dns_.socket.number(), stopper_.number()})
      watch(EPOLL_CTL_ADD, socket, EPOLLIN);
    // A TLS client that disconnects during a write must not end the process.
    std::signal(SIGPIPE, SIG_IGN);
    return {};
  }

  Status run() {
    std::array<epoll_event, kEventsAtOnce> events;
    while (!stops_) {
      const int count =
          epoll_wait(epoll_.number(), events.data(), kEventsAtOnce, milliseconds_to_wait());
      if (count < 0 && errno != EINTR) {
        return std::unexpected(
            Error{Errc::unavailable, fmt::format("the practice web cannot wait for connections: {}",
                                                 std::generic_category().message(errno))});
      }
      for (int i = 0; i < count; ++i) handle(events[static_cast<std::size_t>(i)]);
      step_those_due();
    }
    const Tick now = tick();
    for (auto& [socket, connection] : connections_) connection.state.abandon(now, served_);
    connections_.clear();
    deadlines_.clear();
    return {};
  }

  void stop() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(stopper_.number(), &one, sizeof one);
  }

  const World& world() const { return world_; }
  std::uint16_t dns_port() const { return dns_.port; }
  const TlsCertificates& certificates() const { return *certificates_; }

 private:
  struct Connection {
    Connection(int socket, ssl_st* session, bool is_tls, Tick now)
        : state(socket, session, is_tls, local_address(socket), now) {}
    ServerConnection state;
    Tick deadline{};
  };

  Tick tick() const { return monotonic_now() - opened_; }

  Time world_time() const {
    const double passed = static_cast<double>(tick().count()) * options_.time_factor;
    return world_.plan().began + Duration(static_cast<Duration::rep>(passed));
  }

  void watch(int operation, int socket, std::uint32_t what) {
    epoll_event event{};
    event.events = what;
    event.data.fd = socket;
    epoll_ctl(epoll_.number(), operation, socket, &event);
  }

  int milliseconds_to_wait() const {
    if (deadlines_.empty()) return -1;
    const auto left = deadlines_.begin()->first - tick();
    // Rounded up: a wait that ends too early would cause a second one.
    return static_cast<int>(std::clamp<std::int64_t>(left.count() / 1000 + 1, 0, 60'000));
  }

  void handle(const epoll_event& event) {
    const int socket = event.data.fd;
    if (socket == stopper_.number()) {
      stops_ = true;
    } else if (socket == dns_.socket.number()) {
      answer_queries();
    } else if (socket == http_.socket.number()) {
      accept_all(http_, false);
    } else if (socket == https_.socket.number()) {
      accept_all(https_, true);
    } else if (event.events & (EPOLLERR | EPOLLHUP)) {
      drop(socket);
    } else {
      step(socket, event.events & EPOLLRDHUP);
    }
  }

  void accept_all(const BoundSocket& listener, bool is_tls) {
    while (true) {
      const int socket =
          accept4(listener.socket.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0) return;
      // The world serves this machine only: connections from the network are refused.
      if (connections_.size() >= kServerConnectionsMax || !is_loopback(local_address(socket))) {
        close(socket);
        continue;
      }
      const int yes = 1;
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      ssl_st* const session = is_tls ? certificates_->new_session(socket) : nullptr;
      connections_.try_emplace(socket, socket, session, is_tls, tick());
      watch(EPOLL_CTL_ADD, socket, EPOLLIN);
      step(socket, false);
    }
  }

  void step(int socket, bool other_side_left) {
    const auto found = connections_.find(socket);
    if (found == connections_.end()) return;
    const ServerConnection::Next next = found->second.state.step(tick(), served_);
    using Wish = ServerConnection::Wish;
    if (next.wish == Wish::close || (next.wish == Wish::wait && other_side_left))
      return drop(socket);
    // While a connection waits, only hang-ups are reported.
    watch(EPOLL_CTL_MOD, socket,
          next.wish == Wish::read    ? std::uint32_t{EPOLLIN}
          : next.wish == Wish::write ? std::uint32_t{EPOLLOUT}
                                     : std::uint32_t{EPOLLRDHUP});
    deadlines_.erase({found->second.deadline, socket});
    found->second.deadline = next.until;
    deadlines_.emplace(next.until, socket);
  }

  void drop(int socket) {
    const auto found = connections_.find(socket);
    if (found == connections_.end()) return;
    found->second.state.abandon(tick(), served_);
    deadlines_.erase({found->second.deadline, socket});
    connections_.erase(found);
  }

  void step_those_due() {
    const Tick now = tick();
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
      const int socket = deadlines_.begin()->second;
      deadlines_.erase(deadlines_.begin());
      step(socket, false);
    }
  }

  void answer_queries() {
    std::array<char, 4096> bytes;
    for (int i = 0; i < kQueriesAtOnce; ++i) {
      sockaddr_storage from{};
      socklen_t from_size = sizeof from;
      const ssize_t got = recvfrom(dns_.socket.number(), bytes.data(), bytes.size(), 0,
                                   reinterpret_cast<sockaddr*>(&from), &from_size);
      if (got < 0) return;
      const auto question = read_dns_query({bytes.data(), static_cast<std::size_t>(got)});
      if (!question) continue;
      const auto reply = reply_to(world_, *question);
      if (!reply) continue;
      const std::string message = dns_reply(*question, *reply);
      sendto(dns_.socket.number(), message.data(), message.size(), 0,
             reinterpret_cast<const sockaddr*>(&from), from_size);
    }
  }

  World world_;
  PracticeServerOptions options_;
  Tick opened_;
  ServerWorld served_;
  BoundSocket http_, https_, dns_;
  Descriptor epoll_, stopper_;
  std::unique_ptr<TlsCertificates> certificates_;
  std::map<int, Connection> connections_;  // by socket; destroyed before the certificates
  std::set<std::pair<Tick, int>> deadlines_;
  bool stops_ = false;
};

PracticeServer::PracticeServer(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
PracticeServer::~PracticeServer() = default;

Result<std::unique_ptr<PracticeServer>> PracticeServer::open(WorldPlan plan,
                                                             PracticeServerOptions options) {
  auto http = listen_tcp(options.http_port);
  if (!http) return std::unexpected(http.error());
  auto https = listen_tcp(options.https_port);
  if (!https) return std::unexpected(https.error());
  auto dns = bind_udp(options.dns_port);
  if (!dns) return std::unexpected(dns.error());
  plan.http_port = http->port;
  plan.https_port = https->port;
  plan.features.ipv6 = false;
  auto loop = std::make_unique<Loop>(World(plan), std::move(options));
  const Status opened = loop->open(std::move(*http), std::move(*https), std::move(*dns));
  if (!opened) return std::unexpected(opened.error());
  return std::unique_ptr<PracticeServer>(new PracticeServer(std::move(loop)));
}

const World& PracticeServer::world() const { return loop_->world(); }
std::uint16_t PracticeServer::dns_port() const { return loop_->dns_port(); }
const std::string& PracticeServer::authority_pem() const {
  return loop_->certificates().authority_pem();
}
Status PracticeServer::run() { return loop_->run(); }
void PracticeServer::stop() { loop_->stop(); }

}  // namespace freshet
