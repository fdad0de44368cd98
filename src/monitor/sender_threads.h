// Threads that send messages. Each sends one at a time and blocks meanwhile.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/time.h"
#include "monitor/dispatcher.h"
#include "notify/answer.h"
#include "notify/compose.h"

namespace freshet {

class SenderThreads {
 public:
  static constexpr std::size_t kThreads = 4;
  static constexpr std::size_t kQueuedMax = 16;  // messages, those under way too
  static constexpr Duration kStopPatience = std::chrono::seconds(2);

  // Sends one message; notify/sender.h does.
  using Send = std::function<SendAnswer(const Composed&)>;
  // Called on a sender's thread with each answer.
  using Answered = std::function<void(Outgoing, SendAnswer)>;

  SenderThreads(Send send, Answered answered);
  // Waits for messages that are under way, at most kStopPatience; drops those that wait. A message
  // that takes longer is left to its thread, and nobody hears of its end: it counts as not sent.
  ~SenderThreads();
  SenderThreads(const SenderThreads&) = delete;
  SenderThreads& operator=(const SenderThreads&) = delete;

  // Returns how many more messages post() may take now.
  std::size_t room() const;
  void post(Outgoing outgoing);

 private:
  struct Shared;
  static void run(const std::shared_ptr<Shared>& shared);

  const std::shared_ptr<Shared> shared_;
  std::vector<std::thread> threads_;
};

}  // namespace freshet
