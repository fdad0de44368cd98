#include "web/curl_handle.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/check.h"
#include "web/request_head.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;

// Size of libcurl's read buffer.
constexpr long kReadBytes = 64 << 10;

template <class T>
void set(CURL* easy, CURLoption option, T value) {
  require(curl_easy_setopt(easy, option, value) == CURLE_OK, "libcurl knows the options we set");
}

std::string with_brackets(const IpAddress& address) {
  return address.is_v4() ? address.text() : fmt::format("[{}]", address.text());
}

}  // namespace

void CurlHandle::FreeEasy::operator()(void* easy) const { curl_easy_cleanup(easy); }
void CurlHandle::FreeShare::operator()(void* share) const { curl_share_cleanup(share); }
void CurlHandle::FreeList::operator()(curl_slist* list) const { curl_slist_free_all(list); }

CurlHandle::List CurlHandle::append(List list, const std::string& line) {
  curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
  require(longer != nullptr, "there is memory for a header");
  static_cast<void>(list.release());
  return List(longer);
}

CurlHandle::CurlHandle(const CurlWebOptions& options)
    : share_(curl_share_init()), easy_(curl_easy_init()) {
  static_assert(CURL_ERROR_SIZE <= std::tuple_size_v<decltype(error_)>);
  require(share_ && easy_, "there is memory for libcurl");
  curl_share_setopt(share_.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
  CURL* const easy = easy_.get();
  set(easy, CURLOPT_SHARE, share_.get());
  set(easy, CURLOPT_ERRORBUFFER, error_.data());
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_HTTP_VERSION,
      long{options.allows_http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1});
  set(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  set(easy, CURLOPT_BUFFERSIZE, kReadBytes);
  set(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  // The proxy variables of the environment are ignored.
  set(easy, CURLOPT_PROXY, options.proxy.c_str());
  set(easy, CURLOPT_NOPROXY, "");
  set(easy, CURLOPT_HTTPPROXYTUNNEL, 1L);
  set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // With a directory of certificates libcurl reads them for each connection; a file is cached.
  set(easy, CURLOPT_CAPATH, static_cast<char*>(nullptr));
  if (!options.ca_file.empty()) set(easy, CURLOPT_CAINFO, options.ca_file.c_str());
}

// The URL given to libcurl has only the host: path and query are set in our own spelling, and a
// user name in it would become an Authorization header.
void CurlHandle::set_request(WebRequest& request) {
  const Url& url = request.url;
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
  if (request.is_head != is_head_) {
    is_head_ = request.is_head;
    set(easy_.get(), CURLOPT_NOBODY, is_head_ ? 1L : 0L);
    if (!is_head_) set(easy_.get(), CURLOPT_HTTPGET, 1L);
  }
  if (!is_other_host && headers_ == request.headers) return;
  headers_ = std::move(request.headers);
  const std::string host = header_line({"Host", request_authority(url)});
  head_ = host + "\r\n";
  List list = append(nullptr, host);
  if (!warc::find_field(headers_, "Accept")) list = append(std::move(list), "Accept:");
  for (const warc::Field& field : headers_) {
    if (!can_be_sent(field)) continue;
    const std::string line = header_line(field);
    // libcurl reads "Name:" as "remove this header"; "Name;" is its spelling of an empty value.
    list = append(std::move(list), field.value.empty() ? field.name + ";" : line);
    head_.append(line).append("\r\n");
  }
  set(easy_.get(), CURLOPT_HTTPHEADER, list.get());
  header_list_ = std::move(list);
}

void CurlHandle::set_address(const IpAddress& address, std::uint16_t port, Duration patience) {
  std::string connect_to = fmt::format("::{}:{}", with_brackets(address), port);
  if (connect_to != connect_to_) {
    connect_to_ = std::move(connect_to);
    List list = append(nullptr, connect_to_);
    set(easy_.get(), CURLOPT_CONNECT_TO, list.get());
    connect_list_ = std::move(list);
  }
  set(easy_.get(), CURLOPT_CONNECTTIMEOUT_MS,
      static_cast<long>(std::chrono::ceil<milliseconds>(patience).count()));
  error_.front() = '\0';
}

std::string CurlHandle::request_head() const {
  return fmt::format("{} {} HTTP/1.1\r\n{}\r\n", is_head_ ? "HEAD" : "GET", target_, head_);
}

}  // namespace freshet
