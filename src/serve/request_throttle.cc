#include "serve/request_throttle.h"

namespace freshet {

Duration RequestThrottle::admit(std::string_view client, Time now) {
  if (clients_.size() >= kClientsMax) {
    std::erase_if(clients_, [&](const auto& each) { return now - each.second.begin >= kWindow; });
    // All of them are of this minute: we would rather forget them than grow.
    if (clients_.size() >= kClientsMax) clients_.clear();
  }
  Count& count = clients_[std::string(client)];
  if (count.requests == 0 || now - count.begin >= kWindow || now < count.begin)
    count = {.begin = now};
  if (++count.requests <= requests_) return {};
  return count.begin + kWindow - now;
}

}  // namespace freshet
