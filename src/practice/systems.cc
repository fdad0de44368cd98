#include "practice/systems.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/hash.h"
#include "practice/chance.h"
#include "practice/system_urls.h"

namespace freshet {
namespace {

constexpr std::uint64_t kViews = 4;

// Makes the pages of one host's system.
class SystemPages {
 public:
  SystemPages(const WorldPlan& plan, const HostFacts& host)
      : seed_(plan.seed), host_(host.number), urls_(plan, host) {}

  std::optional<PracticeAnswer> answer(std::string_view target) const {
    if (target.starts_with(urls_.trap_root())) return trap_page(target);
    if (!target.starts_with(urls_.root())) return std::nullopt;
    const SystemTarget t = urls_.split(target);
    draw_ = ChanceStream(chance(seed_, ChanceOf::trap, {host_, hash64(target)}));
    if (const auto item = urls_.item_of(t)) return item_page(t, *item);
    if (const auto list = urls_.list_of(t)) return list_page(t, *list);
    if (urls_.style() == SystemStyle::forum && t.path == urls_.item_path() &&
        t.arguments.contains(urls_.name(4)))
      return post_page(t);
    if (urls_.style() == SystemStyle::shop && t.path == urls_.cart_path()) return cart_page(t);
    if (urls_.style() == SystemStyle::blog && t.path == urls_.calendar_path())
      return calendar_page(t);
    return std::nullopt;
  }

 private:
  // Returns a link for this visitor, with a session id if the system uses them.
  std::string link(std::string url, std::string_view text) const {
    if (urls_.sessions() == SystemSessions::argument)
      url += fmt::format("{}{}={:012x}", url.find('?') == url.npos ? '?' : '&', urls_.name(7),
                         draw_.next() & 0xffffffffffff);
    if (urls_.sessions() == SystemSessions::parameter) {
      const std::size_t mark = std::min(url.find('?'), url.size());
      url.insert(mark, fmt::format(";{}={:012x}", urls_.name(7), draw_.next() & 0xffffffffffff));
    }
    std::string escaped;
    for (const char c : url) escaped += c == '&' ? std::string("&amp;") : std::string(1, c);
    return fmt::format("<a href=\"{}\">{}</a>\n", escaped, text);
  }

  std::string title_of(std::uint64_t item) const {
    return urls_.has_titles() ? made_text(urls_.key(2000 + item), 3)
                              : fmt::format("Entry {}", item + 1);
  }

  PracticeAnswer page(std::string_view title, const std::string& body) const {
    PracticeAnswer answer{.status = 200};
    answer.headers.push_back({"Content-Type", "text/html; charset=utf-8"});
    answer.body = fmt::format(
        "<!doctype html>\n<html><head><title>{} - {}</title></head><body>\n<nav>{}{}</nav>\n<h1>{}"
        "</h1>\n{}\n<aside><p>{}</p></aside>\n<footer>Made in 0.{} seconds by {}</footer>"
        "</body></html>\n",
        title, made_word(urls_.key(1)), "<a href=\"/\">home</a>\n", link(urls_.entrance(), "start"),
        title, body, made_text(urls_.key(2), 40), draw_.below(1000), made_word(urls_.key(3)));
    return answer;
  }

  std::string paragraphs(std::uint64_t item, std::string_view before,
                         std::string_view after) const {
    std::string out;
    for (std::uint64_t i = 0; i < 2 + urls_.key(4000 + item) % 4; ++i)
      out += fmt::format(
          "{}{}{}\n", before,
          made_text(urls_.key(5000 + item * 16 + i), 8 + urls_.key(6000 + item * 16 + i) % 40),
          after);
    return out;
  }

  PracticeAnswer item_page(const SystemTarget& t, std::uint64_t item) const {
    const std::string url = urls_.item_url(item);
    const char join = url.find('?') == url.npos ? '?' : '&';
    std::string view;
    if (const auto found = t.arguments.find(urls_.name(3)); found != t.arguments.end())
      view = found->second;
    std::string body;
    if (view == "v1") {
      body = fmt::format("<textarea>{}</textarea>\n", paragraphs(item, "", ""));
    } else if (view == "v2") {
      for (std::uint64_t i = 1; i < 4; ++i)
        body += link(fmt::format("{}{}{}={}", url, join, urls_.name(6), 1000 * item + i),
                     fmt::format("revision {} of the page", i));
    } else {
      body = paragraphs(item, "<p>", "</p>");
    }
    if (urls_.style() == SystemStyle::wiki) {
      body += "<ul>\n";
      for (std::uint64_t child = item * 4 + 1; child <= item * 4 + 4 && child < urls_.pages();
           ++child)
        body += link(urls_.item_url(child), title_of(child));
      for (int i = 0; i < 2; ++i) {
        const std::uint64_t other = draw_.below(urls_.pages());
        body += link(urls_.item_url(other), title_of(other));
      }
      body += "</ul>\n";
    }
    if (urls_.has_noise(0))
      for (std::uint64_t i = 0; i < (urls_.style() == SystemStyle::wiki ? kViews : 1); ++i)
        body +=
            link(fmt::format("{}{}{}=v{}", url, join, urls_.name(3), i), fmt::format("view {}", i));
    if (urls_.style() == SystemStyle::forum && urls_.has_noise(1))
      for (std::uint64_t i = 0; i < 3; ++i)
        body +=
            link(fmt::format("{}?{}={}", urls_.item_path(), urls_.name(4), item * 10 + i), "post");
    if (urls_.style() == SystemStyle::shop && urls_.has_noise(2))
      body += link(fmt::format("{}?{}={}", urls_.cart_path(), urls_.name(5), item), "buy");
    return page(title_of(item), body);
  }

  PracticeAnswer list_page(const SystemTarget& t, std::uint64_t list) const {
    std::string body;
    if (urls_.style() == SystemStyle::forum && list == 0) {
      for (std::uint64_t i = 0; i < urls_.lists(); ++i)
        body += link(urls_.list_url(i, 0), fmt::format("Forum {}", i + 1));
      return page("Forums", body);
    }
    const std::uint64_t number = urls_.style() == SystemStyle::forum ? (list - 1) / 1000 : 0;
    const std::uint64_t at = urls_.style() == SystemStyle::forum ? (list - 1) % 1000 : list;
    std::vector<std::uint64_t> items;
    for (std::uint64_t i = at * urls_.per_list(); i < (at + 1) * urls_.per_list(); ++i)
      if (const std::uint64_t item = i * urls_.lists() + number; item < urls_.pages())
        items.push_back(item);
    const bool is_mixed =
        t.arguments.contains(urls_.name(5)) || t.arguments.contains(urls_.name(4));
    if (is_mixed)
      for (std::uint64_t& item : items)
        item = draw_.below(urls_.pages() / urls_.lists()) * urls_.lists() + number;
    for (const std::uint64_t item : items) {
      body += "<p>" + link(urls_.item_url(item), title_of(item));
      if (urls_.style() == SystemStyle::blog && urls_.has_noise(3))
        body += made_text(urls_.key(5000 + item * 16), 8);
      body += "</p>\n";
    }
    if (at + 1 < urls_.lists_pages()) body += link(urls_.list_url(number, at + 1), "next");
    if (urls_.style() == SystemStyle::forum && at > 0)
      body += link(urls_.list_url(number, at - 1), "previous");
    if (urls_.style() != SystemStyle::blog && urls_.has_noise(4))
      add_orders(t, urls_.list_url(number, at), body);
    if (urls_.style() == SystemStyle::blog && urls_.has_noise(5))
      body += link(fmt::format("{}/{}?{}=2026&{}=1", urls_.root(), urls_.name(5), urls_.name(4),
                               urls_.name(6)),
                   "calendar");
    return page(fmt::format("List {} page {}", number + 1, at + 1), body);
  }

  // Adds the facets of a shop, which combine, or the sort orders of a forum.
  void add_orders(const SystemTarget& t, const std::string& url, std::string& body) const {
    const char join = url.find('?') == url.npos ? '?' : '&';
    constexpr std::array<std::string_view, 4> kValues = {"red", "wide", "old", "x"};
    const auto value = [&](std::size_t name) {
      const auto found = t.arguments.find(urls_.name(name));
      return found == t.arguments.end() ? std::string() : found->second;
    };
    for (const std::string_view one : kValues) {
      const std::string other = std::string(kValues[draw_.below(4)]);
      body += link(fmt::format("{}{}{}={}&{}={}", url, join, urls_.name(4), one, urls_.name(5),
                               value(5).empty() ? other : value(5)),
                   one);
      body += link(fmt::format("{}{}{}={}", url, join, urls_.name(5), one), one);
    }
  }

  // Returns the page of a post, which shows a part of its topic.
  std::optional<PracticeAnswer> post_page(const SystemTarget& t) const {
    const auto post = whole_number(t.arguments.find(urls_.name(4))->second);
    if (!post || *post / 10 >= urls_.pages()) return std::nullopt;
    return page(title_of(*post / 10), paragraphs(*post / 10, "<p>", "</p>"));
  }

  PracticeAnswer cart_page(const SystemTarget& t) const {
    if (!t.arguments.empty()) {
      PracticeAnswer answer{.status = 302};
      answer.headers.push_back({"Content-Type", "text/html"});
      answer.headers.push_back({"Location", urls_.cart_path()});
      return answer;
    }
    return page("Cart", fmt::format("<p>There are {} things in your cart.</p>", draw_.below(100)));
  }

  std::optional<PracticeAnswer> calendar_page(const SystemTarget& t) const {
    const auto value = [&](std::size_t name) {
      const auto found = t.arguments.find(urls_.name(name));
      return found == t.arguments.end() ? std::nullopt : whole_number(found->second);
    };
    const auto year = value(4), month = value(6);
    if (!year || !month || *month < 1 || *month > 12 || *year < 1 || *year > 99'999)
      return std::nullopt;
    std::string body = "<table>";
    for (int day = 1; day <= 30; ++day) body += fmt::format("<td>{}</td>", day);
    body += "</table>\n";
    const std::uint64_t all = *year * 12 + *month - 1;
    for (const std::uint64_t other : {all + 1, all - 1})
      body += link(fmt::format("{}/{}?{}={}&{}={}", urls_.root(), urls_.name(5), urls_.name(4),
                               other / 12, urls_.name(6), other % 12 + 1),
                   "month");
    return page(fmt::format("{} {}", made_word(urls_.key(30 + *month)), *year), body);
  }

  // Returns one of many identical pages, with random letters somewhere in the URL.
  PracticeAnswer trap_page(std::string_view target) const {
    draw_ = ChanceStream(chance(seed_, ChanceOf::trap, {host_, hash64(target)}));
    const auto token = [&] {
      std::string letters_of_token;
      for (int i = 0; i < 10; ++i) letters_of_token += static_cast<char>('a' + draw_.below(26));
      return letters_of_token;
    };
    std::string body;
    std::string_view last = target.substr(urls_.trap_root().size());
    if (last.size() > 60) last = last.substr(last.size() - 60);
    for (int i = 0; i < 3; ++i) {
      std::string url;
      switch (urls_.trap()) {
        case 0:
          url = fmt::format("{}-{}/page", urls_.trap_root(), token());
          break;
        case 1:
          url = fmt::format("{}/{}/", urls_.trap_root(), token());
          break;
        case 2:
          url = fmt::format("{}/{}/x{}", urls_.trap_root(), static_cast<char>('a' + draw_.below(8)),
                            last.starts_with('/') ? last : "");
          break;
        case 3:
          url = fmt::format("{}/{}?{}={}", urls_.trap_root(), token(), urls_.name(3), "edit");
          break;
        case 4: {
          constexpr std::array<std::string_view, 8> kFacets = {"red", "blue", "xl",   "s",
                                                               "new", "sale", "wool", "silk"};
          url = urls_.trap_root() + "/f";
          for (std::uint64_t k = 1 + draw_.below(5); k > 0; --k)
            url += "+" + std::string(kFacets[draw_.below(kFacets.size())]);
          break;
        }
        default:
          url = fmt::format("{};{}=1", urls_.trap_root(), token());
          break;
      }
      body += fmt::format("<a href=\"{}\">more</a>\n", url);
    }
    body += fmt::format("<p>{}</p>\n", made_text(urls_.key(9), 60));
    return page("Offers", body);
  }

  std::uint64_t seed_;
  std::uint64_t host_;
  SystemUrls urls_;
  mutable ChanceStream draw_{0};
};

}  // namespace

bool has_system(const WorldPlan& plan, const HostFacts& host) {
  return plan.features.systems && host.fault == HostFault::none && host.trap == Trap::none;
}

std::string system_entrance(const WorldPlan& plan, const HostFacts& host) {
  return SystemUrls(plan, host).entrance();
}

std::string letter_trap_entrance(const WorldPlan& plan, const HostFacts& host) {
  return SystemUrls(plan, host).trap_entrance();
}

std::uint64_t system_pages(const WorldPlan& plan, const HostFacts& host) {
  return SystemUrls(plan, host).pages();
}

std::string_view system_name(const WorldPlan& plan, const HostFacts& host) {
  constexpr std::array<std::string_view, 4> kNames = {"wiki", "forum", "shop", "blog"};
  return kNames[static_cast<std::size_t>(SystemUrls(plan, host).style())];
}

SystemUrl system_url(const WorldPlan& plan, const HostFacts& host, std::string_view target) {
  return has_system(plan, host) ? SystemUrls(plan, host).read(target) : SystemUrl{};
}

std::optional<PracticeAnswer> system_answer(const WorldPlan& plan, const HostFacts& host,
                                            std::string_view target) {
  if (!has_system(plan, host)) return std::nullopt;
  return SystemPages(plan, host).answer(target);
}

}  // namespace freshet
