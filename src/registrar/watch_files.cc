#include "registrar/watch_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/json.h"
#include "notify/apprise_url.h"
#include "notify/stored_channel.h"
#include "registrar/channels.h"
#include "registrar/json_parts.h"
#include "registrar/tags.h"
#include "registrar/watches.h"
#include "watch/import_changedetection.h"
#include "watch/import_yaml.h"
#include "watch/source_file.h"
#include "watch/value_tree.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

constexpr std::size_t kRowsOfPart = 1000;

// All watches of the member itself.
Result<std::vector<WatchRow>> own_watches(Registry& registry, const Member& who) {
  std::vector<WatchRow> all;
  for (;;) {
    auto some = registry.watches().list({.owner = who.person}, all.empty() ? 0 : all.back().id,
                                        kRowsOfPart);
    if (!some) return some;
    if (some->empty()) return all;
    for (WatchRow& row : *some) all.push_back(std::move(row));
  }
}

Result<ChannelSpec> spec_of(const Channel& row) {
  const auto config = read_channel(row.kind, row.name, row.settings, "{}");
  if (!config) return std::unexpected(config.error());
  ChannelSpec spec{.name = row.name, .kind = row.kind};
  for (const auto& [name, value] : config->settings)
    spec.settings.add(name, ValueTree::of(std::string_view(value)));
  return spec;
}

// Numbers and booleans of a file are texts in a channel.
std::string text_of(const ValueTree& value) {
  switch (value.kind) {
    case ValueTree::Kind::boolean:
      return value.claim ? "true" : "false";
    case ValueTree::Kind::integer:
      return fmt::format("{}", value.integer);
    case ValueTree::Kind::real:
      return fmt::format("{}", value.real);
    case ValueTree::Kind::list: {
      std::string joined;
      for (const ValueTree& item : value.items)
        joined.append(joined.empty() ? "" : ",").append(text_of(item));
      return joined;
    }
    default:
      return value.text;
  }
}

Result<std::string> secret_of(const SecretReader& secrets, std::string_view text) {
  const auto reference = secret_reference(text);
  return reference ? secrets(*reference) : Result<std::string>(std::string(text));
}

// Puts the secrets that the file refers to into the watch.
Status fill_secrets(WatchSpec& spec, const SecretReader& secrets) {
  const auto fill = [&](std::string& value) -> Status {
    if (value.empty()) return {};
    auto secret = secret_of(secrets, value);
    if (!secret) return std::unexpected(secret.error());
    value = *std::move(secret);
    return {};
  };
  Status filled = fill(spec.request.password);
  for (NameValue& header : spec.request.secret_headers)
    if (filled) filled = fill(header.value);
  return filled;
}

class FileApplier {
 public:
  FileApplier(Registry& registry, const Member& who, const SecretReader& secrets)
      : registry_(registry), who_(who), secrets_(secrets) {}

  Status apply(const WatchFile& file, bool removes) {
    for (const ChannelSpec& channel : file.channels)
      if (auto done = put_channel(channel); !done) return done;
    for (const TagSpec& tag : file.tags) {
      const auto put = put_tag(registry_, who_, tag.name, to_json(tag));
      if (!put) return std::unexpected(put.error().error);
      ++applied_.tags;
    }
    auto rows = own_watches(registry_, who_);
    if (!rows) return std::unexpected(rows.error());
    for (const WatchSpec& watch : file.watches)
      if (auto done = put_watch(watch, *rows); !done) return done;
    for (const WatchRow& row : *rows) {
      if (!removes) break;
      if (auto done = registry_.watches().remove(row.id); !done) return done;
      ++applied_.removed;
    }
    return {};
  }

  const FileApplied& applied() const { return applied_; }

 private:
  Status put_channel(const ChannelSpec& channel) {
    ChannelInput input{.name = channel.name, .kind = channel.kind};
    for (std::size_t i = 0; i < channel.settings.names.size(); ++i)
      input.fields[channel.settings.names[i]] = text_of(channel.settings.items[i]);
    for (const NameValue& secret : channel.secrets) {
      auto value = secret_of(secrets_, secret.value);
      if (!value) return std::unexpected(value.error());
      input.fields[secret.name] = *std::move(value);
    }
    const auto known = registry_.channels().find_by_name(who_.person, channel.name);
    if (!known) return std::unexpected(known.error());
    const auto put = *known ? edit_channel(registry_, who_, (*known)->id, input)
                            : add_channel(registry_, who_, input);
    if (!put)
      return std::unexpected(Error{
          put.error().error.code,
          fmt::format("channel \"{}\": {}", visible(channel.name), put.error().error.message)});
    ++applied_.channels;
    return {};
  }

  // Takes the row that it changes out of `rows`.
  Status put_watch(WatchSpec spec, std::vector<WatchRow>& rows) {
    if (auto filled = fill_secrets(spec, secrets_); !filled) return filled;
    const auto missing = find_missing_channel(registry_, who_.person, spec);
    if (!missing) return std::unexpected(missing.error());
    if (*missing)
      return std::unexpected(Error{
          Errc::invalid, fmt::format("watch {}: {}", visible(spec.url), (*missing)->message)});
    const auto same = std::ranges::find_if(rows, [&](const WatchRow& row) {
      return row.spec.url == spec.url && row.spec.scope == spec.scope && row.spec.name == spec.name;
    });
    if (same == rows.end()) {
      ++applied_.added;
      return status_of(registry_.watches().add(who_.person, spec, who_.now));
    }
    const WatchRow row = std::move(*same);
    rows.erase(same);
    const bool has_secrets =
        !spec.request.password.empty() ||
        std::ranges::any_of(spec.request.secret_headers,
                            [](const NameValue& header) { return !header.value.empty(); });
    if (row.spec == spec && !has_secrets) {
      ++applied_.unchanged;
      return {};
    }
    ++applied_.changed;
    return registry_.watches().change(row.id, spec, who_.now);
  }

  Registry& registry_;
  const Member& who_;
  const SecretReader& secrets_;
  FileApplied applied_;
};

// Leaves out channels that are not there.
void keep_known(std::vector<std::string>& channels, const std::set<std::string>& known) {
  std::erase_if(channels, [&](const std::string& name) { return !known.contains(name); });
}

class ImportTaker {
 public:
  ImportTaker(Registry& registry, const Member& who) : registry_(registry), who_(who) {}

  Status take(const ImportedWatches& imported) {
    for (const ImportedChannel& channel : imported.channels)
      if (auto taken = take_channel(channel); !taken) return taken;
    for (TagSpec tag : imported.tags) {
      keep_known(tag.channels, known_);
      keep_known(tag.error_channels, known_);
      const auto put = put_tag(registry_, who_, tag.name, to_json(tag));
      if (!put) return std::unexpected(put.error().error);
    }
    for (const ImportedWatch& watch : imported.watches) {
      if (!watch.watch) {
        ++done_.refused;
        continue;
      }
      WatchSpec spec = *watch.watch;
      keep_known(spec.channels, known_);
      keep_known(spec.error_channels, known_);
      const auto added = registry_.watches().add(who_.person, spec, who_.now);
      if (!added) return std::unexpected(added.error());
      ++done_.watches;
    }
    return {};
  }

  ImportDone take_done() { return std::move(done_); }

 private:
  Status take_channel(const ImportedChannel& channel) {
    const auto there = registry_.channels().find_by_name(who_.person, channel.name);
    if (!there) return std::unexpected(there.error());
    if (*there) {
      known_.insert(channel.name);
      return {};
    }
    const auto added =
        add_channel(registry_, who_, {.name = channel.name, .address = channel.apprise_url});
    if (added) {
      known_.insert(channel.name);
      ++done_.channels;
    } else {
      done_.remarks.push_back(
          fmt::format("channel \"{}\": {}", visible(channel.name), added.error().error.message));
    }
    return {};
  }

  Registry& registry_;
  const Member& who_;
  std::set<std::string> known_;
  ImportDone done_;
};

// Ends a trial: everything is rolled back.
const Error kTrialOver{Errc::limit, "this was a trial"};

}  // namespace

Result<std::string> export_watches(Registry& registry, const Member& who) {
  WatchFile file;
  auto rows = own_watches(registry, who);
  if (!rows) return std::unexpected(rows.error());
  for (WatchRow& row : *rows)
    if (row.problem.empty()) file.watches.push_back(std::move(row.spec));
  const auto tags = registry.tags().list(who.person);
  if (!tags) return std::unexpected(tags.error());
  for (const TagRow& row : *tags)
    if (auto tag = read_tag(row.name, row.settings); tag && *tag != TagSpec{.name = row.name})
      file.tags.push_back(*std::move(tag));
  const auto channels = registry.channels().list(who.person);
  if (!channels) return std::unexpected(channels.error());
  for (const Channel& row : *channels) {
    auto spec = spec_of(row);
    if (!spec) return std::unexpected(spec.error());
    file.channels.push_back(*std::move(spec));
  }
  return write_watch_file(file);
}

Result<ImportedWatches> read_import_bytes(const std::string& name, std::string bytes) {
  if (bytes.starts_with("PK")) {
    const auto files = read_backup_zip(bytes);
    if (!files) return std::unexpected(files.error());
    return import_changedetection(*files);
  }
  if (trim_ascii_whitespace(bytes).starts_with('{'))
    return import_changedetection({{.path = name, .bytes = std::move(bytes)}});
  return import_yaml_jobs(bytes, name);
}

std::string to_json(const FileApplied& applied) {
  JsonWriter json;
  json.begin_object().key("added").value(applied.added).key("changed").value(applied.changed);
  json.key("unchanged").value(applied.unchanged).key("removed").value(applied.removed);
  json.key("tags").value(applied.tags).key("channels").value(applied.channels);
  return json.end_object().take();
}

Result<FileApplied> apply_watches(Registry& registry, const Member& who, const WatchFile& file,
                                  const SecretReader& secrets, bool removes) {
  FileApplier applier(registry, who, secrets);
  const Status done = registry.atomically([&] { return applier.apply(file, removes); });
  if (!done) return std::unexpected(done.error());
  return applier.applied();
}

std::string to_json(const ImportDone& done) {
  JsonWriter json;
  json.begin_object().key("watches").value(done.watches).key("refused").value(done.refused);
  json.key("channels").value(done.channels).key("remarks").begin_array();
  for (const std::string& remark : done.remarks) json.value(remark);
  json.end_array();
  return with_member(json, "report", done.report);
}

Result<ImportDone> take_over(Registry& registry, const Member& who, const ImportedWatches& imported,
                             bool is_trial) {
  ImportTaker taker(registry, who);
  const Status status = registry.atomically([&]() -> Status {
    const Status taken = taker.take(imported);
    return taken && is_trial ? std::unexpected(kTrialOver) : taken;
  });
  const bool was_trial = !status && is_trial && status.error().message == kTrialOver.message;
  if (!status && !was_trial) return std::unexpected(status.error());
  ImportDone done = taker.take_done();
  done.report = to_json(imported);
  return done;
}

}  // namespace freshet
