#include "practice/systems.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "practice/chance.h"

namespace freshet {
namespace {

enum class Style : std::uint8_t { wiki, forum, shop, blog };
enum class Sessions : std::uint8_t { none, argument, parameter };
constexpr std::uint64_t kLetterTraps = 6;
constexpr std::uint64_t kViews = 4;

// A made-up word of two or three syllables.
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

std::optional<std::uint64_t> whole(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

using Arguments = std::map<std::string, std::string, std::less<>>;

struct Target {
  std::string path;
  Arguments arguments;
};

// Writes and reads the URLs of one host's system.
class System {
 public:
  System(const WorldPlan& plan, const HostFacts& host) : seed_(plan.seed), host_(host.number) {
    ChanceStream draw(key(0));
    style_ = static_cast<Style>((host_ + plan.seed) % 4);
    pages_ = 60 + draw.below(100);
    sessions_ = static_cast<Sessions>(std::max<std::int64_t>(
        static_cast<std::int64_t>(draw.below(5)) - 2, 0));  // none in three of five
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

  std::uint64_t pages() const { return pages_; }
  Style style() const { return style_; }
  std::string entrance() const {
    if (style_ == Style::blog) return root_ + "/";
    return style_ == Style::wiki ? item_url(0) : root_ + std::string(ending_);
  }

  std::string trap_entrance() const { return trap_root_ + "/"; }

  SystemUrl read(std::string_view target) const {
    if (target.starts_with(trap_root_)) return {SystemRole::trap, hash64(target)};
    if (!target.starts_with(root_)) return {};
    const Target t = split(target);
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
      const bool is_plain = style_ == Style::forum ? has_only({1, 2}) : has_only({2});
      if (is_plain) return {SystemRole::list, *list};
      return noise;
    }
    return noise;
  }

  std::optional<PracticeAnswer> answer(std::string_view target) const {
    if (target.starts_with(trap_root_)) return trap_page(target);
    if (!target.starts_with(root_)) return std::nullopt;
    const Target t = split(target);
    draw_ = ChanceStream(chance(seed_, ChanceOf::trap, {host_, hash64(target)}));
    if (const auto item = item_of(t)) return item_page(t, *item);
    if (const auto list = list_of(t)) return list_page(t, *list);
    if (style_ == Style::forum && t.path == item_path() && t.arguments.contains(names_[4]))
      return post_page(t);
    if (style_ == Style::shop && t.path == item_ + "-cart") return cart_page(t);
    if (style_ == Style::blog && t.path == root_ + "/" + names_[5]) return calendar_page(t);
    return std::nullopt;
  }

 private:
  std::uint64_t key(std::uint64_t what) const {
    return chance(seed_, ChanceOf::trap, {host_, 77, what});
  }

  bool has_noise(unsigned bit) const { return (noise_ >> bit & 1) == 0; }
  bool is_item_in_path() const { return style_ == Style::blog; }
  std::string item_path() const {
    return (style_ == Style::wiki ? root_ : item_) + std::string(ending_);
  }

  Target split(std::string_view target) const {
    Target t;
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
      if (sessions_ == Sessions::argument && name == names_[7]) continue;
      t.arguments[std::string(name)] = equals == argument.npos ? "" : argument.substr(equals + 1);
    }
    return t;
  }

  std::string item_name(std::uint64_t item) const {
    if (!has_names_) return std::to_string(item + 100);
    return fmt::format("{}-{}", made_text(key(1000 + item), 1), letters(item));
  }

  static std::string letters(std::uint64_t number) {
    std::string out;
    do {
      out += static_cast<char>('a' + number % 26);
      number /= 26;
    } while (number > 0);
    return out;
  }

  static std::optional<std::uint64_t> number_of_letters(std::string_view text) {
    std::uint64_t number = 0;
    if (text.empty() || text.size() > 4) return std::nullopt;
    for (std::size_t i = text.size(); i-- > 0;) {
      if (text[i] < 'a' || text[i] > 'z') return std::nullopt;
      number = number * 26 + static_cast<std::uint64_t>(text[i] - 'a');
    }
    return number;
  }

  std::optional<std::uint64_t> item_by_name(std::string_view name) const {
    std::optional<std::uint64_t> item;
    if (has_names_) {
      item = number_of_letters(name.substr(name.rfind('-') + 1));
    } else if (const auto number = whole(name); number && *number >= 100) {
      item = *number - 100;
    }
    if (!item || *item >= pages_ || item_name(*item) != name) return std::nullopt;
    return item;
  }

  std::string item_url(std::uint64_t item) const {
    if (is_item_in_path()) return fmt::format("{}/{}/", item_, item_name(item));
    return fmt::format("{}?{}={}", item_path(), names_[0], item_name(item));
  }

  std::optional<std::uint64_t> item_of(const Target& t) const {
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

  // The number of forums; of other lists there is one.
  std::uint64_t lists() const { return style_ == Style::forum ? 4 : 1; }
  std::uint64_t lists_pages() const { return (pages_ / lists() + per_list_) / per_list_; }

  std::string list_url(std::uint64_t list, std::uint64_t page) const {
    if (style_ == Style::forum) {
      std::string url = fmt::format("{}{}?{}={}", root_, ending_, names_[1], list + 1);
      return page == 0 ? url : fmt::format("{}&{}={}", url, names_[2], page * per_list_);
    }
    const std::string first = entrance();
    if (page == 0) return first;
    if (style_ == Style::blog && has_path_pages_)
      return fmt::format("{}{}/{}/", first, names_[2], page + 1);
    return fmt::format("{}?{}={}", first, names_[2], page + 1);
  }

  // The list and its page as one number; the index of a forum is 0.
  std::optional<std::uint64_t> list_of(const Target& t) const {
    if (style_ == Style::wiki) return std::nullopt;
    const auto value = [&](std::size_t name) -> std::optional<std::uint64_t> {
      const auto found = t.arguments.find(names_[name]);
      return found == t.arguments.end() ? std::optional<std::uint64_t>(0) : whole(found->second);
    };
    std::string path = t.path;
    std::uint64_t page = 0;
    if (const std::string begin = root_ + "/" + names_[2] + "/";
        style_ == Style::blog && has_path_pages_ && path.starts_with(begin) &&
        path.ends_with('/') && path.size() > begin.size()) {
      const auto number =
          whole(std::string_view(path).substr(begin.size(), path.size() - begin.size() - 1));
      if (!number || *number < 2) return std::nullopt;
      page = *number - 1;
      path = entrance();
    }
    if (path != entrance()) return std::nullopt;
    if (style_ == Style::forum) {
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

  // A link as this visitor gets it.
  std::string link(std::string url, std::string_view text) const {
    if (sessions_ == Sessions::argument)
      url += fmt::format("{}{}={:012x}", url.find('?') == url.npos ? '?' : '&', names_[7],
                         draw_.next() & 0xffffffffffff);
    if (sessions_ == Sessions::parameter) {
      const std::size_t mark = std::min(url.find('?'), url.size());
      url.insert(mark, fmt::format(";{}={:012x}", names_[7], draw_.next() & 0xffffffffffff));
    }
    std::string escaped;
    for (const char c : url) escaped += c == '&' ? std::string("&amp;") : std::string(1, c);
    return fmt::format("<a href=\"{}\">{}</a>\n", escaped, text);
  }

  std::string title_of(std::uint64_t item) const {
    return has_titles_ ? made_text(key(2000 + item), 3) : fmt::format("Entry {}", item + 1);
  }

  PracticeAnswer page(std::string_view title, const std::string& body) const {
    PracticeAnswer answer{.status = 200};
    answer.headers.push_back({"Content-Type", "text/html; charset=utf-8"});
    answer.body = fmt::format(
        "<!doctype html>\n<html><head><title>{} - {}</title></head><body>\n<nav>{}{}</nav>\n<h1>{}"
        "</h1>\n{}\n<aside><p>{}</p></aside>\n<footer>Made in 0.{} seconds by {}</footer>"
        "</body></html>\n",
        title, made_word(key(1)), "<a href=\"/\">home</a>\n", link(entrance(), "start"), title,
        body, made_text(key(2), 40), draw_.below(1000), made_word(key(3)));
    return answer;
  }

  std::string paragraphs(std::uint64_t item, std::string_view before,
                         std::string_view after) const {
    std::string out;
    for (std::uint64_t i = 0; i < 2 + key(4000 + item) % 4; ++i)
      out += fmt::format("{}{}{}\n", before,
                         made_text(key(5000 + item * 16 + i), 8 + key(6000 + item * 16 + i) % 40),
                         after);
    return out;
  }

  PracticeAnswer item_page(const Target& t, std::uint64_t item) const {
    const std::string url = item_url(item);
    const char join = url.find('?') == url.npos ? '?' : '&';
    std::string view;
    if (const auto found = t.arguments.find(names_[3]); found != t.arguments.end())
      view = found->second;
    std::string body;
    if (view == "v1") {
      body = fmt::format("<textarea>{}</textarea>\n", paragraphs(item, "", ""));
    } else if (view == "v2") {
      for (std::uint64_t i = 1; i < 4; ++i)
        body += link(fmt::format("{}{}{}={}", url, join, names_[6], 1000 * item + i),
                     fmt::format("revision {} of the page", i));
    } else {
      body = paragraphs(item, "<p>", "</p>");
    }
    if (style_ == Style::wiki) {
      body += "<ul>\n";
      for (std::uint64_t child = item * 4 + 1; child <= item * 4 + 4 && child < pages_; ++child)
        body += link(item_url(child), title_of(child));
      for (int i = 0; i < 2; ++i) {
        const std::uint64_t other = draw_.below(pages_);
        body += link(item_url(other), title_of(other));
      }
      body += "</ul>\n";
    }
    if (has_noise(0))
      for (std::uint64_t i = 0; i < (style_ == Style::wiki ? kViews : 1); ++i)
        body += link(fmt::format("{}{}{}=v{}", url, join, names_[3], i), fmt::format("view {}", i));
    if (style_ == Style::forum && has_noise(1))
      for (std::uint64_t i = 0; i < 3; ++i)
        body += link(fmt::format("{}?{}={}", item_path(), names_[4], item * 10 + i), "post");
    if (style_ == Style::shop && has_noise(2))
      body += link(fmt::format("{}-cart?{}={}", item_, names_[5], item), "buy");
    return page(title_of(item), body);
  }

  PracticeAnswer list_page(const Target& t, std::uint64_t list) const {
    std::string body;
    if (style_ == Style::forum && list == 0) {
      for (std::uint64_t i = 0; i < lists(); ++i)
        body += link(list_url(i, 0), fmt::format("Forum {}", i + 1));
      return page("Forums", body);
    }
    const std::uint64_t number = style_ == Style::forum ? (list - 1) / 1000 : 0;
    const std::uint64_t at = style_ == Style::forum ? (list - 1) % 1000 : list;
    std::vector<std::uint64_t> items;
    for (std::uint64_t i = at * per_list_; i < (at + 1) * per_list_; ++i)
      if (const std::uint64_t item = i * lists() + number; item < pages_) items.push_back(item);
    const bool is_mixed = t.arguments.contains(names_[5]) || t.arguments.contains(names_[4]);
    if (is_mixed)
      for (std::uint64_t& item : items) item = draw_.below(pages_ / lists()) * lists() + number;
    for (const std::uint64_t item : items) {
      body += "<p>" + link(item_url(item), title_of(item));
      if (style_ == Style::blog && has_noise(3)) body += made_text(key(5000 + item * 16), 8);
      body += "</p>\n";
    }
    if (at + 1 < lists_pages()) body += link(list_url(number, at + 1), "next");
    if (style_ == Style::forum && at > 0) body += link(list_url(number, at - 1), "previous");
    if (style_ != Style::blog && has_noise(4)) add_orders(t, list_url(number, at), body);
    if (style_ == Style::blog && has_noise(5))
      body += link(fmt::format("{}/{}?{}=2026&{}=1", root_, names_[5], names_[4], names_[6]),
                   "calendar");
    return page(fmt::format("List {} page {}", number + 1, at + 1), body);
  }

  // Facets of a shop, which may be combined; sort orders of a forum.
  void add_orders(const Target& t, const std::string& url, std::string& body) const {
    const char join = url.find('?') == url.npos ? '?' : '&';
    constexpr std::array<std::string_view, 4> kValues = {"red", "wide", "old", "x"};
    const auto value = [&](std::size_t name) {
      const auto found = t.arguments.find(names_[name]);
      return found == t.arguments.end() ? std::string() : found->second;
    };
    for (const std::string_view one : kValues) {
      const std::string other = std::string(kValues[draw_.below(4)]);
      body += link(fmt::format("{}{}{}={}&{}={}", url, join, names_[4], one, names_[5],
                               value(5).empty() ? other : value(5)),
                   one);
      body += link(fmt::format("{}{}{}={}", url, join, names_[5], one), one);
    }
  }

  // A post shows a part of its topic.
  std::optional<PracticeAnswer> post_page(const Target& t) const {
    const auto post = whole(t.arguments.find(names_[4])->second);
    if (!post || *post / 10 >= pages_) return std::nullopt;
    return page(title_of(*post / 10), paragraphs(*post / 10, "<p>", "</p>"));
  }

  PracticeAnswer cart_page(const Target& t) const {
    if (!t.arguments.empty()) {
      PracticeAnswer answer{.status = 302};
      answer.headers.push_back({"Content-Type", "text/html"});
      answer.headers.push_back({"Location", item_ + "-cart"});
      return answer;
    }
    return page("Cart", fmt::format("<p>There are {} things in your cart.</p>", draw_.below(100)));
  }

  std::optional<PracticeAnswer> calendar_page(const Target& t) const {
    const auto value = [&](std::size_t name) {
      const auto found = t.arguments.find(names_[name]);
      return found == t.arguments.end() ? std::nullopt : whole(found->second);
    };
    const auto year = value(4), month = value(6);
    if (!year || !month || *month < 1 || *month > 12 || *year < 1 || *year > 99'999)
      return std::nullopt;
    std::string body = "<table>";
    for (int day = 1; day <= 30; ++day) body += fmt::format("<td>{}</td>", day);
    body += "</table>\n";
    const std::uint64_t all = *year * 12 + *month - 1;
    for (const std::uint64_t other : {all + 1, all - 1})
      body += link(fmt::format("{}/{}?{}={}&{}={}", root_, names_[5], names_[4], other / 12,
                               names_[6], other % 12 + 1),
                   "month");
    return page(fmt::format("{} {}", made_word(key(30 + *month)), *year), body);
  }

  // Pages that are all the same, with tokens of letters somewhere in the URL.
  PracticeAnswer trap_page(std::string_view target) const {
    draw_ = ChanceStream(chance(seed_, ChanceOf::trap, {host_, hash64(target)}));
    const auto token = [&] {
      std::string letters_of_token;
      for (int i = 0; i < 10; ++i) letters_of_token += static_cast<char>('a' + draw_.below(26));
      return letters_of_token;
    };
    std::string body;
    std::string_view last = target.substr(trap_root_.size());
    if (last.size() > 60) last = last.substr(last.size() - 60);
    for (int i = 0; i < 3; ++i) {
      std::string url;
      switch (trap_) {
        case 0:
          url = fmt::format("{}-{}/page", trap_root_, token());
          break;
        case 1:
          url = fmt::format("{}/{}/", trap_root_, token());
          break;
        case 2:
          url = fmt::format("{}/{}/x{}", trap_root_, static_cast<char>('a' + draw_.below(8)),
                            last.starts_with('/') ? last : "");
          break;
        case 3:
          url = fmt::format("{}/{}?{}={}", trap_root_, token(), names_[3], "edit");
          break;
        case 4: {
          constexpr std::array<std::string_view, 8> kFacets = {"red", "blue", "xl",   "s",
                                                               "new", "sale", "wool", "silk"};
          url = trap_root_ + "/f";
          for (std::uint64_t k = 1 + draw_.below(5); k > 0; --k)
            url += "+" + std::string(kFacets[draw_.below(kFacets.size())]);
          break;
        }
        default:
          url = fmt::format("{};{}=1", trap_root_, token());
          break;
      }
      body += fmt::format("<a href=\"{}\">more</a>\n", url);
    }
    body += fmt::format("<p>{}</p>\n", made_text(key(9), 60));
    return page("Offers", body);
  }

  std::uint64_t seed_;
  std::uint64_t host_;
  Style style_ = Style::wiki;
  Sessions sessions_ = Sessions::none;
  std::uint64_t pages_ = 0;
  std::string root_;  // of lists
  std::string item_;  // of content, unless it is a wiki
  std::string_view ending_;
  // Of arguments: item, list, page of a list, view, and others by style; the last is the session.
  std::array<std::string, 8> names_;
  bool has_names_ = false;   // items are known by words instead of numbers
  bool has_titles_ = false;  // lists tell them apart by words instead of numbers
  bool has_path_pages_ = false;
  std::uint64_t per_list_ = 10;
  std::uint64_t trap_ = 0;
  std::string trap_root_;
  std::uint64_t noise_ = 0;  // bits: which there is
  mutable ChanceStream draw_{0};
};

}  // namespace

bool has_system(const WorldPlan& plan, const HostFacts& host) {
  return plan.features.systems && host.fault == HostFault::none && host.trap == Trap::none;
}

std::string system_entrance(const WorldPlan& plan, const HostFacts& host) {
  return System(plan, host).entrance();
}

std::string letter_trap_entrance(const WorldPlan& plan, const HostFacts& host) {
  return System(plan, host).trap_entrance();
}

std::uint64_t system_pages(const WorldPlan& plan, const HostFacts& host) {
  return System(plan, host).pages();
}

std::string_view system_name(const WorldPlan& plan, const HostFacts& host) {
  constexpr std::array<std::string_view, 4> kNames = {"wiki", "forum", "shop", "blog"};
  return kNames[static_cast<std::size_t>(System(plan, host).style())];
}

SystemUrl system_url(const WorldPlan& plan, const HostFacts& host, std::string_view target) {
  return has_system(plan, host) ? System(plan, host).read(target) : SystemUrl{};
}

std::optional<PracticeAnswer> system_answer(const WorldPlan& plan, const HostFacts& host,
                                            std::string_view target) {
  if (!has_system(plan, host)) return std::nullopt;
  return System(plan, host).answer(target);
}

}  // namespace freshet
