// The things that routes may use. Each reader thread has a world of its own around the shared
// parts.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "app/archive_session.h"
#include "base/check.h"
#include "base/time.h"
#include "notify/sender.h"
#include "registrar/fetch_page.h"
#include "registry/login_throttle.h"
#include "registry/registry.h"
#include "serve/caller.h"
#include "serve/job_board.h"
#include "serve/live_state.h"

namespace freshet {

// Slows down who guesses passwords. Thread-safe.
class LoginGate {
 public:
  Duration admit(std::string_view account, std::string_view address, Time now) {
    const std::lock_guard lock(mutex_);
    return throttle_.admit(account, address, now);
  }
  void succeeded(std::string_view account, std::string_view address) {
    const std::lock_guard lock(mutex_);
    throttle_.succeeded(account, address);
  }

 private:
  std::mutex mutex_;  // guards throttle_
  LoginThrottle throttle_;
};

// Shared by all readers, thread-safe. The things that it refers to outlive it.
struct ServerParts {
  JobBoard& jobs;
  LiveState& live;
  LoginGate& logins;
  Clock& clock;
  std::string version;                    // of the program
  std::function<std::string()> settings;  // in effect, as JSON
  AccessOptions access = {};
  SenderOptions sender = {};  // of test messages
  FetchOptions fetch = {};    // of trials of watches
  PasswordCost password_cost = {};
};

class ApiWorld {
 public:
  // The stores outlive it; one that the route does not declare may be missing.
  ApiWorld(ArchiveSession* session, Registry* registry, const ServerParts& its_parts,
           const Caller& its_caller)
      : parts(its_parts), caller(its_caller), session_(session), registry_(registry) {}

  const ServerParts& parts;
  const Caller& caller;

  ArchiveSession& session() {
    require(session_ != nullptr, "a route of the archive declares that it uses it");
    return *session_;
  }
  Registry& registry() {
    require(registry_ != nullptr, "a route of the registry declares that it uses it");
    return *registry_;
  }
  Time now() const { return parts.clock.now(); }
  Member member() const { return caller.member(now()); }

 private:
  ArchiveSession* session_;
  Registry* registry_;
};

}  // namespace freshet
