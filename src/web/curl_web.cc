#include "web/curl_web.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>

#include "base/check.h"
#include "web/curl_connection.h"
#include "web/curl_multi.h"

namespace freshet {
namespace {

class CurlWeb final : public Web {
 public:
  CurlWeb(EventLoop& loop, const CurlWebOptions& options)
      : options_(options), multi_(loop, [](void* easy, int code) {
          CurlConnection* connection = nullptr;
          curl_easy_getinfo(easy, CURLINFO_PRIVATE, &connection);
          connection->finish(code);
        }) {}

  std::unique_ptr<WebConnection> connect() override {
    return std::make_unique<CurlConnection>(multi_, options_);
  }

 private:
  const CurlWebOptions options_;
  CurlMulti multi_;
};

}  // namespace

Result<std::unique_ptr<Web>> open_curl_web(EventLoop& loop, const CurlWebOptions& options) {
  static std::once_flag once;
  std::call_once(once, [] {
    require(curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK, "libcurl starts");
    // A server that closes its end during a write must not end the program.
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
