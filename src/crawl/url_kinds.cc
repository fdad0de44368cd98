#include "crawl/url_kinds.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/split.h"
#include "crawl/traps.h"

namespace freshet {
namespace {

constexpr std::size_t kArgumentsCompared = 8;
constexpr std::size_t kSegmentsAtEachEnd = 2;  // of a long path: those replaced by '*'
constexpr std::size_t kSegmentsCounted = 6;    // deeper paths are of one kind
constexpr std::size_t kFoldersMax = 4;         // deeper folders are not told apart

std::string_view extension_of(std::string_view segment) {
  const std::size_t dot = segment.rfind('.');
  if (dot == std::string_view::npos || segment.size() - dot > 6) return {};
  return segment.substr(dot);
}

// Adds the kinds with one segment, or all of them, as wildcards.
void add_wide_kinds(std::string_view folded_path, const std::string& names, UrlKinds& kinds) {
  const std::vector<std::string_view> segments = split_at('/', folded_path.substr(1));
  const auto add = [&](std::string pattern) {
    pattern += names;
    const std::uint64_t kind = hash64(pattern);
    if (kind != kinds.exact && std::ranges::find(kinds.wide, kind) == kinds.wide.end())
      kinds.wide.push_back(kind);
  };
  for (std::size_t open = 0; open < segments.size(); ++open) {
    const bool is_inner =
        open >= kSegmentsAtEachEnd && open + kSegmentsAtEachEnd + 1 < segments.size();
    if (segments[open].empty() || is_inner) continue;
    std::string pattern;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      pattern += '/';
      pattern += i == open ? std::string_view("*") : segments[i];
    }
    add(std::move(pattern));
  }
  kinds.narrow = kinds.wide.size();
  std::string pattern;
  for (std::size_t i = 0; i < std::min(segments.size(), kSegmentsCounted); ++i) pattern += "/*";
  pattern += extension_of(segments.back());
  add(std::move(pattern));
}

void add_folders(std::string_view folded_path, UrlKinds& kinds) {
  for (std::size_t at = folded_path.find('/', 1);
       at != std::string_view::npos && kinds.folders.size() < kFoldersMax;
       at = folded_path.find('/', at + 1))
    kinds.folders.push_back(hash64(std::string(folded_path.substr(0, at + 1)).append("**")));
}

// Adds the parameters of the path, which end at `path_end`: "/a;v=1F/b".
void add_path_parameters(const std::string& key, std::size_t path_end, UrlKinds& kinds) {
  for (std::size_t at = key.find(';'); at < path_end; at = key.find(';', at + 1)) {
    const std::size_t end = std::min(key.find_first_of(";/?", at + 1), path_end);
    const std::size_t equals = key.find('=', at);
    if (equals >= end || kinds.arguments.size() >= kArgumentsCompared) continue;
    const std::string name = key.substr(at, equals - at);
    std::string rest = key.substr(0, at) + key.substr(end);
    const std::uint64_t without = hash64(rest);
    kinds.arguments.push_back(
        {.name = hash64(name), .rest = without, .variant = hash64(rest.append(" ").append(name))});
  }
}

}  // namespace

std::uint64_t kind_of_pattern(std::string_view pattern) { return hash64(pattern); }

std::uint64_t kind_of_host() { return hash64("host"); }

UrlKinds kinds_of(const Url& url) {
  UrlKinds kinds;
  const std::string key = trap_key(url);
  kinds.url = hash64(key);
  const std::string pattern = url_pattern(url);
  kinds.exact = kind_of_pattern(pattern);
  const std::size_t mark = pattern.find('?');
  const std::string path = pattern.substr(0, mark);
  const std::string names = mark == std::string::npos ? "" : pattern.substr(mark);
  kinds.family = names.empty() ? hash64(path.substr(0, path.rfind('/') + 1) + '*') : kinds.exact;
  add_wide_kinds(path, names, kinds);
  add_folders(path, kinds);
  if (!names.empty()) kinds.wide.push_back(hash64(path + "?*"));
  kinds.wide.push_back(kind_of_host());

  const std::size_t query = key.find('?');
  add_path_parameters(key, std::min(query, key.size()), kinds);
  if (query == std::string::npos) return kinds;
  const std::vector<std::string_view> arguments =
      split_at('&', std::string_view(key).substr(query + 1));
  if (arguments.size() > kArgumentsCompared) return kinds;
  for (std::size_t without = 0; without < arguments.size(); ++without) {
    std::string rest = key.substr(0, query);
    char before = '?';
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (i == without) continue;
      rest += before;
      rest += arguments[i];
      before = '&';
    }
    const std::string_view name = arguments[without].substr(0, arguments[without].find('='));
    kinds.arguments.push_back({.name = hash64(std::string("?").append(name)),
                               .rest = hash64(rest),
                               .variant = hash64(rest.append(" ").append(name))});
  }
  return kinds;
}

}  // namespace freshet
