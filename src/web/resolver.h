// The seam to the names of the internet.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "web/address.h"

namespace freshet {

enum class ResolveFailure : std::uint8_t {
  none,
  no_such_name,  // the name does not exist, or has no address
  unavailable,   // the name servers did not answer, or not sensibly: worth another try
};

struct Resolved {
  ResolveFailure failure = ResolveFailure::none;
  std::string detail = {};                     // of a failure, as a phrase for people
  std::vector<IpAddress> addresses = {};       // IPv4 and IPv6 as they came, IPv4 first; none twice
  std::vector<std::string> name_servers = {};  // of the registrable domain; lower case, sorted
};

class Resolver {
 public:
  virtual ~Resolver() = default;

  // `done` is called once, by the Events of the Resolver, never from within this call. An address
  // in place of a name is its own answer. With `wants_name_servers` those of the registrable domain
  // are looked up too; that they cannot be had is no failure.
  virtual void resolve(const std::string& name, bool wants_name_servers,
                       std::function<void(Resolved)> done) = 0;
};

}  // namespace freshet
