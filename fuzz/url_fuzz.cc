// Reads: src/url/host.cc src/url/host_parser.cc src/url/idna.cc src/url/ip_address.cc
// Reads: src/url/normal_form.cc src/url/percent.cc src/url/site.cc src/url/surt.cc
// Reads: src/url/url.cc src/url/url_fast_path.cc src/url/url_parser.cc src/url/url_path.cc
//
// The input is a link, or a link and its base with a line feed between them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/check.h"
#include "url/host.h"
#include "url/normal_form.h"
#include "url/site.h"
#include "url/surt.h"
#include "url/url.h"

namespace {

using freshet::Host;
using freshet::require;
using freshet::Url;

// The parts, joined as the standard's serialiser joins them, are the whole.
std::string joined(const Url& url) {
  std::string text = std::string(url.scheme()) + ":";
  if (url.has_host()) {
    text += "//";
    if (!url.username().empty() || !url.password().empty()) {
      text += url.username();
      if (!url.password().empty()) text.append(":").append(url.password());
      text += "@";
    }
    text += url.hostname();
    if (url.port()) text.append(":").append(std::to_string(*url.port()));
  } else if (!url.has_opaque_path() && url.path().starts_with("//")) {
    text += "/.";
  }
  text += url.path();
  if (url.query()) text.append("?").append(*url.query());
  if (url.fragment()) text.append("#").append(*url.fragment());
  return text;
}

void check_url(const Url& url) {
  require(std::ranges::all_of(url.href(), freshet::is_ascii), "a URL is ASCII");
  require(joined(url) == url.href(), "a URL is the sum of its parts");
  const auto again = Url::parse(url.href());
  require(again && *again == url && joined(*again) == url.href(), "a URL reads as itself");
  require(Url::parse("", url).has_value() == !url.has_opaque_path(), "a URL is a base of its own");
  require(Url::parse("#x", url).has_value(), "a fragment resolves against any URL");
}

// The fast path and the states of the standard agree: a space before the URL bars the fast path.
void check_fast_path(std::string_view text) {
  const auto fast = Url::parse(text);
  const auto slow = Url::parse(" " + std::string(text));
  require(fast.has_value() == slow.has_value(), "the fast path takes only URLs");
  if (fast) require(*fast == *slow && joined(*fast) == slow->href(), "the fast path reads alike");
}

void check_normal_form(const Url& url) {
  static const freshet::NormalFormOptions options;
  const Url normal = freshet::normal_form(url, options);
  require(!normal.fragment(), "a normal form has no fragment");
  require(freshet::normal_form(normal, options) == normal, "a normal form is its own");
  require(Host::of(normal) == Host::of(url), "a normal form stays on its host");
}

void check_key(std::string_view text) {
  const auto host = Host::from_key(text);
  if (host) require(host->key() == text, "a key is read as it is written");
}

void check_host(const Url& url) {
  const auto host = Host::of(url);
  if (!host) return;
  const auto read = Host::from_key(host->key());
  require(read && *read == *host && read->name() == host->name(), "a host is read from its key");
  require(host->partition() < freshet::kPartitionCount, "a host has a partition");
  const std::string_view site = freshet::site_of(host->name());
  const auto suffix = freshet::public_suffix(host->name());
  require(!site.empty() && host->name().ends_with(site), "a site is the end of a host name");
  require(!suffix || site.ends_with(*suffix), "a public suffix is the end of a site");
  require(Url::parse(url.origin()).value().origin() == url.origin(), "an origin reads as itself");
}

void check_surt(std::string_view text) {
  const std::string key = freshet::surt(text);
  const auto url = Url::parse(freshet::ascii_lower(text));
  if (!text.starts_with("http") || !url || !url->is_http()) return;
  require(key.find(')') != std::string::npos || freshet::surt(key) == key, "a key has a host");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::size_t line = input.find('\n');
  const std::string_view link = input.substr(0, line);
  check_surt(link);
  check_key(link);
  check_fast_path(link);
  auto url = Url::parse(link);
  if (line != std::string_view::npos) {
    const auto base = Url::parse(input.substr(line + 1));
    if (base) url = Url::parse(link, *base);
  }
  if (!url) {
    require(!url.error().message.empty(), "a failure has a reason");
    return 0;
  }
  check_url(*url);
  require(url->origin() == "null" || url->is_special() || url->scheme() == "blob",
          "only URLs with a server have an origin");
  check_normal_form(*url);
  check_host(*url);
  return 0;
}
