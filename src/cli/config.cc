#include "cli/config.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/check.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "cli/config_file.h"
#include "cli/host_settings.h"
#include "cli/input.h"

namespace freshet {
namespace {

constexpr std::string_view kPrefix = "FRESHET_";
const std::set<std::string_view> kOtherVariables = {"FRESHET_CONFIG", "FRESHET_TEST_DATA"};

// An empty variable counts as one that is not set.
std::string variable(const Environment& environment, const std::string& name) {
  const auto found = environment.find(name);
  return found == environment.end() ? "" : found->second;
}

std::unexpected<Error> invalid(std::string message) {
  return std::unexpected(Error{Errc::invalid, std::move(message)});
}

std::string not_expected(const Setting& setting, std::string_view where, std::string_view found) {
  return fmt::format("{}: {} must be {}, not {}", visible(where), setting.key, setting.expected,
                     found);
}

// A key that lacks its table, `level` for log.level, is recognised whatever its edit distance.
std::string suggestion_for_key(const std::string& key) {
  std::vector<std::string> keys;
  for (const Setting& setting : known_settings()) {
    if (setting.key.ends_with("." + key)) return fmt::format("; did you mean {}?", setting.key);
    keys.emplace_back(setting.key);
  }
  const std::string near = did_you_mean(key, keys);
  return near.empty() ? "; `freshet config --help` lists the known keys" : near;
}

bool is_known_table(const ConfigEntry& entry) {
  const auto& all = known_settings();
  return std::any_of(all.begin(), all.end(), [&](const Setting& setting) {
    return !entry.value && setting.key.starts_with(entry.key + ".");
  });
}

Status apply_entry(ConfigEntry entry, const ConfigInputs& inputs, Config& config) {
  const auto& all = known_settings();
  const std::string where = fmt::format("{}:{}", config.file, entry.line);
  if (const OldName* const old = find_old_name(entry.key, inputs.old_names)) {
    config.warnings.push_back(old_name_warning(*old, where));
    if (old->fate == OldName::Fate::retired) return {};
    entry.key = old->new_name;
  }
  const auto setting =
      std::find_if(all.begin(), all.end(), [&](const Setting& s) { return s.key == entry.key; });
  if (is_host_key(entry.key)) {
    const Status taken = apply_host_entry(entry, config.settings.crawl);
    if (taken) return {};
    return invalid(fmt::format("{}: {}", visible(where), taken.error().message));
  }
  if (setting == all.end()) {
    if (is_known_table(entry)) return {};
    return invalid(fmt::format("{}: unknown key {}{}", visible(where), entry.key,
                               suggestion_for_key(entry.key)));
  }
  if (!entry.value || !setting->write(config.settings, *entry.value))
    return invalid(not_expected(*setting, where, entry.found));
  config.sources[static_cast<std::size_t>(setting - all.begin())] = {Source::Kind::file, where};
  return {};
}

// Returns the environment with renamed variables under their new names; both given, the new one
// counts.
Environment with_new_names(const ConfigInputs& inputs, std::vector<std::string>& warnings) {
  Environment environment = inputs.environment;
  for (const OldName& old : inputs.old_names) {
    const std::string name = environment_name(old.old_name);
    const auto found = environment.extract(name);
    if (found.empty() || found.mapped().empty()) continue;
    warnings.push_back(old_name_warning(old, name));
    if (old.fate == OldName::Fate::renamed)
      environment.emplace(environment_name(old.new_name), found.mapped());
  }
  return environment;
}

Status apply_environment(const Environment& environment, Config& config) {
  const auto& all = known_settings();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = all[i].environment_name();
    const std::string text = variable(environment, name);
    if (text.empty()) continue;
    const std::optional<Value> value = all[i].from_text(text);
    if (!value || !all[i].write(config.settings, *value))
      return invalid(not_expected(all[i], name, fmt::format("\"{}\"", visible(text))));
    config.sources[i] = {Source::Kind::environment, name};
  }
  return {};
}

// A list takes the values of all its flags together.
void apply_flags(const std::vector<FlagValue>& flags, Config& config) {
  std::map<const Setting*, std::vector<std::string>> lists;
  for (const FlagValue& flag : flags) {
    std::optional<Value> value = flag.setting->from_text(flag.text);
    if (auto* words = value ? std::get_if<std::vector<std::string>>(&*value) : nullptr) {
      std::vector<std::string>& all = lists[flag.setting];
      all.insert(all.end(), words->begin(), words->end());
      *words = all;
    }
    require(value && flag.setting->write(config.settings, *value), "flags have been checked");
    config.sources[static_cast<std::size_t>(flag.setting - known_settings().data())] = {
        Source::Kind::flag, std::string(flag.setting->flag)};
  }
}

// The prefix is left out of the comparison: all names would be near to each other by it.
void warn_of_unknown(const Environment& environment, std::vector<std::string>& warnings) {
  std::vector<std::string> known;
  for (const Setting& setting : known_settings())
    known.push_back(setting.environment_name().substr(kPrefix.size()));
  for (const auto& [name, value] : environment) {
    if (!name.starts_with(kPrefix) || kOtherVariables.contains(name)) continue;
    const std::string rest = name.substr(kPrefix.size());
    if (std::find(known.begin(), known.end(), rest) != known.end()) continue;
    const std::optional<std::string> meant = nearest(rest, known);
    warnings.push_back(
        fmt::format("the environment variable {} is not known to freshet{}", visible(name),
                    meant ? fmt::format("; did you mean {}{}?", kPrefix, *meant) : ""));
  }
}

// Returns the default paths of the settings file; the first that exists is read.
std::vector<std::string> usual_places(const Environment& environment) {
  std::vector<std::string> places = {"freshet.toml"};
  const std::string home = variable(environment, "HOME");
  const std::string configured = variable(environment, "XDG_CONFIG_HOME");
  // The XDG specification wants relative paths ignored.
  if (configured.starts_with('/')) {
    places.push_back(configured + "/freshet/freshet.toml");
  } else if (!home.empty()) {
    places.push_back(home + "/.config/freshet/freshet.toml");
  }
  return places;
}

struct ConfigText {
  std::string name;  // empty: there is no file
  std::string text;
};

Result<ConfigText> find_config(const ConfigInputs& inputs) {
  const std::string named =
      inputs.file ? *inputs.file : variable(inputs.environment, "FRESHET_CONFIG");
  if (inputs.file || !named.empty()) {
    Result<std::string> text = read_file(named, kConfigBytesMax);
    if (!text) return std::unexpected(text.error());
    return ConfigText{named, std::move(*text)};
  }
  for (const std::string& place : usual_places(inputs.environment)) {
    Result<std::string> text = read_file(place, kConfigBytesMax);
    if (text) return ConfigText{place, std::move(*text)};
    if (text.error().code != Errc::not_found) return std::unexpected(text.error());
  }
  return ConfigText{};
}

}  // namespace

Environment current_environment() {
  Environment environment;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos)
      environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

Result<Config> resolve_config(const ConfigInputs& inputs) {
  const Result<ConfigText> found = find_config(inputs);
  if (!found) return std::unexpected(found.error());
  return resolve_config_text(inputs, found->text, found->name);
}

Result<Config> resolve_config_text(const ConfigInputs& inputs, std::string_view text,
                                   std::string_view name) {
  Config config;
  config.file = name;
  config.sources.resize(known_settings().size());
  const auto entries = read_config(text, name);
  if (!entries) return std::unexpected(entries.error());
  for (const ConfigEntry& entry : *entries) {
    if (const Status status = apply_entry(entry, inputs, config); !status)
      return std::unexpected(status.error());
  }
  const Environment environment = with_new_names(inputs, config.warnings);
  if (const Status status = apply_environment(environment, config); !status)
    return std::unexpected(status.error());
  apply_flags(inputs.flags, config);
  warn_of_unknown(environment, config.warnings);
  return config;
}

}  // namespace freshet
