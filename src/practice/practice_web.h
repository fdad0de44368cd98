// The practice world in memory, behind the seams of the crawl: it lives in virtual time, costs what
// its latencies and misbehaviour say, and keeps to FetchLimits. Design: docs/design/practice.md.
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

// One request as the servers saw it. Requests that failed are here too.
struct PracticeLogLine {
  std::string url;
  std::string host;  // name and port class, as Host::key()
  std::string address;
  bool is_head = false;  // HEAD instead of GET
  int status = 0;        // 0: no head came
  Tick start{};          // when the request was made
  Tick end{};            // when it was answered
};

struct PracticeWebOptions {
  // Asked before each request: a failure that it gets in place of an answer.
  std::function<std::optional<WebFailure>(const WebRequest&)> fault = {};
  bool keeps_log = true;
  // Bends what the world answers: for servers that lie.
  std::function<void(const PracticeRequest&, Time now, PracticeAnswer&)> bend = {};
};

// `world`, `events` and `clock` must outlive it. The clock tells the world how late it is.
class PracticeWeb final : public Web {
 public:
  PracticeWeb(const World& world, Events& events, Clock& clock, PracticeWebOptions options = {});
  ~PracticeWeb() override;
  std::unique_ptr<WebConnection> connect() override;

  // In the order in which the requests were made. Of one that is under way the end is 0.
  const std::vector<PracticeLogLine>& log() const { return *log_; }
  std::uint64_t requests() const { return *requests_; }

 private:
  class Connection;

  const World& world_;
  Events& events_;
  Clock& clock_;
  PracticeWebOptions options_;
  // Shared with the calls that wait in the Events, which may come when this is gone.
  std::shared_ptr<std::vector<PracticeLogLine>> log_;
  std::shared_ptr<std::uint64_t> requests_;
};

struct PracticeResolverOptions {
  std::function<std::optional<ResolveFailure>(const std::string& name)> fault = {};
};

// What the name servers of the world say, after a while. `world` and `events` must outlive it.
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
