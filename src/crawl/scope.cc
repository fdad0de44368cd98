#include "crawl/scope.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "url/site.h"
#include "url/surt.h"

namespace freshet {
namespace {

constexpr std::size_t kPatternMemoryMax = std::size_t{1} << 20;  // of one compiled pattern

// Returns "www.example.com" for "example.com", and vice versa.
std::string with_or_without_www(std::string_view key) {
  return key.starts_with("www.") ? std::string(key.substr(4)) : fmt::format("www.{}", key);
}

std::optional<std::string> surt_of_host(const Host& host) {
  const std::string key = surt(fmt::format("http://{}/", host.key()));
  const std::size_t end = key.find(')');
  if (end == std::string::npos) return std::nullopt;
  return key.substr(0, end);
}

}  // namespace

struct Scope::Patterns {
  std::vector<std::unique_ptr<RE2>> include;
  std::vector<std::unique_ptr<RE2>> exclude;
};

std::string_view name_of(ScopeKind kind) {
  switch (kind) {
    case ScopeKind::hosts:
      return "hosts";
    case ScopeKind::domains:
      return "domains";
    case ScopeKind::surts:
      return "surts";
    case ScopeKind::everything:
      return "everything";
  }
  return "hosts";
}

std::optional<ScopeKind> scope_kind_named(std::string_view name) {
  for (const ScopeKind kind :
       {ScopeKind::hosts, ScopeKind::domains, ScopeKind::surts, ScopeKind::everything})
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

void ScopeRules::add_seed(const Url& seed) {
  const auto host = Host::of(seed);
  if (!host) return;
  hosts.emplace(host->key());
  domains.emplace(site_of(host->name()));
}

Scope::Scope(ScopeRules rules)
    : rules_(std::move(rules)), patterns_(std::make_unique<Patterns>()) {}

Scope::~Scope() = default;

Result<std::unique_ptr<Scope>> Scope::make(ScopeRules rules) {
  std::unique_ptr<Scope> scope(new Scope(std::move(rules)));
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(kPatternMemoryMax);
  const auto compile = [&](const std::vector<std::string>& texts,
                           std::vector<std::unique_ptr<RE2>>& into) -> Status {
    for (const std::string& text : texts) {
      auto pattern = std::make_unique<RE2>(text, options);
      if (!pattern->ok())
        return std::unexpected(Error{
            Errc::invalid,
            fmt::format("the pattern \"{}\" cannot be used: {}", visible(text), pattern->error())});
      into.push_back(std::move(pattern));
    }
    return {};
  };
  Status compiled = compile(scope->rules_.include, scope->patterns_->include);
  if (compiled) compiled = compile(scope->rules_.exclude, scope->patterns_->exclude);
  if (!compiled) return std::unexpected(compiled.error());
  return scope;
}

bool Scope::holds_host(const Host& host) const {
  const std::string other = with_or_without_www(host.key());
  for (const auto* hosts : {&rules_.hosts, &rules_.listed})
    if (hosts->contains(host.key()) || hosts->contains(other)) return true;
  if (rules_.kind == ScopeKind::domains && rules_.domains.contains(site_of(host.name())))
    return true;
  const std::lock_guard lock(mutex_);
  return adopted_.contains(host.key());
}

bool Scope::is_named(const Host& host) const {
  return rules_.domains.contains(site_of(host.name())) || holds_host(host);
}

bool Scope::may_hold(const Host& host) const {
  if (rules_.kind == ScopeKind::everything) return true;
  if (rules_.kind != ScopeKind::surts) return holds_host(host);
  // A prefix may end within the host's labels, or extend beyond them.
  const auto key = surt_of_host(host);
  return key && std::ranges::any_of(rules_.surts, [&](const std::string& prefix) {
           return key->starts_with(prefix) || prefix.starts_with(*key);
         });
}

ScopeRefusal Scope::pattern_refusal(const Url& url) const {
  const re2::StringPiece text(url.href().data(), url.href().size());
  const auto matches = [&](const std::unique_ptr<RE2>& pattern) {
    return RE2::PartialMatch(text, *pattern);
  };
  if (std::ranges::any_of(patterns_->exclude, matches)) return DropReason::excluded;
  return std::nullopt;
}

ScopeRefusal Scope::refusal(const Url& url) const {
  const auto host = Host::of(url);
  if (!host) return DropReason::not_http;
  if (is_admitted(url)) return std::nullopt;
  if (rules_.kind == ScopeKind::surts) {
    const std::string key = surt(url.href());
    const bool is_in = std::ranges::any_of(
        rules_.surts, [&](const std::string& prefix) { return key.starts_with(prefix); });
    if (!is_in) return DropReason::outside_surts;
  } else if (rules_.kind != ScopeKind::everything && !holds_host(*host)) {
    return DropReason::outside_hosts;
  }
  if (const auto refused = pattern_refusal(url)) return refused;
  if (patterns_->include.empty()) return std::nullopt;
  const re2::StringPiece text(url.href().data(), url.href().size());
  for (const auto& pattern : patterns_->include)
    if (RE2::PartialMatch(text, *pattern)) return std::nullopt;
  return DropReason::not_included;
}

bool Scope::is_admitted(const Url& url) const {
  if (!has_admitted_) return false;
  const std::lock_guard lock(mutex_);
  return admitted_.contains(url.href_without_fragment());
}

void Scope::admit(const Url& url) {
  const std::lock_guard lock(mutex_);
  admitted_.emplace(url.href_without_fragment());
  has_admitted_ = true;
}

void Scope::adopt(const Host& host) {
  const std::lock_guard lock(mutex_);
  adopted_.emplace(host.key());
}

std::vector<std::string> Scope::adopted() const {
  const std::lock_guard lock(mutex_);
  return {adopted_.begin(), adopted_.end()};
}

}  // namespace freshet
