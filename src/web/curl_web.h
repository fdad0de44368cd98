// The web by libcurl: HTTP/1.1, and HTTP/2 where a TLS server offers it.
//
// Each WebConnection has one connection of its own, which is kept between requests to the same host
// and closed with it. A request goes out once, also on a kept connection that turns out to be
// closed; whether it is tried again is for the caller to say. Of the addresses of a request each is
// tried until one takes the connection; the one that did is tried first the next time.
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
  // Asked again for every socket, whatever the request says.
  AddressGuard guard = {};
  // A file of certificates (PEM) that are trusted instead of the system's.
  std::string ca_file = {};
  // "http://127.0.0.1:3128", "socks5://..."; empty: none. Variables of the environment are not
  // asked. Requests are tunnelled through it to the addresses that they name, which are guarded;
  // the proxy's own address is not.
  std::string proxy = {};
  bool allows_http2 = true;
  // Memory for the bodies of all requests together; it outlives the Web. While it is full a large
  // body waits, one that comes slowly is given up. None: no limit.
  MemoryPool* bodies = nullptr;
};

// `loop` must outlive the Web, and runs all of it. A header of a request that holds control
// characters is not sent. Fails with Errc::not_found if ca_file cannot be read, Errc::invalid if
// the proxy is none.
Result<std::unique_ptr<Web>> open_curl_web(EventLoop& loop, const CurlWebOptions& options);

}  // namespace freshet
