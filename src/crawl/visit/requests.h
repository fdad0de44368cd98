// The requests of one visit, one at a time. Each gets a pass for its address (address_pace.h), and
// no answer arrives after close().
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "crawl/address_pace.h"
#include "crawl/cookies.h"
#include "crawl/visit/visit_task.h"
#include "web/web.h"

namespace freshet {

// One thread uses it.
class VisitRequests {
 public:
  using Done = std::function<void(WebAnswer)>;

  explicit VisitRequests(const VisitTools& tools) : tools_(tools) {}

  void open();   // the connection to the host of the visit
  void close();  // gives up the request that is under way
  bool is_busy() const { return is_busy_; }
  CookieJar& cookies() { return cookies_; }

  // Asks for a pass to `address`; without one it tells when to ask again.
  AddressPace::Entry enter(const IpAddress& address, const AddressPace::Terms& terms);

  // Sends to the host of the visit. `done` is called by the Events, never from within this call.
  void send(WebRequest request, AddressPace::Pass pass, Done done);

  // The same to another host, on a connection of its own.
  void send_elsewhere(WebRequest request, AddressPace::Pass pass, Done done);

  // Gives the addresses of another host that pass the guard.
  void resolve(const Host& host, std::function<void(std::vector<IpAddress>)> done);

 private:
  void get(WebConnection& connection, WebRequest request, AddressPace::Pass pass, Done done);

  const VisitTools& tools_;
  CookieJar cookies_;
  std::unique_ptr<WebConnection> connection_;
  std::unique_ptr<WebConnection> elsewhere_;
  std::optional<AddressPace::Pass> pass_;                         // of the request under way
  std::shared_ptr<bool> is_open_ = std::make_shared<bool>(true);  // replaced by close()
  bool is_busy_ = false;
};

}  // namespace freshet
