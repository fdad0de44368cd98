// A Web on libcurl: HTTP/1.1, and HTTP/2 if a TLS server offers it.
//
// Each WebConnection has its own connection, which is kept between requests to the same host and
// closed with it. A request is sent once, even on a kept connection that turns out to be closed;
// the caller decides on a retry. The addresses of a request are tried in turn until one accepts the
// connection; that one is tried first the next time.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "base/memory_pool.h"
#include "web/address.h"
#include "web/event_loop.h"
#include "web/web.h"

namespace freshet {

struct CurlWebOptions {
  // Checked again for every socket, regardless of the request.
  AddressGuard guard = {};
  // PEM file of certificates trusted instead of the system's.
  std::string ca_file = {};
  // "http://127.0.0.1:3128", "socks5://..."; empty: none. Environment variables are ignored.
  // Requests are tunnelled to their own addresses, which are guarded; the proxy's address is not.
  std::string proxy = {};
  bool allows_http2 = true;
  // Memory for the bodies of all requests; it must outlive the Web. While it is full a large body
  // waits, and a slow one is aborted. Null: no limit.
  MemoryPool* bodies = nullptr;
};

// `loop` must outlive the Web, and runs all of it. Request headers with control characters are not
// sent. Fails with Errc::not_found if ca_file cannot be read, Errc::invalid if the proxy is
// malformed.
Result<std::unique_ptr<Web>> open_curl_web(EventLoop& loop, const CurlWebOptions& options);

}  // namespace freshet
