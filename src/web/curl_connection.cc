#include "web/curl_connection.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

// Most addresses of a name that are tried.
constexpr std::size_t kAddressesTriedMax = 4;

// Interval at which a body that waits for memory retries.
constexpr Duration kRoomCheck = std::chrono::milliseconds(100);

// Lowest rate of a body that holds memory while others wait for it.
constexpr std::size_t kPressedBytesPerSecond = 32 << 10;

// Returns true for errors of socket() caused by this machine.
bool is_own_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

std::string in_seconds(Duration time) {
  return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

std::optional<IpAddress> address_of(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, address, sizeof v4);
    return IpAddress::v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address->sa_family != AF_INET6) return std::nullopt;
  sockaddr_in6 v6{};
  std::memcpy(&v6, address, sizeof v6);
  std::array<std::uint8_t, 16> bytes{};
  std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
  return IpAddress::v6(bytes);
}

// Returns the failure for a request that libcurl ended without a head.
WebFailure failure_of(CURLcode code, long os_error) {
  switch (code) {
    case CURLE_COULDNT_CONNECT:
      if (os_error == ECONNREFUSED) return WebFailure::refused;
      return os_error == ETIMEDOUT ? WebFailure::timeout : WebFailure::unreachable;
    case CURLE_OPERATION_TIMEDOUT:
      return WebFailure::timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return WebFailure::tls;
    case CURLE_OK:  // the connection ended within the head
    case CURLE_GOT_NOTHING:
    case CURLE_ABORTED_BY_CALLBACK:  // a kept connection was lost, and there is no retry
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return WebFailure::reset;
    case CURLE_UNSUPPORTED_PROTOCOL:  // HTTP/0.9
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_OUT_OF_MEMORY:  // a header line above libcurl's limit
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR:  // a head that AnswerReader refused
      return WebFailure::bad_answer;
    default:
      return WebFailure::unreachable;
  }
}

// Returns a message that is true of a request. libcurl reports a header line above its own limit as
// lack of memory.
std::string words_for(CURLcode code, std::string_view said) {
  switch (code) {
    case CURLE_OK:
      return "the connection ended within the head";
    case CURLE_ABORTED_BY_CALLBACK:
      return "the connection was lost before the answer";
    case CURLE_OUT_OF_MEMORY:
      return "a header line is too long";
    default:
      return std::string(said.empty() ? curl_easy_strerror(code) : said);
  }
}

}  // namespace

// Callbacks of libcurl during a request.
struct CurlConnection::Callbacks {
  static std::size_t on_line(char* bytes, std::size_t, std::size_t size, void* self) {
    CurlConnection& connection = *static_cast<CurlConnection*>(self);
    const bool is_first = !connection.reader_.has_begun();
    const bool is_fine = connection.reader_.on_line({bytes, size});
    if (is_first && is_fine)
      connection.set_alarm(connection.multi_.loop().tick() +
                           connection.request_->limits.lowest_rate_for / RateWatch::kLooks);
    return is_fine ? size : 0;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) {
    CurlConnection& connection = *static_cast<CurlConnection*>(self);
    if (!connection.reader_.make_room(size)) {
      connection.refused_bytes_ = size;
      connection.pause();
      return CURL_WRITEFUNC_PAUSE;
    }
    return connection.reader_.on_body({bytes, size}) ? size : 0;
  }

  static curl_socket_t on_open(void* self, curlsocktype, curl_sockaddr* address) {
    CurlConnection& connection = *static_cast<CurlConnection*>(self);
    if (connection.options_.proxy.empty()) {
      const auto to = address_of(&address->addr);
      const auto& addresses = connection.request_->addresses;
      if (!to || std::find(addresses.begin(), addresses.end(), *to) == addresses.end() ||
          connection.options_.guard.refusal(*to)) {
        connection.is_guarded_ = true;
        return CURL_SOCKET_BAD;
      }
    }
    const int made = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (made < 0) connection.socket_error_ = errno;
    return made;
  }

  static int on_close(void* multi, curl_socket_t socket) {
    static_cast<CurlMulti*>(multi)->close_socket(socket);
    return 0;
  }

  // Called when there is a connection, new or kept, before the request is sent. If a kept
  // connection breaks, libcurl would retry at once; but the time of a retry is for the crawl to
  // decide.
  static int on_request(void* self, char*, char*, int, int) {
    CurlConnection& connection = *static_cast<CurlConnection*>(self);
    if (connection.has_asked_) return CURL_PREREQFUNC_ABORT;
    connection.has_asked_ = true;
    connection.first_byte_until_ =
        connection.multi_.loop().tick() + connection.request_->limits.first_byte;
    connection.set_alarm(connection.first_byte_until_);
    return CURL_PREREQFUNC_OK;
  }
};

CurlConnection::CurlConnection(CurlMulti& multi, const CurlWebOptions& options)
    : multi_(multi), options_(options), handle_(options) {
  const auto set = [this](CURLoption option, auto value) {
    require(curl_easy_setopt(handle_.easy(), option, value) == CURLE_OK,
            "libcurl knows the callbacks we set");
  };
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_HEADERFUNCTION, &Callbacks::on_line);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Callbacks::on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Callbacks::on_open);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_CLOSESOCKETFUNCTION, &Callbacks::on_close);
  set(CURLOPT_CLOSESOCKETDATA, &multi_);  // the socket may outlive this for a moment
  set(CURLOPT_PREREQFUNCTION, &Callbacks::on_request);
  set(CURLOPT_PREREQDATA, this);
}

CurlConnection::~CurlConnection() {
  if (is_running_) multi_.remove(handle_.easy());
  end_pause();
  clear_alarm();
}

void CurlConnection::get(WebRequest request, std::function<void(WebAnswer)> done) {
  require(!done_, "requests on a connection go one after another");
  request_ = std::move(request);
  done_ = std::move(done);
  reader_ = AnswerReader(request_->limits, options_.bodies);
  tried_ = 0;
  earlier_failure_.reset();
  is_guarded_ = false;
  socket_error_ = 0;
  rate_.restart();
  began_ = multi_.loop().tick();
  connect_until_ = began_ + request_->limits.connect;
  if (auto refused = refusal()) return fail_soon(refused->failure, std::move(refused->detail));
  order_addresses();
  handle_.set_request(*request_);
  attempt();
}

std::optional<WebAnswer> CurlConnection::refusal() const {
  if (!request_->url.is_http())
    return WebAnswer{.failure = WebFailure::unreachable, .detail = "neither http nor https"};
  if (request_->addresses.empty())
    return WebAnswer{.failure = WebFailure::unreachable, .detail = "no address to connect to"};
  for (const IpAddress& address : request_->addresses)
    if (const auto why = options_.guard.refusal(address))
      return WebAnswer{.failure = WebFailure::guarded,
                       .detail = fmt::format("{} is not connected to: {}", address.text(), *why)};
  return std::nullopt;
}

void CurlConnection::order_addresses() {
  std::vector<IpAddress>& addresses = request_->addresses;
  if (good_) {
    const auto found = std::find(addresses.begin(), addresses.end(), *good_);
    if (found != addresses.end()) std::rotate(addresses.begin(), found, found + 1);
  }
  if (addresses.size() > kAddressesTriedMax) addresses.resize(kAddressesTriedMax);
}

// Tries the address at tried_. It gets half of the time left if there are others.
void CurlConnection::attempt() {
  const Tick now = multi_.loop().tick();
  const bool is_last = tried_ + 1 == request_->addresses.size();
  const Duration left = std::max(connect_until_ - now, Duration{1000}) / (is_last ? 1 : 2);
  handle_.set_address(request_->addresses[tried_], *request_->url.effective_port(), left);
  has_asked_ = false;
  first_byte_until_ = {};
  set_alarm(began_ + request_->limits.total);
  multi_.add(handle_.easy());
  is_running_ = true;
}

bool CurlConnection::moves_to_next_address(WebFailure failure) {
  const bool is_connecting = first_byte_until_ == Tick{} && failure != WebFailure::tls;
  if (!is_connecting || is_guarded_ || tried_ + 1 >= request_->addresses.size()) return false;
  if (multi_.loop().tick() >= connect_until_) return false;
  earlier_failure_ =
      earlier_failure_.value_or(failure) == failure ? failure : WebFailure::unreachable;
  ++tried_;
  return true;
}

void CurlConnection::finish(int curl_code) {
  const auto code = static_cast<CURLcode>(curl_code);
  long os_error = 0;
  curl_easy_getinfo(handle_.easy(), CURLINFO_OS_ERRNO, &os_error);
  multi_.remove(handle_.easy());
  is_running_ = false;
  if (reader_.has_head()) {
    good_ = request_->addresses[tried_];
    return deliver(answer_of(code));
  }
  WebFailure failure =
      is_own_shortage(socket_error_) ? WebFailure::no_socket : failure_of(code, os_error);
  if (failure == WebFailure::no_socket) {
    WebAnswer answer;
    answer.failure = failure;
    answer.detail =
        fmt::format("no connection can be opened here: {}", std::strerror(socket_error_));
    return deliver(std::move(answer));
  }
  if (moves_to_next_address(failure)) return attempt();
  if (earlier_failure_ && *earlier_failure_ != failure) failure = WebFailure::unreachable;
  WebAnswer answer;
  answer.failure = is_guarded_ ? WebFailure::guarded : failure;
  if (is_guarded_)
    answer.detail = "the address is not one to connect to";
  else if (!reader_.problem().empty())
    answer.detail = reader_.problem();
  else
    answer.detail = words_for(code, handle_.error());
  deliver(std::move(answer));
}

// Returns an answer with a head, whose body may be truncated.
WebAnswer CurlConnection::answer_of(int curl_code) {
  const auto code = static_cast<CURLcode>(curl_code);
  const bool is_cut = reader_.is_cut();
  const bool is_whole = code == CURLE_OK || reader_.has_long_trailers();
  WebAnswer answer = reader_.take_answer();
  if (is_cut) {
    answer.truncated = warc::Truncation::length;
    answer.detail = fmt::format("the body is longer than {} bytes", request_->limits.body_bytes);
  } else if (!is_whole) {
    const std::string_view said = handle_.error();
    const bool is_malformed = code == CURLE_BAD_CONTENT_ENCODING ||
                              said.find("chunked-encoding") != std::string_view::npos;
    answer.truncated = is_malformed ? warc::Truncation::unspecified : warc::Truncation::disconnect;
    answer.detail = words_for(code, said);
  }
  return answer;
}

void CurlConnection::set_alarm(Tick when) {
  clear_alarm();
  if (!paused_) when = std::min(when, began_ + request_->limits.total);
  alarm_ = multi_.loop().call_at(when, [this] {
    alarm_.reset();
    is_late();
  });
}

void CurlConnection::clear_alarm() {
  if (alarm_) multi_.loop().cancel(*alarm_);
  alarm_.reset();
}

// Time spent waiting for our memory does not count against the limits.
void CurlConnection::pause() {
  if (paused_) return;
  paused_ = multi_.loop().tick();
  options_.bodies->begin_wait();
  set_alarm(*paused_ + kRoomCheck);
}

void CurlConnection::end_pause() {
  if (!paused_) return;
  began_ += multi_.loop().tick() - *paused_;
  paused_.reset();
  options_.bodies->end_wait();
  rate_.restart();
}

void CurlConnection::resume_if_there_is_room() {
  if (!reader_.make_room(refused_bytes_)) return set_alarm(multi_.loop().tick() + kRoomCheck);
  end_pause();
  set_alarm(multi_.loop().tick() + request_->limits.lowest_rate_for / RateWatch::kLooks);
  if (const CURLcode code = curl_easy_pause(handle_.easy(), CURLPAUSE_CONT); code != CURLE_OK)
    finish(code);
}

void CurlConnection::is_late() {
  if (paused_) return resume_if_there_is_room();
  const FetchLimits& limits = request_->limits;
  const Tick now = multi_.loop().tick();
  if (now >= began_ + limits.total)
    return give_up(fmt::format("not finished within {}", in_seconds(limits.total)));
  if (!reader_.has_begun() && !rate_.has_looked()) {
    // No full line yet; but if a part of one has arrived, the rate limit applies instead.
    curl_off_t first_byte_us = 0;
    curl_easy_getinfo(handle_.easy(), CURLINFO_STARTTRANSFER_TIME_T, &first_byte_us);
    if (first_byte_us == 0)
      return give_up(fmt::format("no answer within {}", in_seconds(limits.first_byte)));
  }
  const bool is_pressed = reader_.memory_bytes() > 0 && options_.bodies->has_waiting();
  const std::size_t rate =
      is_pressed ? std::max(limits.lowest_rate, kPressedBytesPerSecond) : limits.lowest_rate;
  if (rate_.is_slow(reader_.bytes(), rate, limits.lowest_rate_for))
    return give_up(fmt::format("less than {} bytes a second for {}{}", rate,
                               in_seconds(limits.lowest_rate_for),
                               is_pressed ? " while memory is short" : ""));
  set_alarm(now + limits.lowest_rate_for / RateWatch::kLooks);
}

void CurlConnection::give_up(std::string why) {
  multi_.remove(handle_.easy());
  is_running_ = false;
  WebAnswer answer;
  if (reader_.has_head()) {
    answer = reader_.take_answer();
    answer.truncated = warc::Truncation::time;
  } else {
    answer.failure = WebFailure::timeout;
  }
  answer.detail = std::move(why);
  deliver(std::move(answer));
}

void CurlConnection::fail_soon(WebFailure failure, std::string why) {
  alarm_ = multi_.loop().call_at(began_, [this, failure, why = std::move(why)] {
    alarm_.reset();
    WebAnswer answer;
    answer.failure = failure;
    answer.detail = why;
    deliver(std::move(answer));
  });
}

// The last step of a request: the callback may destroy this connection.
void CurlConnection::deliver(WebAnswer answer) {
  clear_alarm();
  end_pause();
  const MemoryShare memory = reader_.take_memory();  // held until the callback returns
  if (answer.failure == WebFailure::none) {
    answer.ip = request_->addresses[tried_].text();
    answer.request_head = handle_.request_head();
  }
  answer.took = multi_.loop().tick() - began_;
  const auto done = std::move(done_);
  done_ = nullptr;
  done(std::move(answer));
}

}  // namespace freshet
