// Sends requests one at a time by libcurl on its own connection: tries the addresses, enforces the
// time limits, returns the answer. For curl_web.cc only.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "base/time.h"
#include "web/answer_reader.h"
#include "web/curl_handle.h"
#include "web/curl_multi.h"
#include "web/curl_web.h"
#include "web/event_loop.h"
#include "web/rate_watch.h"
#include "web/web.h"

namespace freshet {

class CurlConnection final : public WebConnection {
 public:
  // `multi` and `options` must outlive it.
  CurlConnection(CurlMulti& multi, const CurlWebOptions& options);
  ~CurlConnection() override;

  void get(WebRequest request, std::function<void(WebAnswer)> done) override;

  // Called when libcurl has finished the request; `code` is its CURLcode.
  void finish(int code);

 private:
  struct Callbacks;

  void order_addresses();
  std::optional<WebAnswer> refusal() const;
  void attempt();
  bool moves_to_next_address(WebFailure failure);
  void set_alarm(Tick when);
  void clear_alarm();
  void is_late();
  void pause();
  void resume_if_there_is_room();
  void end_pause();
  void give_up(std::string why);
  void fail_soon(WebFailure failure, std::string why);
  void deliver(WebAnswer answer);
  WebAnswer answer_of(int code);

  CurlMulti& multi_;
  const CurlWebOptions& options_;
  CurlHandle handle_;

  // State of the current request.
  std::function<void(WebAnswer)> done_;
  std::optional<WebRequest> request_;
  AnswerReader reader_;
  bool is_running_ = false;  // the easy handle is in the multi handle
  std::size_t tried_ = 0;    // index of the address being tried
  std::optional<WebFailure> earlier_failure_;
  bool is_guarded_ = false;
  bool has_asked_ = false;         // the request was sent
  int socket_error_ = 0;           // of socket() on this machine
  std::optional<Tick> paused_;     // since when the body waits for memory
  std::size_t refused_bytes_ = 0;  // size of the waiting piece
  Tick began_{};
  Tick connect_until_{};
  Tick first_byte_until_{};  // zero until the request is sent
  std::optional<EventLoop::CallId> alarm_;
  RateWatch rate_;

  std::optional<IpAddress> good_;  // the address of the last successful connection
};

}  // namespace freshet
