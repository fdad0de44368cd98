// The URLs of a host's content system: drawn from the seed, written and parsed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "practice/systems.h"

namespace freshet {

enum class SystemStyle : std::uint8_t { wiki, forum, shop, blog };
enum class SystemSessions : std::uint8_t { none, argument, parameter };
inline constexpr std::uint64_t kLetterTraps = 6;

// The parsed target of a request, without the session.
struct SystemTarget {
  std::string path;
  std::map<std::string, std::string, std::less<>> arguments;
};

// Return invented words of two or three syllables; deterministic by key.
std::string made_word(std::uint64_t key);
std::string made_text(std::uint64_t key, std::uint64_t words);

// Parses all of `text` as a number.
std::optional<std::uint64_t> whole_number(std::string_view text);

class SystemUrls {
 public:
  SystemUrls(const WorldPlan& plan, const HostFacts& host);

  // Returns a number drawn for this host's system; deterministic by `what`.
  std::uint64_t key(std::uint64_t what) const;

  SystemStyle style() const { return style_; }
  SystemSessions sessions() const { return sessions_; }
  std::uint64_t pages() const { return pages_; }
  std::uint64_t per_list() const { return per_list_; }
  bool has_titles() const { return has_titles_; }
  bool has_noise(unsigned bit) const { return (noise_ >> bit & 1) == 0; }
  std::uint64_t trap() const { return trap_; }
  const std::string& root() const { return root_; }
  const std::string& trap_root() const { return trap_root_; }
  const std::string& name(std::size_t i) const { return names_[i]; }

  std::string entrance() const;
  std::string trap_entrance() const { return trap_root_ + "/"; }
  std::string item_path() const;
  std::string cart_path() const { return item_ + "-cart"; }
  std::string calendar_path() const { return root_ + "/" + names_[5]; }
  std::string item_url(std::uint64_t item) const;
  std::string list_url(std::uint64_t list, std::uint64_t page) const;

  // Returns the number of forums; other styles have one list.
  std::uint64_t lists() const { return style_ == SystemStyle::forum ? 4 : 1; }
  std::uint64_t lists_pages() const { return (pages_ / lists() + per_list_) / per_list_; }

  SystemUrl read(std::string_view target) const;
  SystemTarget split(std::string_view target) const;
  std::optional<std::uint64_t> item_of(const SystemTarget& t) const;

  // Returns the list and its page as one number; the index of a forum is 0.
  std::optional<std::uint64_t> list_of(const SystemTarget& t) const;

 private:
  bool is_item_in_path() const { return style_ == SystemStyle::blog; }
  std::string item_name(std::uint64_t item) const;
  std::optional<std::uint64_t> item_by_name(std::string_view name) const;

  std::uint64_t seed_;
  std::uint64_t host_;
  SystemStyle style_ = SystemStyle::wiki;
  SystemSessions sessions_ = SystemSessions::none;
  std::uint64_t pages_ = 0;
  std::string root_;  // of lists
  std::string item_;  // of content, unless it is a wiki
  std::string_view ending_;
  // Argument names: item, list, page of a list, view, and others by style; the last is the session.
  std::array<std::string, 8> names_;
  bool has_names_ = false;   // items are identified by words instead of numbers
  bool has_titles_ = false;  // lists are identified by words instead of numbers
  bool has_path_pages_ = false;
  std::uint64_t per_list_ = 10;
  std::uint64_t trap_ = 0;
  std::string trap_root_;
  std::uint64_t noise_ = 0;  // bit set of the kinds of noise
};

}  // namespace freshet
