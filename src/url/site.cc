#include "url/site.h"

#include <libpsl.h>

#include <string>

#include "base/check.h"
#include "url/host.h"
#include "url/ip_address.h"

namespace freshet {
namespace {

// The list compiled into libpsl: no file is read, so one package version gives one answer.
const psl_ctx_t* suffix_list() {
  static const psl_ctx_t* const list = [] {
    const psl_ctx_t* builtin = psl_builtin();
    require(builtin != nullptr, "libpsl has a built-in list");
    return builtin;
  }();
  return list;
}

// Returns true for a name of non-empty labels that is not an address.
bool is_domain(std::string_view name) {
  return !name.empty() && !name.starts_with('[') && !name.starts_with('.') &&
         !name.ends_with('.') && name.find("..") == std::string_view::npos && !ends_in_number(name);
}

// Calls `ask`, a function of libpsl that returns a tail of the name.
template <class F>
std::optional<std::string_view> tail_of(std::string_view hostname, F ask) {
  const std::string_view name = without_final_dot(hostname);
  if (!is_domain(name)) return std::nullopt;
  const std::string terminated(name);
  const char* tail = ask(suffix_list(), terminated.c_str());
  if (!tail) return std::nullopt;
  return name.substr(static_cast<std::size_t>(tail - terminated.c_str()));
}

}  // namespace

std::optional<std::string_view> public_suffix(std::string_view hostname) {
  return tail_of(hostname, psl_unregistrable_domain);
}

std::optional<std::string_view> registrable_domain(std::string_view hostname) {
  return tail_of(hostname, psl_registrable_domain);
}

std::string_view site_of(std::string_view hostname) {
  return registrable_domain(hostname).value_or(without_final_dot(hostname));
}

}  // namespace freshet
