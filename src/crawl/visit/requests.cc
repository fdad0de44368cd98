#include "crawl/visit/requests.h"

#include <string>
#include <utility>

namespace freshet {

void VisitRequests::open() { connection_ = tools_.web.connect(); }

void VisitRequests::close() {
  is_open_ = std::make_shared<bool>(true);
  connection_.reset();
  elsewhere_.reset();
  pass_.reset();
  is_busy_ = false;
}

AddressPace::Entry VisitRequests::enter(const IpAddress& address, const AddressPace::Terms& terms) {
  return tools_.shared.addresses.enter(address, tools_.events.tick(), terms);
}

void VisitRequests::send(WebRequest request, AddressPace::Pass pass, Done done) {
  get(*connection_, std::move(request), std::move(pass), std::move(done));
}

void VisitRequests::send_elsewhere(WebRequest request, AddressPace::Pass pass, Done done) {
  elsewhere_ = tools_.web.connect();
  get(*elsewhere_, std::move(request), std::move(pass),
      [this, done = std::move(done)](WebAnswer answer) {
        elsewhere_.reset();
        done(std::move(answer));
      });
}

void VisitRequests::get(WebConnection& connection, WebRequest request, AddressPace::Pass pass,
                        Done done) {
  pass_ = std::move(pass);
  is_busy_ = true;
  connection.get(std::move(request), [this, open = std::weak_ptr<bool>(is_open_),
                                      done = std::move(done)](WebAnswer answer) {
    if (open.expired()) return;
    is_busy_ = false;
    pass_->finish(tools_.events.tick());
    pass_.reset();
    // The connection may be closed by `done`, and with it this function.
    const Done call = done;
    call(std::move(answer));
  });
}

void VisitRequests::resolve(const Host& host, std::function<void(std::vector<IpAddress>)> done) {
  std::string name(host.name());
  if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
  is_busy_ = true;
  tools_.resolver.resolve(
      name, false,
      [this, open = std::weak_ptr<bool>(is_open_), done = std::move(done)](Resolved resolved) {
        if (open.expired()) return;
        is_busy_ = false;
        std::erase_if(resolved.addresses, [&](const IpAddress& address) {
          return tools_.plan.guard.refusal(address).has_value();
        });
        done(std::move(resolved.addresses));
      });
}

}  // namespace freshet
