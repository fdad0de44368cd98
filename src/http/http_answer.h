// The one chance to answer a request, from any thread, at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "http/message.h"

namespace freshet {

// The rest of an answer that comes bit by bit. Thread-safe; dropping it ends the answer.
class HttpStream {
 public:
  virtual ~HttpStream() = default;
  // Returns false once the client is gone or too far behind; nothing more will reach it.
  virtual bool send(std::string bytes) = 0;
};

// The place of an answer: a request of a connection that may be gone by then. Thread-safe.
class AnswerPlace {
 public:
  virtual ~AnswerPlace() = default;
  virtual void answer(HttpResponse response) = 0;
  virtual std::unique_ptr<HttpStream> begin_stream(HttpResponse head) = 0;
};

// Dropped without an answer it answers 500.
class HttpAnswer {
 public:
  explicit HttpAnswer(std::unique_ptr<AnswerPlace> place) : place_(std::move(place)) {}
  HttpAnswer(HttpAnswer&&) noexcept = default;
  HttpAnswer& operator=(HttpAnswer&&) = delete;  // would drop one without an answer
  ~HttpAnswer() {
    if (place_) place_->answer(problem(500, "the request was not answered; the log says why"));
  }

  void send(HttpResponse response) && {
    std::exchange(place_, nullptr)->answer(std::move(response));
  }
  // Sends the head; its body stays open.
  std::unique_ptr<HttpStream> stream(HttpResponse head) && {
    return std::exchange(place_, nullptr)->begin_stream(std::move(head));
  }

 private:
  std::unique_ptr<AnswerPlace> place_;
};

}  // namespace freshet
