// libcurl's multi handle on an event loop: registers its sockets and its timer with the loop, and
// is driven by them. For curl_web.cc and curl_connection.cc only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

#include "web/event_loop.h"

namespace freshet {

class CurlMulti {
 public:
  // `finished` is called with an easy handle and a CURLcode; it must not destroy this. (Handles are
  // void in libcurl's header too.)
  CurlMulti(EventLoop& loop, std::function<void(void* easy, int code)> finished);
  ~CurlMulti();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  EventLoop& loop() { return loop_; }

  void add(void* easy);
  void remove(void* easy);

  // Every socket of libcurl must be closed by this.
  void close_socket(int socket);

 private:
  static int on_socket(void* easy, int socket, int what, void* self, void* of_socket);
  static int on_timer(void* multi, long ms, void* self);
  void want(int socket, Readiness interest);
  void ready(int socket, Readiness readiness);
  void drive(int socket, int events);

  EventLoop& loop_;
  std::function<void(void* easy, int code)> finished_;
  std::unique_ptr<void, void (*)(void*)> multi_;
  std::optional<EventLoop::CallId> timer_;
  // The sockets watched by the loop; true if libcurl wants the socket. One that is no longer wanted
  // stays watched until it has an event or is closed: usually the next request wants it again,
  // which saves two changes.
  std::unordered_map<int, bool> sockets_;
};

}  // namespace freshet
