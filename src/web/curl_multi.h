// libcurl's multi handle on an event loop: it tells the loop which sockets and which moment it
// waits for, and is driven when they come. For curl_web.cc and curl_connection.cc only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

#include "web/event_loop.h"

namespace freshet {

class CurlMulti {
 public:
  // `finished` is called with an easy handle and a CURLcode, and may then do anything but destroy
  // this. (Handles are void to libcurl's own header too.)
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
  // The sockets that the loop watches, and whether libcurl wants it. One that it wants no more
  // stays watched until it stirs or is closed: mostly the next request wants it again, and both
  // changes are saved.
  std::unordered_map<int, bool> sockets_;
};

}  // namespace freshet
