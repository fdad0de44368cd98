// The practice world in memory, behind the interfaces of the crawl. It runs in virtual time, takes
// as long as its latencies and misbehaviour imply, and honours FetchLimits. Design:
// docs/design/practice.md.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "practice/world.h"
#include "web/events.h"
#include "web/resolver.h"
#include "web/web.h"

namespace freshet {

// One request as the servers saw it. Includes failed requests.
struct PracticeLogLine {
  std::string url;
  std::string host;  // as Host::key()
  std::string address;
  bool is_head = false;  // HEAD instead of GET
  int status = 0;        // 0: no head was sent
  Tick start{};          // when the request was made
  Tick end{};            // when its answer ended
};

struct PracticeWebOptions {
  // Called before each request; may return a failure to replace the answer.
  std::function<std::optional<WebFailure>(const WebRequest&)> fault = {};
  bool keeps_log = true;
  // Modifies answers of the world, to test servers that lie.
  std::function<void(const PracticeRequest&, Time now, PracticeAnswer&)> bend = {};
};

// `world`, `events` and `clock` must outlive it. The clock gives the world's time.
class PracticeWeb final : public Web {
 public:
  PracticeWeb(const World& world, Events& events, Clock& clock, PracticeWebOptions options = {});
  ~PracticeWeb() override;
  std::unique_ptr<WebConnection> connect() override;

  // Returns the log in the order of the requests. The end of a pending request is 0.
  const std::vector<PracticeLogLine>& log() const { return *log_; }
  std::uint64_t requests() const { return *requests_; }

 private:
  class Connection;

  const World& world_;
  Events& events_;
  Clock& clock_;
  PracticeWebOptions options_;
  // Shared with callbacks pending in Events, which may run after this is destroyed.
  std::shared_ptr<std::vector<PracticeLogLine>> log_;
  std::shared_ptr<std::uint64_t> requests_;
};

struct PracticeResolverOptions {
  std::function<std::optional<ResolveFailure>(const std::string& name)> fault = {};
};

// The name servers of the world, with a delay. `world` and `events` must outlive it.
class PracticeResolver final : public Resolver {
 public:
  PracticeResolver(const World& world, Events& events, PracticeResolverOptions options = {})
      : world_(world), events_(events), options_(std::move(options)) {}

  void resolve(const std::string& name, bool wants_name_servers,
               std::function<void(Resolved)> done) override;

 private:
  const World& world_;
  Events& events_;
  PracticeResolverOptions options_;
};

}  // namespace freshet
