#include "cli/host_settings.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/escape.h"
#include "base/nearest.h"
#include "cli/config_file.h"
#include "cli/crawl_settings.h"
#include "cli/setting_kinds.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::string_view kHostPrefix = "host.";

// "example.com" and "delay" of host."example.com".delay
struct HostKey {
  std::string host;
  std::string name;
};

std::optional<HostKey> parse_host_key(std::string_view key) {
  key.remove_prefix(kHostPrefix.size());
  const std::size_t dot = key.rfind('.');
  if (dot == key.npos) return std::nullopt;
  std::string_view host = key.substr(0, dot);
  if (host.size() > 1 && host.starts_with('"') && host.ends_with('"'))
    host = host.substr(1, host.size() - 2);
  const auto url = Url::parse(fmt::format("http://{}/", host));
  if (!url || host.find('/') != host.npos) return std::nullopt;
  const auto parsed = Host::of(*url);
  if (!parsed) return std::nullopt;
  return HostKey{std::string(parsed->key()), std::string(key.substr(dot + 1))};
}

template <class T>
bool take_number(const ConfigEntry& entry, std::int64_t low, std::int64_t high,
                 std::optional<T>& into) {
  const auto* number = entry.value ? std::get_if<std::int64_t>(&*entry.value) : nullptr;
  if (!number || *number < low || *number > high) return false;
  into = static_cast<T>(*number);
  return true;
}

bool take_duration(const ConfigEntry& entry, std::optional<Duration>& into) {
  if (!entry.value) return false;
  if (const auto* number = std::get_if<std::int64_t>(&*entry.value))
    into = parse_duration(std::to_string(*number));
  else if (const auto* word = std::get_if<std::string>(&*entry.value))
    into = parse_duration(*word);
  else
    return false;
  return into.has_value();
}

}  // namespace

bool is_host_key(std::string_view key) { return key.starts_with(kHostPrefix); }

Status apply_host_entry(const ConfigEntry& entry, CrawlSettings& settings) {
  const auto wrong = [&](std::string message) {
    return std::unexpected(Error{Errc::invalid, std::move(message)});
  };
  if (entry.key.find('*') != entry.key.npos)
    return wrong(
        fmt::format("{} does not name a host; settings for all hosts belong under [crawl], such "
                    "as delay = \"5s\"",
                    visible(entry.key)));
  if (!entry.value && entry.found == "a table") return {};  // an empty one
  const auto key = parse_host_key(entry.key);
  if (!key) {
    return wrong(
        fmt::format("{} is no setting of a host; they are written as delay = \"5s\" under "
                    "[host.\"example.com\"]",
                    visible(entry.key)));
  }
  HostOptions& own = settings.plan.hosts[key->host];
  const auto must_be = [&](bool is_good, std::string_view expected) -> Status {
    if (is_good) return {};
    return wrong(fmt::format("{} must be {}, not {}", visible(entry.key), expected, entry.found));
  };
  if (key->name == "delay")
    return must_be(take_duration(entry, own.delay), "a time such as 15s or 250ms");
  if (key->name == "burst")
    return must_be(take_number(entry, 0, kHostBurstMax, own.burst),
                   fmt::format("a whole number from 0 to {}", kHostBurstMax));
  if (key->name == "pages")
    return must_be(take_number(entry, 1, kHostPagesMax, own.pages),
                   fmt::format("a whole number from 1 to {}", kHostPagesMax));
  if (key->name == "depth")
    return must_be(take_number(entry, 0, kHostDepthMax, own.depth),
                   fmt::format("a whole number from 0 to {}", kHostDepthMax));
  return wrong(fmt::format("unknown key {} of a host{}", visible(key->name),
                           did_you_mean(key->name, {"delay", "burst", "pages", "depth"})));
}

}  // namespace freshet
