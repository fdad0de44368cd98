#include "crawl/link_table.h"

#include <algorithm>

#include "base/check.h"

namespace freshet {
namespace {

// Least growth of the text.
constexpr std::size_t kTextBytesMore = 256;

// Returns the end of the origin of an http or https URL: the slash after the host.
std::size_t origin_length(std::string_view url) {
  const std::size_t host = url.find("//");
  if (host == std::string_view::npos) return 0;
  const std::size_t path = url.find('/', host + 2);
  return path == std::string_view::npos ? url.size() : path;
}

}  // namespace

std::optional<LinkNumber> LinkTable::add(std::string_view url, std::string_view key,
                                         const KnownLink& link) {
  if (!seen_.insert(key)) return std::nullopt;
  const std::string_view origin = url.substr(0, origin_length(url));
  auto known = std::ranges::find(origins_, origin);
  if (known == origins_.end()) known = origins_.insert(known, std::string(origin));
  const std::string_view rest = url.substr(origin.size());
  links_.push_back({.origin = static_cast<std::uint32_t>(known - origins_.begin()),
                    .length = static_cast<std::uint32_t>(rest.size()),
                    .rest = text_.size(),
                    .known = link});
  if (text_.size() + rest.size() > text_.capacity()) {
    // By a quarter: the text is most of the memory of a visit, and doubling would waste as much.
    std::string larger;
    larger.reserve(text_.size() + text_.size() / 4 + rest.size() + kTextBytesMore);
    larger.append(text_);
    text_.swap(larger);
  }
  text_ += rest;
  return size() - 1;
}

std::string LinkTable::url(LinkNumber number) const {
  require(number < links_.size(), "a number that add() gave");
  const Stored& stored = links_[number];
  return origins_[stored.origin] + text_.substr(stored.rest, stored.length);
}

std::size_t LinkTable::bytes() const {
  return text_.capacity() + links_.capacity() * sizeof(Stored) + seen_.bytes();
}

}  // namespace freshet
