#include "web/curl_web.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <optional>

#include "base/check.h"
#include "web/answer_reader.h"
#include "web/curl_multi.h"
#include "web/rate_watch.h"
#include "web/request_head.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;

// How many addresses of a name are tried, one after another.
constexpr std::size_t kAddressesTriedMax = 4;

// What libcurl reads at once.
constexpr long kReadBytes = 64 << 10;

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeShare {
  void operator()(CURLSH* share) const { curl_share_cleanup(share); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using List = std::unique_ptr<curl_slist, FreeList>;

template <class T>
void set(CURL* easy, CURLoption option, T value) {
  require(curl_easy_setopt(easy, option, value) == CURLE_OK, "libcurl knows the options we set");
}

List append(List list, const std::string& line) {
  curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
  require(longer != nullptr, "there is memory for a header");
  static_cast<void>(list.release());
  return List(longer);
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

std::string with_brackets(const IpAddress& address) {
  return address.is_v4() ? address.text() : fmt::format("[{}]", address.text());
}

// What it means that libcurl gave up before there was a head.
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
    case CURLE_ABORTED_BY_CALLBACK:  // a kept connection was lost, and we did not ask again
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return WebFailure::reset;
    case CURLE_UNSUPPORTED_PROTOCOL:  // HTTP/0.9
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_OUT_OF_MEMORY:  // a header line that libcurl finds too long
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR:  // a head that we refused
      return WebFailure::bad_answer;
    default:
      return WebFailure::unreachable;
  }
}

class CurlWeb final : public Web {
 public:
  CurlWeb(EventLoop& loop, const CurlWebOptions& options);

  std::unique_ptr<WebConnection> connect() override;

  EventLoop& loop() { return multi_.loop(); }
  CurlMulti& multi() { return multi_; }
  const CurlWebOptions& options() const { return options_; }

 private:
  const CurlWebOptions options_;
  CurlMulti multi_;
};

class CurlConnection final : public WebConnection {
 public:
  explicit CurlConnection(CurlWeb& web);
  ~CurlConnection() override;

  void get(WebRequest request, std::function<void(WebAnswer)> done) override;

  // libcurl is through with the request.
  void finish(CURLcode code);

 private:
  static std::size_t on_line(char* bytes, std::size_t, std::size_t size, void* self);
  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self);
  static curl_socket_t on_open(void* self, curlsocktype, curl_sockaddr* address);
  static int on_close(void* multi, curl_socket_t socket);
  static int on_request(void* self, char*, char*, int, int);

  void order_addresses();
  std::optional<WebAnswer> refusal() const;
  void prepare_head();
  void attempt();
  bool moves_to_next_address(WebFailure failure);
  void set_alarm(Tick when);
  void clear_alarm();
  void is_late();
  void give_up(std::string why);
  void fail_soon(WebFailure failure, std::string why);
  void deliver(WebAnswer answer);
  WebAnswer answer_of(CURLcode code);

  CurlWeb& web_;
  // Holds the connection, so that it is nobody else's and goes with us. Destroyed behind the easy
  // handle, as libcurl wants it.
  std::unique_ptr<CURLSH, FreeShare> share_;
  std::unique_ptr<CURL, FreeEasy> easy_;
  std::array<char, CURL_ERROR_SIZE> error_{};

  // What the easy handle is set to; not set again while it stays the same.
  std::string origin_;
  std::vector<warc::Field> headers_;
  std::string head_;  // Host and headers as sent
  List header_list_;
  std::string target_;
  std::string connect_to_;
  List connect_list_;

  // Of the request that is under way.
  std::function<void(WebAnswer)> done_;
  std::optional<WebRequest> request_;
  AnswerReader reader_;
  bool is_running_ = false;  // the easy handle is in the multi handle
  std::size_t tried_ = 0;    // index of the address that is being tried
  std::optional<WebFailure> earlier_failure_;
  bool is_guarded_ = false;
  bool has_asked_ = false;  // the request went out
  Tick began_{};
  Tick connect_until_{};
  Tick first_byte_until_{};  // zero until the request is sent
  std::optional<EventLoop::CallId> alarm_;
  RateWatch rate_;

  std::optional<IpAddress> good_;  // took the connection the last time
};

// --- the web: sockets and time
// ---------------------------------------------------------------------

CurlWeb::CurlWeb(EventLoop& loop, const CurlWebOptions& options)
    : options_(options), multi_(loop, [](void* easy, int code) {
        CurlConnection* connection = nullptr;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, &connection);
        connection->finish(static_cast<CURLcode>(code));
      }) {}

std::unique_ptr<WebConnection> CurlWeb::connect() {
  return std::make_unique<CurlConnection>(*this);
}

CurlConnection::CurlConnection(CurlWeb& web)
    : web_(web), share_(curl_share_init()), easy_(curl_easy_init()) {
  require(share_ && easy_, "there is memory for libcurl");
  curl_share_setopt(share_.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
  CURL* const easy = easy_.get();
  set(easy, CURLOPT_SHARE, share_.get());
  set(easy, CURLOPT_PRIVATE, this);
  set(easy, CURLOPT_ERRORBUFFER, error_.data());
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_HTTP_VERSION,
      long{web.options().allows_http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1});
  set(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  set(easy, CURLOPT_BUFFERSIZE, kReadBytes);
  set(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  // Never from the environment.
  set(easy, CURLOPT_PROXY, web.options().proxy.c_str());
  set(easy, CURLOPT_NOPROXY, "");
  set(easy, CURLOPT_HTTPPROXYTUNNEL, 1L);
  set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // With a directory of certificates libcurl reads them again for each connection; a file it keeps.
  set(easy, CURLOPT_CAPATH, static_cast<char*>(nullptr));
  if (!web.options().ca_file.empty()) set(easy, CURLOPT_CAINFO, web.options().ca_file.c_str());

  set(easy, CURLOPT_HEADERFUNCTION, &on_line);
  set(easy, CURLOPT_HEADERDATA, this);
  set(easy, CURLOPT_WRITEFUNCTION, &on_body);
  set(easy, CURLOPT_WRITEDATA, this);
  set(easy, CURLOPT_OPENSOCKETFUNCTION, &on_open);
  set(easy, CURLOPT_OPENSOCKETDATA, this);
  set(easy, CURLOPT_CLOSESOCKETFUNCTION, &on_close);
  set(easy, CURLOPT_CLOSESOCKETDATA, &web.multi());  // the socket may outlive us for a moment
  set(easy, CURLOPT_PREREQFUNCTION, &on_request);
  set(easy, CURLOPT_PREREQDATA, this);
}

CurlConnection::~CurlConnection() {
  if (is_running_) web_.multi().remove(easy_.get());
  clear_alarm();
}

std::size_t CurlConnection::on_line(char* bytes, std::size_t, std::size_t size, void* self) {
  CurlConnection& connection = *static_cast<CurlConnection*>(self);
  const bool is_first = !connection.reader_.has_begun();
  const bool is_fine = connection.reader_.take_line({bytes, size});
  if (is_first && is_fine)
    connection.set_alarm(connection.web_.loop().tick() +
                         connection.request_->limits.lowest_rate_for / RateWatch::kLooks);
  return is_fine ? size : 0;
}

std::size_t CurlConnection::on_body(char* bytes, std::size_t, std::size_t size, void* self) {
  return static_cast<CurlConnection*>(self)->reader_.take_body({bytes, size}) ? size : 0;
}

curl_socket_t CurlConnection::on_open(void* self, curlsocktype, curl_sockaddr* address) {
  CurlConnection& connection = *static_cast<CurlConnection*>(self);
  if (connection.web_.options().proxy.empty()) {
    const auto to = address_of(&address->addr);
    const auto& addresses = connection.request_->addresses;
    if (!to || std::find(addresses.begin(), addresses.end(), *to) == addresses.end() ||
        connection.web_.options().guard.refusal(*to)) {
      connection.is_guarded_ = true;
      return CURL_SOCKET_BAD;
    }
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int CurlConnection::on_close(void* multi, curl_socket_t socket) {
  static_cast<CurlMulti*>(multi)->close_socket(socket);
  return 0;
}

// There is a connection, new or kept, and the request goes out next. When a kept connection breaks
// libcurl would ask again at once; how soon a server is asked again is not for it to decide.
int CurlConnection::on_request(void* self, char*, char*, int, int) {
  CurlConnection& connection = *static_cast<CurlConnection*>(self);
  if (connection.has_asked_) return CURL_PREREQFUNC_ABORT;
  connection.has_asked_ = true;
  connection.first_byte_until_ =
      connection.web_.loop().tick() + connection.request_->limits.first_byte;
  connection.set_alarm(connection.first_byte_until_);
  return CURL_PREREQFUNC_OK;
}

// --- a connection: one request
// ---------------------------------------------------------------------

void CurlConnection::get(WebRequest request, std::function<void(WebAnswer)> done) {
  require(!done_, "requests on a connection go one after another");
  request_ = std::move(request);
  done_ = std::move(done);
  reader_ = AnswerReader(request_->limits);
  tried_ = 0;
  earlier_failure_.reset();
  is_guarded_ = false;
  rate_.restart();
  began_ = web_.loop().tick();
  connect_until_ = began_ + request_->limits.connect;
  if (auto refused = refusal()) return fail_soon(refused->failure, std::move(refused->detail));
  order_addresses();
  prepare_head();
  attempt();
}

std::optional<WebAnswer> CurlConnection::refusal() const {
  if (!request_->url.is_http())
    return WebAnswer{.failure = WebFailure::unreachable, .detail = "neither http nor https"};
  if (request_->addresses.empty())
    return WebAnswer{.failure = WebFailure::unreachable, .detail = "no address to connect to"};
  for (const IpAddress& address : request_->addresses)
    if (const auto why = web_.options().guard.refusal(address))
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

// The URL that libcurl sees holds but the host: path and query are given as we spell them, and a
// user name in it would become a header that nobody asked for.
void CurlConnection::prepare_head() {
  const Url& url = request_->url;
  std::string origin = url.origin() + "/";
  const bool is_other_host = origin != origin_;
  if (is_other_host) {
    origin_ = std::move(origin);
    set(easy_.get(), CURLOPT_URL, origin_.c_str());
  }
  if (std::string target = request_target(url); target != target_) {
    target_ = std::move(target);
    set(easy_.get(), CURLOPT_REQUEST_TARGET, target_.c_str());
  }
  if (!is_other_host && headers_ == request_->headers) return;
  headers_ = std::move(request_->headers);
  const std::string host = header_line({"Host", request_authority(url)});
  head_ = host + "\r\n";
  List list = append(nullptr, host);
  if (!warc::find_field(headers_, "Accept")) list = append(std::move(list), "Accept:");
  for (const warc::Field& field : headers_) {
    if (!can_be_sent(field)) continue;
    const std::string line = header_line(field);
    // libcurl reads "Name:" as "do not send it"; "Name;" is its spelling of an empty value.
    list = append(std::move(list), field.value.empty() ? field.name + ";" : line);
    head_.append(line).append("\r\n");
  }
  set(easy_.get(), CURLOPT_HTTPHEADER, list.get());
  header_list_ = std::move(list);
}

// Tries the address at tried_. While there are others, it gets half of the time that is left.
void CurlConnection::attempt() {
  const IpAddress& address = request_->addresses[tried_];
  std::string connect_to =
      fmt::format("::{}:{}", with_brackets(address), *request_->url.effective_port());
  if (connect_to != connect_to_) {
    connect_to_ = std::move(connect_to);
    List list = append(nullptr, connect_to_);
    set(easy_.get(), CURLOPT_CONNECT_TO, list.get());
    connect_list_ = std::move(list);
  }
  const Tick now = web_.loop().tick();
  const bool is_last = tried_ + 1 == request_->addresses.size();
  const Duration left = std::max(connect_until_ - now, Duration{1000}) / (is_last ? 1 : 2);
  set(easy_.get(), CURLOPT_CONNECTTIMEOUT_MS,
      static_cast<long>(std::chrono::ceil<milliseconds>(left).count()));
  error_.front() = '\0';
  has_asked_ = false;
  first_byte_until_ = {};
  set_alarm(began_ + request_->limits.total);
  web_.multi().add(easy_.get());
  is_running_ = true;
}

bool CurlConnection::moves_to_next_address(WebFailure failure) {
  const bool is_connecting = first_byte_until_ == Tick{} && failure != WebFailure::tls;
  if (!is_connecting || is_guarded_ || tried_ + 1 >= request_->addresses.size()) return false;
  if (web_.loop().tick() >= connect_until_) return false;
  earlier_failure_ =
      earlier_failure_.value_or(failure) == failure ? failure : WebFailure::unreachable;
  ++tried_;
  return true;
}

void CurlConnection::finish(CURLcode code) {
  long os_error = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &os_error);
  web_.multi().remove(easy_.get());
  is_running_ = false;
  if (reader_.has_head()) {
    good_ = request_->addresses[tried_];
    return deliver(answer_of(code));
  }
  WebFailure failure = failure_of(code, os_error);
  if (moves_to_next_address(failure)) return attempt();
  if (earlier_failure_ && *earlier_failure_ != failure) failure = WebFailure::unreachable;
  WebAnswer answer;
  answer.failure = is_guarded_ ? WebFailure::guarded : failure;
  if (is_guarded_)
    answer.detail = "the address is not one to connect to";
  else if (!reader_.problem().empty())
    answer.detail = reader_.problem();
  else if (code == CURLE_OK)
    answer.detail = "the connection ended within the head";
  else if (code == CURLE_ABORTED_BY_CALLBACK)
    answer.detail = "the connection was lost before the answer";
  else
    answer.detail = error_.front() != '\0' ? error_.data() : curl_easy_strerror(code);
  deliver(std::move(answer));
}

// An answer with a head, whose body may have ended before it should.
WebAnswer CurlConnection::answer_of(CURLcode code) {
  const bool is_cut = reader_.is_cut();
  WebAnswer answer = reader_.take_answer();
  if (is_cut) {
    answer.truncated = warc::Truncation::length;
    answer.detail = fmt::format("the body is longer than {} bytes", request_->limits.body_bytes);
  } else if (code != CURLE_OK) {
    const std::string_view said = error_.data();
    const bool is_malformed = code == CURLE_BAD_CONTENT_ENCODING ||
                              said.find("chunked-encoding") != std::string_view::npos;
    answer.truncated = is_malformed ? warc::Truncation::unspecified : warc::Truncation::disconnect;
    answer.detail = said.empty() ? curl_easy_strerror(code) : said;
  }
  return answer;
}

// --- a connection: time
// ----------------------------------------------------------------------------

void CurlConnection::set_alarm(Tick when) {
  clear_alarm();
  when = std::min(when, began_ + request_->limits.total);
  alarm_ = web_.loop().call_at(when, [this] {
    alarm_.reset();
    is_late();
  });
}

void CurlConnection::clear_alarm() {
  if (alarm_) web_.loop().cancel(*alarm_);
  alarm_.reset();
}

void CurlConnection::is_late() {
  const FetchLimits& limits = request_->limits;
  const Tick now = web_.loop().tick();
  if (now >= began_ + limits.total)
    return give_up(fmt::format("not finished within {}", in_seconds(limits.total)));
  if (!reader_.has_begun() && !rate_.has_looked()) {
    // No line yet; but perhaps the beginning of one, and then it is the rate that counts.
    curl_off_t first_byte_us = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_STARTTRANSFER_TIME_T, &first_byte_us);
    if (first_byte_us == 0)
      return give_up(fmt::format("no answer within {}", in_seconds(limits.first_byte)));
  }
  if (rate_.is_slow(reader_.bytes(), limits.lowest_rate, limits.lowest_rate_for))
    return give_up(fmt::format("less than {} bytes a second for {}", limits.lowest_rate,
                               in_seconds(limits.lowest_rate_for)));
  set_alarm(now + limits.lowest_rate_for / RateWatch::kLooks);
}

void CurlConnection::give_up(std::string why) {
  web_.multi().remove(easy_.get());
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
  alarm_ = web_.loop().call_at(began_, [this, failure, why = std::move(why)] {
    alarm_.reset();
    WebAnswer answer;
    answer.failure = failure;
    answer.detail = why;
    deliver(std::move(answer));
  });
}

// The last that is done for a request: whoever is told may destroy this connection.
void CurlConnection::deliver(WebAnswer answer) {
  clear_alarm();
  if (answer.failure == WebFailure::none) {
    answer.ip = request_->addresses[tried_].text();
    answer.request_head = fmt::format("GET {} HTTP/1.1\r\n{}\r\n", target_, head_);
  }
  answer.took = web_.loop().tick() - began_;
  const auto done = std::move(done_);
  done_ = nullptr;
  done(std::move(answer));
}

}  // namespace

Result<std::unique_ptr<Web>> open_curl_web(EventLoop& loop, const CurlWebOptions& options) {
  static std::once_flag once;
  std::call_once(once, [] {
    require(curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK, "libcurl starts");
    // A server that closes its end while we write must not end the program.
    std::signal(SIGPIPE, SIG_IGN);
  });
  if (!options.ca_file.empty() && access(options.ca_file.c_str(), R_OK) != 0)
    return std::unexpected(Error{
        Errc::not_found, fmt::format("{}: the file of trusted certificates cannot be read: {}",
                                     options.ca_file, std::strerror(errno))});
  const auto is_proxy = [&](std::string_view scheme) {
    return options.proxy.starts_with(scheme) && options.proxy.size() > scheme.size();
  };
  if (!options.proxy.empty() && !is_proxy("http://") && !is_proxy("https://") &&
      !is_proxy("socks5://") && !is_proxy("socks5h://") && !is_proxy("socks4://") &&
      !is_proxy("socks4a://"))
    return std::unexpected(
        Error{Errc::invalid, fmt::format("\"{}\" is no proxy; write it as http://127.0.0.1:3128 or "
                                         "socks5://127.0.0.1:1080",
                                         options.proxy)});
  return std::make_unique<CurlWeb>(loop, options);
}

}  // namespace freshet
