#include "practice/system_urls.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "practice/chance.h"

namespace freshet {
namespace {

std::string letters(std::uint64_t number) {
  std::string out;
  do {
    out += static_cast<char>('a' + number % 26);
    number /= 26;
  } while (number > 0);
  return out;
}

std::optional<std::uint64_t> number_of_letters(std::string_view text) {
  std::uint64_t number = 0;
  if (text.empty() || text.size() > 4) return std::nullopt;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] < 'a' || text[i] > 'z') return std::nullopt;
    number = number * 26 + static_cast<std::uint64_t>(text[i] - 'a');
  }
  return number;
}

}  // namespace

std::string made_word(std::uint64_t key) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  ChanceStream draw(key);
  std::string word;
  for (std::uint64_t i = 2 + draw.below(2); i > 0; --i) {
    word += kConsonants[draw.below(kConsonants.size())];
    word += kVowels[draw.below(kVowels.size())];
  }
  return word;
}

std::string made_text(std::uint64_t key, std::uint64_t words) {
  std::string text;
  for (std::uint64_t i = 0; i < words; ++i) {
    if (i > 0) text += ' ';
    text += made_word(stir(key) + i);
  }
  return text;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

SystemUrls::SystemUrls(const WorldPlan& plan, const HostFacts& host)
    : seed_(plan.seed), host_(host.number) {
  ChanceStream draw(key(0));
  style_ = static_cast<SystemStyle>((host_ + plan.seed) % 4);
  pages_ = 60 + draw.below(100);
  sessions_ = static_cast<SystemSessions>(std::max<std::int64_t>(
      static_cast<std::int64_t>(draw.below(5)) - 2, 0));  // 0 in three of five cases
  root_ = "/" + made_word(draw.next());
  ending_ = std::array<std::string_view, 3>{"", ".php", ".cgi"}[draw.below(3)];
  item_ = root_ + "-" + made_word(draw.next());
  for (std::size_t i = 0; i < names_.size(); ++i)
    names_[i] = made_word(draw.next()) + static_cast<char>('a' + i);
  has_names_ = draw.below(2) == 0;
  has_titles_ = draw.below(2) == 0;
  per_list_ = 5 + draw.below(15);
  has_path_pages_ = draw.below(2) == 0;
  trap_ = draw.below(kLetterTraps);
  trap_root_ = "/" + made_word(draw.next()) + "q";
  noise_ = draw.next();
}

std::uint64_t SystemUrls::key(std::uint64_t what) const {
  return chance(seed_, ChanceOf::trap, {host_, 77, what});
}

std::string SystemUrls::entrance() const {
  if (style_ == SystemStyle::blog) return root_ + "/";
  return style_ == SystemStyle::wiki ? item_url(0) : root_ + std::string(ending_);
}

std::string SystemUrls::item_path() const {
  return (style_ == SystemStyle::wiki ? root_ : item_) + std::string(ending_);
}

SystemTarget SystemUrls::split(std::string_view target) const {
  SystemTarget t;
  const std::size_t mark = target.find('?');
  t.path = target.substr(0, mark);
  if (const std::size_t at = t.path.find(";" + names_[7] + "="); at != std::string::npos)
    t.path.erase(at);
  if (mark == target.npos) return t;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view argument = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), argument.size() + 1));
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    if (sessions_ == SystemSessions::argument && name == names_[7]) continue;
    t.arguments[std::string(name)] = equals == argument.npos ? "" : argument.substr(equals + 1);
  }
  return t;
}

std::string SystemUrls::item_name(std::uint64_t item) const {
  if (!has_names_) return std::to_string(item + 100);
  return fmt::format("{}-{}", made_text(key(1000 + item), 1), letters(item));
}

std::optional<std::uint64_t> SystemUrls::item_by_name(std::string_view name) const {
  std::optional<std::uint64_t> item;
  if (has_names_) {
    item = number_of_letters(name.substr(name.rfind('-') + 1));
  } else if (const auto number = whole_number(name); number && *number >= 100) {
    item = *number - 100;
  }
  if (!item || *item >= pages_ || item_name(*item) != name) return std::nullopt;
  return item;
}

std::string SystemUrls::item_url(std::uint64_t item) const {
  if (is_item_in_path()) return fmt::format("{}/{}/", item_, item_name(item));
  return fmt::format("{}?{}={}", item_path(), names_[0], item_name(item));
}

std::optional<std::uint64_t> SystemUrls::item_of(const SystemTarget& t) const {
  if (!is_item_in_path()) {
    const auto name = t.arguments.find(names_[0]);
    if (t.path != item_path() || name == t.arguments.end()) return std::nullopt;
    return item_by_name(name->second);
  }
  if (!t.path.starts_with(item_ + "/") || !t.path.ends_with('/') ||
      t.path.size() < item_.size() + 2)
    return std::nullopt;
  return item_by_name(
      std::string_view(t.path).substr(item_.size() + 1, t.path.size() - item_.size() - 2));
}

std::string SystemUrls::list_url(std::uint64_t list, std::uint64_t page) const {
  if (style_ == SystemStyle::forum) {
    std::string url = fmt::format("{}{}?{}={}", root_, ending_, names_[1], list + 1);
    return page == 0 ? url : fmt::format("{}&{}={}", url, names_[2], page * per_list_);
  }
  const std::string first = entrance();
  if (page == 0) return first;
  if (style_ == SystemStyle::blog && has_path_pages_)
    return fmt::format("{}{}/{}/", first, names_[2], page + 1);
  return fmt::format("{}?{}={}", first, names_[2], page + 1);
}

std::optional<std::uint64_t> SystemUrls::list_of(const SystemTarget& t) const {
  if (style_ == SystemStyle::wiki) return std::nullopt;
  const auto value = [&](std::size_t name) -> std::optional<std::uint64_t> {
    const auto found = t.arguments.find(names_[name]);
    return found == t.arguments.end() ? std::optional<std::uint64_t>(0)
                                      : whole_number(found->second);
  };
  std::string path = t.path;
  std::uint64_t page = 0;
  if (const std::string begin = root_ + "/" + names_[2] + "/";
      style_ == SystemStyle::blog && has_path_pages_ && path.starts_with(begin) &&
      path.ends_with('/') && path.size() > begin.size()) {
    const auto number =
        whole_number(std::string_view(path).substr(begin.size(), path.size() - begin.size() - 1));
    if (!number || *number < 2) return std::nullopt;
    page = *number - 1;
    path = entrance();
  }
  if (path != entrance()) return std::nullopt;
  if (style_ == SystemStyle::forum) {
    const auto list = value(1), start = value(2);
    if (!list || !start || *list > lists() || *start % per_list_ != 0) return std::nullopt;
    if (*list == 0) return t.arguments.empty() ? std::optional<std::uint64_t>(0) : std::nullopt;
    page = *start / per_list_;
    if (page >= lists_pages()) return std::nullopt;
    return 1 + (*list - 1) * 1000 + page;
  }
  if (const auto number = value(2); !number) {
    return std::nullopt;
  } else if (*number > 0) {
    page = *number - 1;
  }
  if (page >= lists_pages()) return std::nullopt;
  return page;
}

SystemUrl SystemUrls::read(std::string_view target) const {
  if (target.starts_with(trap_root_)) return {SystemRole::trap, hash64(target)};
  if (!target.starts_with(root_)) return {};
  const SystemTarget t = split(target);
  const SystemUrl noise{SystemRole::noise, hash64(target)};
  const auto has_only = [&](std::initializer_list<std::size_t> names) {
    std::size_t found = 0;
    for (const std::size_t i : names) found += t.arguments.contains(names_[i]) ? 1 : 0;
    return found == t.arguments.size();
  };
  if (const auto item = item_of(t)) {
    if (t.arguments.size() == (is_item_in_path() ? 0U : 1U)) return {SystemRole::content, *item};
    return noise;
  }
  if (const auto list = list_of(t)) {
    const bool is_plain = style_ == SystemStyle::forum ? has_only({1, 2}) : has_only({2});
    if (is_plain) return {SystemRole::list, *list};
    return noise;
  }
  return noise;
}

}  // namespace freshet
