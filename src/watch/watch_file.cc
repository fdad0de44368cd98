#include "watch/watch_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "watch/toml_tree.h"
#include "watch/tree_fields.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

using FileProblem = std::optional<FieldProblem>;

constexpr std::size_t kChannelKindMax = 32;
constexpr std::size_t kSecretNameMax = 4096;

FileProblem check_secret(std::string path, std::string_view value, bool may_be_empty) {
  if ((value.empty() && may_be_empty) || secret_reference(value)) return std::nullopt;
  return FieldProblem{std::move(path), "write a secret as \"env:NAME\" or \"file:/path\""};
}

FileProblem check_watch_secrets(const WatchRequest& request) {
  if (auto problem = check_secret("request.password", request.password, true)) return problem;
  for (std::size_t i = 0; i < request.secret_headers.size(); ++i) {
    auto problem = check_secret(fmt::format("request.secret_headers[{}].value", i),
                                request.secret_headers[i].value, true);
    if (problem) return problem;
  }
  return std::nullopt;
}

bool is_channel_setting(const ValueTree& value) {
  if (!value.is(ValueTree::Kind::list)) return !value.is(ValueTree::Kind::table);
  return std::ranges::all_of(value.items,
                             [](const ValueTree& item) { return item.is(ValueTree::Kind::text); });
}

FileProblem read_channel_secrets(const ValueTree& tree, ChannelSpec& channel) {
  if (!tree.is(ValueTree::Kind::table)) return FieldProblem{"secrets", "must be a table"};
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    const std::string path = fmt::format("secrets.{}", visible(tree.names[i]));
    if (!tree.items[i].is(ValueTree::Kind::text)) return FieldProblem{path, "expected a text"};
    if (auto problem = check_secret(path, tree.items[i].text, false)) return problem;
    channel.secrets.push_back({tree.names[i], tree.items[i].text});
  }
  return std::nullopt;
}

FileProblem read_channel(const ValueTree& tree, ChannelSpec& channel) {
  if (!tree.is(ValueTree::Kind::table)) return FieldProblem{"", "must be a table"};
  if (auto problem = check_label(channel.name)) return FieldProblem{"", std::move(*problem)};
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    const std::string& name = tree.names[i];
    if (name == "secrets") {
      if (auto problem = read_channel_secrets(tree.items[i], channel)) return problem;
    } else if (name == "kind") {
      channel.kind = tree.items[i].text;
    } else if (is_channel_setting(tree.items[i])) {
      channel.settings.add(name, tree.items[i]);
    } else {
      return FieldProblem{visible(name),
                          "expected a text, a number, true, false or a list of texts"};
    }
  }
  if (channel.kind.empty() || channel.kind.size() > kChannelKindMax)
    return FieldProblem{"kind", "expected the kind of the channel, such as \"email\""};
  return std::nullopt;
}

// Collects the parts of a file; the first problem ends it.
class WatchFileReader {
 public:
  explicit WatchFileReader(const ValueTree& tree) : tree_(tree) {}

  // The path of the problem is one of the whole tree.
  FileProblem read(WatchFile& file) {
    const std::vector<std::string> known = {"watch", "tag", "channel"};
    for (const std::string& name : tree_.names) {
      if (std::ranges::find(known, name) == known.end())
        return FieldProblem{visible(name), "this table is not known" + did_you_mean(name, known)};
    }
    if (const ValueTree* const watches = tree_.member("watch"))
      if (auto problem = read_watches(*watches, file)) return problem;
    if (const ValueTree* const tags = tree_.member("tag"))
      if (auto problem = read_tags(*tags, file)) return problem;
    if (const ValueTree* const channels = tree_.member("channel"))
      if (auto problem = read_channels(*channels, file)) return problem;
    return std::nullopt;
  }

  std::size_t line = 0;  // of the problem

 private:
  FileProblem at(const ValueTree& part, std::string place, FieldProblem problem) {
    line = line_at(part, problem.path);
    if (!problem.path.empty()) place += '.' + problem.path;
    return FieldProblem{std::move(place), std::move(problem.message)};
  }

  FileProblem read_watches(const ValueTree& watches, WatchFile& file) {
    if (!watches.is(ValueTree::Kind::list))
      return at(watches, "watch", {"", "write [[watch]], with two brackets"});
    for (std::size_t i = 0; i < watches.items.size(); ++i) {
      const ValueTree& tree = watches.items[i];
      auto watch = watch_of(tree);
      FileProblem problem;
      if (!watch) problem = watch.error();
      if (!problem) problem = check_watch(*watch);
      if (!problem) problem = check_watch_secrets(watch->request);
      if (problem) return at(tree, fmt::format("watch[{}]", i), std::move(*problem));
      file.watches.push_back(std::move(*watch));
    }
    return std::nullopt;
  }

  FileProblem read_tags(const ValueTree& tags, WatchFile& file) {
    if (!tags.is(ValueTree::Kind::table)) return at(tags, "tag", {"", "write [tag.\"name\"]"});
    for (std::size_t i = 0; i < tags.items.size(); ++i) {
      auto tag = tag_of(tags.items[i]);
      FileProblem problem;
      if (!tag) problem = tag.error();
      if (tag) tag->name = tags.names[i];
      if (!problem) problem = check_tag(*tag);
      if (problem) return at(tags.items[i], tag_place("tag", tags.names[i]), std::move(*problem));
      file.tags.push_back(std::move(*tag));
    }
    std::ranges::sort(file.tags, {}, &TagSpec::name);
    return std::nullopt;
  }

  FileProblem read_channels(const ValueTree& channels, WatchFile& file) {
    if (!channels.is(ValueTree::Kind::table))
      return at(channels, "channel", {"", "write [channel.\"name\"]"});
    for (std::size_t i = 0; i < channels.items.size(); ++i) {
      ChannelSpec channel;
      channel.name = channels.names[i];
      if (auto problem = read_channel(channels.items[i], channel))
        return at(channels.items[i], tag_place("channel", channel.name), std::move(*problem));
      file.channels.push_back(std::move(channel));
    }
    std::ranges::sort(file.channels, {}, &ChannelSpec::name);
    return std::nullopt;
  }

  static std::string tag_place(std::string_view table, const std::string& name) {
    return fmt::format("{}.\"{}\"", table, visible(name));
  }

  const ValueTree& tree_;
};

// Leaves out the secrets that are not references.
WatchSpec without_plain_secrets(WatchSpec watch) {
  if (!secret_reference(watch.request.password)) watch.request.password.clear();
  for (NameValue& header : watch.request.secret_headers)
    if (!secret_reference(header.value)) header.value.clear();
  return watch;
}

ValueTree channel_tree(const ChannelSpec& channel) {
  ValueTree tree = ValueTree::table();
  tree.add("kind", ValueTree::of(std::string_view(channel.kind)));
  for (std::size_t i = 0; i < channel.settings.items.size(); ++i)
    tree.add(channel.settings.names[i], channel.settings.items[i]);
  if (channel.secrets.empty()) return tree;
  ValueTree secrets = ValueTree::table();
  for (const NameValue& secret : channel.secrets)
    secrets.add(secret.name, ValueTree::of(std::string_view(secret.value)));
  tree.add("secrets", std::move(secrets));
  return tree;
}

template <class T>
std::vector<T> by_name(std::vector<T> values) {
  std::ranges::sort(values, {}, &T::name);
  return values;
}

}  // namespace

std::optional<SecretReference> secret_reference(std::string_view text) {
  if (text.size() > kSecretNameMax ||
      text.find_first_of(std::string_view("\r\n\0", 3)) != text.npos)
    return std::nullopt;
  if (text.starts_with("file:/"))
    return SecretReference{SecretReference::Kind::file, std::string(text.substr(5))};
  if (!text.starts_with("env:") || text.size() == 4 || is_ascii_digit(text[4])) return std::nullopt;
  const std::string_view name = text.substr(4);
  if (!std::ranges::all_of(name, [](char c) { return is_ascii_alnum(c) || c == '_'; }))
    return std::nullopt;
  return SecretReference{SecretReference::Kind::environment, std::string(name)};
}

Result<WatchFile> read_watch_file(std::string_view text, std::string_view name) {
  const auto wrong = [&](std::size_t line, std::string_view why) {
    const std::string place = line == 0 ? visible(name) : fmt::format("{}:{}", visible(name), line);
    return std::unexpected(Error{Errc::invalid, fmt::format("{}: {}", place, visible(why))});
  };
  const auto tree = read_toml_tree(text);
  if (!tree) return wrong(tree.error().line, tree.error().message);
  WatchFile file;
  WatchFileReader reader(*tree);
  if (const auto problem = reader.read(file)) {
    const std::size_t line = reader.line != 0 ? reader.line : line_at(*tree, problem->path);
    return wrong(line, fmt::format("{}: {}", problem->path, problem->message));
  }
  return file;
}

std::string write_watch_file(const WatchFile& file) {
  std::string out;
  const auto start = [&](const std::string& header) {
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", header);
  };
  for (const WatchSpec& watch : file.watches) {
    start("[[watch]]");
    append_toml(out, tree_of(without_plain_secrets(watch), Secrets::included, Defaults::left_out),
                "watch");
  }
  for (const TagSpec& tag : by_name(file.tags)) {
    const std::string path = "tag." + toml_key(tag.name);
    start('[' + path + ']');
    append_toml(out, tree_of(tag, Defaults::left_out), path);
  }
  for (const ChannelSpec& channel : by_name(file.channels)) {
    const std::string path = "channel." + toml_key(channel.name);
    start('[' + path + ']');
    append_toml(out, channel_tree(channel), path);
  }
  return out;
}

}  // namespace freshet
