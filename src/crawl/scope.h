// Which URLs belong to a crawl.
#pragma once

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
  std::set<std::string, std::less<>> hosts = {};    // keys, as Host writes them
  std::set<std::string, std::less<>> domains = {};  // registrable
  std::set<std::string, std::less<>> listed = {};   // keys of hosts that are no seeds'
  std::vector<std::string> surts = {};              // prefixes: "com,example)/blog"
  std::vector<std::string> include = {};            // RE2; if there are any, one must match the URL
  std::vector<std::string> exclude = {};            // none may

  void add_seed(const Url& seed);  // its host and its domain
};

// Why a URL is not in the crawl; nothing if it is.
using ScopeRefusal = std::optional<DropReason>;

// Thread-safe.
class Scope {
 public:
  // Errc::invalid for a pattern that is none.
  static Result<std::unique_ptr<Scope>> make(ScopeRules rules);
  ~Scope();

  ScopeRefusal refusal(const Url& url) const;
  // Only what patterns say: for requisites, which may lie anywhere.
  ScopeRefusal pattern_refusal(const Url& url) const;
  // Whether any URL of this host can be in it.
  bool may_hold(const Host& host) const;

  // Whether one of the seeds is there.
  bool has_seed(const Host& host) const { return rules_.hosts.contains(host.key()); }

  // A seed sends its visitors on to another host, which then stands for it.
  void adopt(const Host& host);
  std::vector<std::string> adopted() const;

 private:
  struct Patterns;
  explicit Scope(ScopeRules rules);
  bool holds_host(const Host& host) const;

  ScopeRules rules_;
  std::unique_ptr<Patterns> patterns_;
  mutable std::mutex mutex_;  // guards adopted_
  std::set<std::string, std::less<>> adopted_;
};

}  // namespace freshet
