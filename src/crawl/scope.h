// The scope of a crawl: the URLs that belong to it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "crawl/drop_reason.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {

enum class ScopeKind : std::uint8_t {
  hosts,    // those of the seeds and of a list, with and without "www."
  domains,  // the registrable domains of the seeds, and the hosts of the list
  surts,    // URLs whose SURT begins with one of a list
  everything,
};

std::string_view name_of(ScopeKind kind);
std::optional<ScopeKind> scope_kind_named(std::string_view name);

struct ScopeRules {
  ScopeKind kind = ScopeKind::hosts;
  std::set<std::string, std::less<>> hosts = {};    // as in Host::key()
  std::set<std::string, std::less<>> domains = {};  // registrable
  std::set<std::string, std::less<>> listed = {};   // keys of hosts without seeds
  std::vector<std::string> surts = {};              // prefixes: "com,example)/blog"
  std::vector<std::string> include = {};            // RE2; if there are any, the URL must match one
  std::vector<std::string> exclude = {};            // the URL must match none

  void add_seed(const Url& seed);  // its host and its domain
};

// The reason why a URL is not in scope; nothing if it is.
using ScopeRefusal = std::optional<DropReason>;

// Thread-safe.
class Scope {
 public:
  // Errc::invalid for an invalid pattern.
  static Result<std::unique_ptr<Scope>> make(ScopeRules rules);
  ~Scope();

  ScopeRefusal refusal(const Url& url) const;
  // Applies only the patterns: for requisites, which may be anywhere.
  ScopeRefusal pattern_refusal(const Url& url) const;
  // Returns true if any URL of this host can be in scope.
  bool may_hold(const Host& host) const;

  // Returns true if the host has a seed.
  bool has_seed(const Host& host) const { return rules_.hosts.contains(host.key()); }
  // Returns true if all seeds are of this host.
  bool has_all_seeds(const Host& host) const { return has_seed(host) && rules_.hosts.size() == 1; }

  // Returns true if the user named the host: it or its domain has a seed, it is on the list, or a
  // seed redirects to it.
  bool is_named(const Host& host) const;

  // Adds one URL, whatever its host is: links on it are still judged by the rest of the scope. It
  // is not stored.
  void admit(const Url& url);

  // Adds a host to which a seed redirects; it then replaces the seed's host.
  void adopt(const Host& host);
  std::vector<std::string> adopted() const;

 private:
  struct Patterns;
  explicit Scope(ScopeRules rules);
  bool holds_host(const Host& host) const;
  bool is_admitted(const Url& url) const;

  ScopeRules rules_;
  std::unique_ptr<Patterns> patterns_;
  std::atomic<bool> has_admitted_ = false;       // most crawls never take the lock for it
  mutable std::mutex mutex_;                     // guards what follows
  std::set<std::string, std::less<>> admitted_;  // URLs
  std::set<std::string, std::less<>> adopted_;
};

}  // namespace freshet
