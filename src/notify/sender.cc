#include "notify/sender.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "notify/hook_process.h"

namespace freshet {
namespace {

struct FreeEasyHandle {
  void operator()(void* easy) const { curl_easy_cleanup(easy); }
};
struct FreeStringList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using StringList = std::unique_ptr<curl_slist, FreeStringList>;

void append_line(StringList& list, const std::string& line) {
  curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
  require(longer != nullptr, "there is memory for a line");
  static_cast<void>(list.release());
  list.reset(longer);
}

std::optional<IpAddress> ip_address_of(const curl_sockaddr& address) {
  if (address.family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address.addr, sizeof v4);
    return IpAddress::v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address.family != AF_INET6) return std::nullopt;
  // libcurl keeps room for every kind of address behind this member.
  sockaddr_in6 v6{};
  std::memcpy(&v6, static_cast<const void*>(&address.addr), sizeof v6);
  std::array<std::uint8_t, 16> bytes{};
  std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
  return IpAddress::v6(bytes);
}

// One attempt. libcurl calls its functions.
class Attempt {
 public:
  Attempt(const Composed& composed, const SenderOptions& options)
      : composed_(composed), options_(options), easy_(curl_easy_init()) {
    require(easy_ != nullptr, "there is memory for libcurl");
  }

  SendAnswer run(Time now) {
    set_common();
    if (composed_.mail) {
      set_mail(*composed_.mail);
    } else {
      set_request(now);
    }
    return answer_of(curl_easy_perform(easy_.get()));
  }

 private:
  template <class T>
  void set(CURLoption option, T value) {
    require(curl_easy_setopt(easy_.get(), option, value) == CURLE_OK,
            "libcurl knows the options of a sender");
  }

  static long milliseconds_of(Duration time) {
    return static_cast<long>(std::chrono::ceil<std::chrono::milliseconds>(time).count());
  }

  void set_common() {
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_ERRORBUFFER, error_.data());
    set(CURLOPT_PROTOCOLS_STR, composed_.mail ? "smtp,smtps" : "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_PROXY, "");
    set(CURLOPT_NOPROXY, "*");
    set(CURLOPT_NETRC, long{CURL_NETRC_IGNORED});
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds_of(options_.connect));
    set(CURLOPT_TIMEOUT_MS, milliseconds_of(options_.total));
    set(CURLOPT_USERAGENT, options_.user_agent.c_str());
    if (!options_.ca_file.empty()) {
      set(CURLOPT_CAPATH, static_cast<char*>(nullptr));
      set(CURLOPT_CAINFO, options_.ca_file.c_str());
    }
    set(CURLOPT_OPENSOCKETFUNCTION, &Attempt::on_open);
    set(CURLOPT_OPENSOCKETDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Attempt::on_line);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, &Attempt::on_body);
    set(CURLOPT_WRITEDATA, this);
  }

  void set_request(Time now) {
    set(CURLOPT_URL, composed_.url.c_str());
    append_line(lines_, "Expect:");
    for (const ComposedHeader& header : composed_.headers)
      append_line(lines_, fmt::format("{}: {}", header.name, header.value));
    if (composed_.kind == ChannelKind::webhook) {
      const auto seconds = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
      append_line(lines_, fmt::format("webhook-timestamp: {}", seconds));
      if (!composed_.signing_keys.empty())
        append_line(lines_,
                    "webhook-signature: " + webhook_signature(composed_.id, now, composed_.body,
                                                              composed_.signing_keys));
    }
    set(CURLOPT_HTTPHEADER, lines_.get());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(composed_.body.size()));
    set(CURLOPT_POSTFIELDS, composed_.body.data());
    set(CURLOPT_CUSTOMREQUEST, composed_.method.c_str());
  }

  void set_mail(const MailEnvelope& mail) {
    const bool is_v6 = mail.host.find(':') != std::string::npos;
    const std::string url =
        fmt::format("{}://{}{}{}:{}/{}", mail.security == MailSecurity::tls ? "smtps" : "smtp",
                    is_v6 ? "[" : "", mail.host, is_v6 ? "]" : "", mail.port, options_.mail_name);
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_USE_SSL,
        long{mail.security == MailSecurity::none ? CURLUSESSL_NONE : CURLUSESSL_ALL});
    if (!mail.user.empty()) {
      set(CURLOPT_USERNAME, mail.user.c_str());
      set(CURLOPT_PASSWORD, mail.password.c_str());
    }
    set(CURLOPT_MAIL_FROM, fmt::format("<{}>", mail.from).c_str());
    for (const std::string& to : mail.to) append_line(lines_, fmt::format("<{}>", to));
    set(CURLOPT_MAIL_RCPT, lines_.get());
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_READFUNCTION, &Attempt::on_read);
    set(CURLOPT_READDATA, this);
    set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(composed_.body.size()));
  }

  static curl_socket_t on_open(void* self, curlsocktype, curl_sockaddr* address) {
    Attempt& attempt = *static_cast<Attempt*>(self);
    const auto ip = ip_address_of(*address);
    if (!ip) return CURL_SOCKET_BAD;
    if (const auto why = attempt.options_.guard.refusal(*ip)) {
      attempt.refusal_ = fmt::format("{} is not connected to: {}", ip->text(), *why);
      return CURL_SOCKET_BAD;
    }
    attempt.may_connect_ = true;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }

  static std::size_t on_line(char* bytes, std::size_t, std::size_t size, void* self) {
    Attempt& attempt = *static_cast<Attempt*>(self);
    const std::string_view line = trim_ascii_whitespace({bytes, size});
    if (attempt.composed_.mail) {
      // The last line of the server, without its code.
      if (line.size() > 4 && line.size() <= kAnswerBytesMax) attempt.answer_.body = line.substr(4);
      return size;
    }
    if (line.empty()) attempt.has_head_ = true;
    if (line.starts_with("HTTP/")) attempt.has_head_ = false;  // there may be several
    constexpr std::string_view kField = "retry-after:";
    constexpr std::size_t kFieldBytesMax = 100;
    if (starts_with_ignoring_case(line, kField) && line.size() <= kFieldBytesMax)
      attempt.answer_.retry_after = trim_ascii_whitespace(line.substr(kField.size()));
    return size;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) {
    Attempt& attempt = *static_cast<Attempt*>(self);
    std::string& body = attempt.answer_.body;
    const std::size_t room = kAnswerBytesMax - std::min(kAnswerBytesMax, body.size());
    body.append(bytes, std::min(room, size));
    return size <= room ? size : 0;  // 0 ends the transfer
  }

  static std::size_t on_read(char* out, std::size_t, std::size_t size, void* self) {
    Attempt& attempt = *static_cast<Attempt*>(self);
    const std::string_view rest = std::string_view(attempt.composed_.body).substr(attempt.read_);
    const std::size_t count = std::min(size, rest.size());
    std::memcpy(out, rest.data(), count);
    attempt.read_ += count;
    return count;
  }

  SendFailure failure_of_code(CURLcode code) const {
    switch (code) {
      case CURLE_URL_MALFORMAT:
      case CURLE_UNSUPPORTED_PROTOCOL:
        return SendFailure::bad_address;
      case CURLE_COULDNT_RESOLVE_HOST:
        return SendFailure::no_such_name;
      case CURLE_COULDNT_CONNECT:
        return refusal_ && !may_connect_ ? SendFailure::guarded : SendFailure::unreachable;
      case CURLE_OPERATION_TIMEDOUT:
        return SendFailure::timeout;
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CONNECT_ERROR:
      case CURLE_USE_SSL_FAILED:
        return SendFailure::tls;
      case CURLE_LOGIN_DENIED:
        return SendFailure::login;
      case CURLE_OUT_OF_MEMORY:
      case CURLE_FAILED_INIT:
      case CURLE_SSL_CACERT_BADFILE:
        return SendFailure::own;
      default:
        return SendFailure::broken;
    }
  }

  // A mail is taken only if the dialogue ended well; of HTTP the head is enough, since repeating a
  // message that was taken is worse than not reading the end of its answer.
  SendAnswer answer_of(CURLcode code) {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    answer_.status = static_cast<int>(status);
    if (code == CURLE_OK) return std::move(answer_);
    // A status that is followed by silence belongs to a command before: "EHLO", answered by 502.
    const bool is_of_mail = code != CURLE_LOGIN_DENIED && code != CURLE_USE_SSL_FAILED &&
                            code != CURLE_OPERATION_TIMEDOUT;
    const bool has_verdict =
        composed_.mail ? status >= 400 && is_of_mail : status >= 200 && has_head_;
    if (has_verdict) return std::move(answer_);
    answer_.failure = failure_of_code(code);
    // A mail server that is busy answers 4xx to a right password too.
    if (answer_.failure == SendFailure::login && status >= 400 && status < 500) {
      answer_.failure = SendFailure::none;
      return std::move(answer_);
    }
    if (answer_.failure == SendFailure::guarded) answer_.detail = *refusal_;
    if (answer_.failure == SendFailure::tls) answer_.detail = curl_easy_strerror(code);
    return std::move(answer_);
  }

  const Composed& composed_;
  const SenderOptions& options_;
  std::unique_ptr<void, FreeEasyHandle> easy_;
  StringList lines_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  std::optional<std::string> refusal_;
  bool may_connect_ = false;  // one of the addresses is allowed
  std::size_t read_ = 0;      // of the mail
  bool has_head_ = false;     // the whole head of the answer
  SendAnswer answer_;
};

}  // namespace

SendAnswer send(const Composed& composed, const SenderOptions& options, Time now) {
  static std::once_flag once;
  std::call_once(once, [] {
    require(curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK, "libcurl starts");
    // A receiver that closes its end during a write must not end the program.
    std::signal(SIGPIPE, SIG_IGN);
  });
  if (composed.hook) return run_hook(*composed.hook, composed.body);
  return Attempt(composed, options).run(now);
}

}  // namespace freshet
