// The interface to DNS.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "web/address.h"

namespace freshet {

enum class ResolveFailure : std::uint8_t {
  none,
  no_such_name,  // the name does not exist, or has no address
  unavailable,   // the name servers did not answer, or with an error: retry later
};

struct Resolved {
  ResolveFailure failure = ResolveFailure::none;
  std::string detail = {};                     // of a failure, for people
  std::vector<IpAddress> addresses = {};       // IPv4 first, each in the order received; unique
  std::vector<std::string> name_servers = {};  // of the registrable domain; lower case, sorted
};

class Resolver {
 public:
  virtual ~Resolver() = default;

  // `done` is called once, by the Events of the Resolver, never from within this call. An address
  // in place of a name resolves to itself. With `wants_name_servers`, also looks up those of the
  // registrable domain; their absence is not a failure.
  virtual void resolve(const std::string& name, bool wants_name_servers,
                       std::function<void(Resolved)> done) = 0;
};

}  // namespace freshet
