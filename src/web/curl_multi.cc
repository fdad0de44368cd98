#include "web/curl_multi.h"

#include <curl/curl.h>
#include <unistd.h>

#include <chrono>

#include "base/check.h"

namespace freshet {
namespace {

void free_multi(void* multi) { curl_multi_cleanup(multi); }

template <class T>
void set(CURLM* multi, CURLMoption option, T value) {
  require(curl_multi_setopt(multi, option, value) == CURLM_OK, "libcurl knows the options we set");
}

}  // namespace

CurlMulti::CurlMulti(EventLoop& loop, std::function<void(void* easy, int code)> finished)
    : loop_(loop), finished_(std::move(finished)), multi_(curl_multi_init(), &free_multi) {
  require(multi_ != nullptr, "there is memory for libcurl");
  set(multi_.get(), CURLMOPT_SOCKETFUNCTION, &on_socket);
  set(multi_.get(), CURLMOPT_SOCKETDATA, this);
  set(multi_.get(), CURLMOPT_TIMERFUNCTION, &on_timer);
  set(multi_.get(), CURLMOPT_TIMERDATA, this);
  set(multi_.get(), CURLMOPT_PIPELINING, long{CURLPIPE_NOTHING});
  // Idle connections in a cache; each easy handle has its own cache.
  set(multi_.get(), CURLMOPT_MAXCONNECTS, 1L);
}

CurlMulti::~CurlMulti() {
  multi_.reset();
  if (timer_) loop_.cancel(*timer_);
}

void CurlMulti::add(void* easy) {
  require(curl_multi_add_handle(multi_.get(), easy) == CURLM_OK,
          "libcurl takes a handle that is not in use");
}

void CurlMulti::remove(void* easy) { curl_multi_remove_handle(multi_.get(), easy); }

void CurlMulti::close_socket(int socket) {
  if (sockets_.erase(socket) > 0) loop_.unwatch(socket);
  close(socket);
}

int CurlMulti::on_socket(void*, int socket, int what, void* self, void*) {
  CurlMulti& multi = *static_cast<CurlMulti*>(self);
  if (what != CURL_POLL_REMOVE) {
    multi.want(socket, {.read = (what & CURL_POLL_IN) != 0, .write = (what & CURL_POLL_OUT) != 0});
  } else if (const auto found = multi.sockets_.find(socket); found != multi.sockets_.end()) {
    found->second = false;
  }
  return 0;
}

void CurlMulti::want(int socket, Readiness interest) {
  const auto [found, is_new] = sockets_.insert_or_assign(socket, true);
  if (is_new)
    loop_.watch(socket, interest, [this, socket](Readiness is) { ready(socket, is); });
  else
    loop_.change_watch(socket, interest);
}

void CurlMulti::ready(int socket, Readiness readiness) {
  if (!sockets_.at(socket)) {
    loop_.unwatch(socket);
    sockets_.erase(socket);
    return;
  }
  drive(socket, (readiness.read ? CURL_CSELECT_IN : 0) | (readiness.write ? CURL_CSELECT_OUT : 0));
}

int CurlMulti::on_timer(void*, long ms, void* self) {
  CurlMulti& multi = *static_cast<CurlMulti*>(self);
  if (multi.timer_) multi.loop_.cancel(*multi.timer_);
  multi.timer_.reset();
  if (ms < 0) return 0;
  const Tick when = multi.loop_.tick() + std::chrono::milliseconds(ms);
  multi.timer_ = multi.loop_.call_at(when, [&multi] {
    multi.timer_.reset();
    multi.drive(CURL_SOCKET_TIMEOUT, 0);
  });
  return 0;
}

void CurlMulti::drive(int socket, int events) {
  int running = 0;
  require(curl_multi_socket_action(multi_.get(), socket, events, &running) == CURLM_OK,
          "libcurl knows its sockets");
  int left = 0;
  while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &left))
    if (message->msg == CURLMSG_DONE) finished_(message->easy_handle, message->data.result);
}

}  // namespace freshet
