// The pages of a farm that somebody wrote, and pages that lead elsewhere.
#include <fmt/format.h>

#include "practice/farm_pages.h"

namespace freshet {
namespace {

std::string site_title(std::string_view host, ChanceStream& chance) {
  std::string title = farm_sentence(chance, 2, 4);
  title.pop_back();
  if (chance.below(12) == 0) title = fmt::format("{} | {}", host, title);  // as some real sites do
  return title;
}

// One page in three links to a site that many link to.
std::string friend_link(const std::vector<std::string>& friends, ChanceStream& chance) {
  if (friends.empty() || chance.below(3) != 0) return {};
  return fmt::format("<p><a href=\"https://{}/\">{}</a></p>", friends[chance.below(friends.size())],
                     farm_words(chance, 2));
}

std::string paragraph(ChanceStream& chance, unsigned shift) {
  std::string text = "<p>";
  for (std::size_t i = 1 + chance.below(4); i > 0; --i)
    text += farm_sentence(chance, 6, 18, shift) + ' ';
  return text + "</p>";
}

std::string list_of_links(ChanceStream& chance, std::string_view folder, std::size_t count) {
  std::string items;
  for (std::size_t i = 0; i < count; ++i)
    items += fmt::format("<li><a href=\"{}{}\">{}</a></li>", folder, farm_label(chance),
                         farm_words(chance, 1 + chance.below(2)));
  return fmt::format("<ul>{}</ul>", items);
}

std::string hand_part(ChanceStream& chance, unsigned shift, unsigned depth) {
  switch (chance.below(7)) {
    case 0:
      return list_of_links(chance, "/", 2 + chance.below(8));
    case 1:
      return fmt::format("<h2>{}</h2>", farm_words(chance, 3, shift));
    case 2:
      return fmt::format("<img src=\"/{}.gif\" alt=\"{}\">", chance.below(99),
                         farm_words(chance, 2, shift));
    case 3: {
      std::string rows;
      for (std::size_t i = 1 + chance.below(6); i > 0; --i)
        rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", farm_words(chance, 2, shift),
                            farm_sentence(chance, 2, 12, shift));
      return fmt::format("<table>{}</table>", rows);
    }
    case 4:
      if (depth < 3) {
        constexpr std::string_view kBoxes[] = {"div", "section", "center", "font", "article"};
        const std::string_view box = kBoxes[chance.below(5)];
        std::string inside;
        for (std::size_t i = 1 + chance.below(4); i > 0; --i)
          inside += hand_part(chance, shift, depth + 1);
        return fmt::format("<{0}>{1}</{0}>", box, inside);
      }
      [[fallthrough]];
    default:
      return paragraph(chance, shift);
  }
}

}  // namespace

SystemLook draw_system_look(ChanceStream& chance) {
  return {farm_words(chance, 1), chance.below(4), chance.below(2) == 0, chance.below(2) == 0};
}

std::string hand_page(std::string_view host, const std::vector<std::string>& friends,
                      ChanceStream& chance) {
  const unsigned shift = chance.below(4) == 0 ? static_cast<unsigned>(1 + chance.below(20)) : 0;
  std::string body = paragraph(chance, shift);
  for (std::size_t i = 2 + chance.below(10); i > 0; --i) body += hand_part(chance, shift, 0);
  // Registrars and dealers write about domains, too.
  if (chance.below(20) == 0)
    body += fmt::format("<p>{} Buy this domain or make an offer: {}</p>",
                        farm_sentence(chance, 5, 9), farm_sentence(chance, 5, 9));
  return fmt::format("<html><head><title>{}</title></head><body>{}{}</body></html>",
                     site_title(host, chance), body, friend_link(friends, chance));
}

std::string blog_page(const SystemLook& look, std::string_view host,
                      const std::vector<std::string>& friends, ChanceStream& chance) {
  std::string posts;
  for (std::size_t i = 1 + chance.below(9); i > 0; --i)
    posts += fmt::format("<article><h2><a href=\"/{}-{}\">{}</a></h2>{}{}{}</article>", i,
                         farm_label(chance), farm_sentence(chance, 3, 8),
                         look.has_time ? "<time>2026-03-01</time>" : "", paragraph(chance, 0),
                         chance.below(3) == 0 ? "<img src=\"/u/1.jpg\">" : "");
  std::string aside;
  for (std::size_t i = 0; look.has_aside && i < look.widgets; ++i)
    aside += fmt::format("<section><h3>{}</h3>{}</section>", farm_words(chance, 1),
                         list_of_links(chance, "/c/", 2 + chance.below(8)));
  return fmt::format(
      "<!DOCTYPE html><html><head><title>{}</title><link rel=stylesheet href=\"/themes/{}/s.css\">"
      "</head><body class=home><header><h1><a href=\"/\">{}</a></h1>{}</header><main>{}</main>{}{}"
      "<footer>Proudly powered by a blog system.</footer></body></html>",
      site_title(host, chance), look.theme, farm_words(chance, 2),
      list_of_links(chance, "/", 1 + chance.below(6)), posts, aside, friend_link(friends, chance));
}

std::string shop_page(const SystemLook& look, std::string_view host, ChanceStream& chance) {
  std::string goods;
  for (std::size_t i = 3 + chance.below(12); i > 0; --i)
    goods += fmt::format(
        "<div class=product><a href=\"/p/{}\"><img src=\"/i/{}.jpg\"></a><h3>{}</h3>"
        "<span>{},{:02}</span><button>+</button></div>",
        chance.below(99999), chance.below(9999), farm_words(chance, 3), chance.below(900),
        chance.below(100));
  return fmt::format(
      "<html><head><title>{} shop</title><link rel=stylesheet href=\"/theme/{}.css\"></head><body>"
      "<form action=\"/search\"><input name=s><button>go</button></form><a href=\"/cart\">0</a>{}"
      "<div class=grid>{}</div></body></html>",
      site_title(host, chance), look.theme, list_of_links(chance, "/k/", 3 + chance.below(10)),
      goods);
}

std::string app_page(std::string_view host, ChanceStream& chance) {
  // One in ten still has the title that its tool gave it.
  const std::string title = chance.below(10) == 0 ? "Web App" : site_title(host, chance);
  const std::string description =
      chance.below(2) == 0
          ? fmt::format("<meta name=description content=\"{}\">", farm_sentence(chance, 6, 14))
          : "";
  return fmt::format(
      "<!doctype html><html lang=en><head><meta charset=utf-8><title>{}</title>{}<script defer "
      "src=\"/static/main.{:08x}.js\"></script></head><body><div id=\"root\"></div></body></html>",
      title, description, chance.next() >> 32);
}

std::string placeholder_page(std::string_view host, ChanceStream& chance) {
  switch (chance.below(3)) {
    case 0:
      return "<html><head><title>Welcome!</title></head><body><h1>Welcome!</h1><p>If you see this "
             "page, the web server is installed.</p></body></html>";
    case 1:
      return fmt::format(
          "<html><head><title>{0}</title></head><body><h1>Under construction</h1>"
          "<p>{0} will be here soon.</p></body></html>",
          host);
    default:
      return fmt::format(
          "<html><body><center><img src=\"soon.gif\"><br><a href=\"mailto:info@{}\">"
          "mail</a></center></body></html>",
          host);
  }
}

std::string own_use_page(std::string_view host, std::string_view company, bool full_name,
                         ChanceStream& chance) {
  const std::string_view name = full_name ? host : host.substr(0, host.find('.'));
  std::string text;
  for (std::size_t i = 1 + chance.below(3); i > 0; --i) text += farm_sentence(chance, 7, 20) + ' ';
  return fmt::format(
      "<html><head><title>{0}</title></head><body><div><img src=\"/logo.png\"></div>"
      "<h1>{0}</h1><p>{1}</p><p><a href=\"http://www.{2}/\">{2}</a></p></body></html>",
      name, text, company);
}

std::string profile_page(std::string_view host, std::string_view parent, ChanceStream& chance) {
  return fmt::format(
      "<!doctype html><html><head><title>{0}</title></head><body><h1>{0}</h1><p>{1}"
      "</p>{2}<p><a href=\"http://{3}/\">{3}</a></p></body></html>",
      host, farm_sentence(chance, 3, 12), list_of_links(chance, "/post/", 1 + chance.below(5)),
      parent);
}

std::string redirect_page(std::string_view target, std::size_t form) {
  constexpr std::string_view kForms[kRedirectPages] = {
      "<html><head><meta http-equiv=\"refresh\" content=\"0;URL={}\"></head><body></body></html>",
      "<html><head><META HTTP-EQUIV=Refresh CONTENT=\"0; url='{}'\"></head></html>",
      "<html><head><meta http-equiv=\"refresh\" content=\"0; url=&#39;{}\"></head></html>",
      "<html><head><script>window.location.href=\"{}\"</script></head></html>",
      "<html><head><script>location.replace('{}')</script></head></html>",
      "<html><head><script>window.onload=function(){{location.assign('{}')}}</script></head></"
      "html>",
      "<html><head><script>setTimeout(function(){{location=\"{}\"}},0)</script></head></html>",
      "<html><head><script>var u='{}';self.location=u</script></head></html>",
      "<html><head><script>document.location='{}'</script></head></html>",
      "<html><head><script>top.location.href = \"{}\";</script></head></html>",
      "<html><head><title></title></head><frameset rows=\"100%,*\" border=0><frame src=\"{}\">"
      "</frameset></html>",
      "<html><body style=\"margin:0\"><iframe src=\"{}\" width=\"100%\" height=\"100%\"></iframe>"
      "</body></html>",
      "<html><head><style>iframe{{position:fixed;top:0;left:0;width:100%;height:100%}}</style></"
      "head>"
      "<body><iframe src=\"{}\"></iframe></body></html>",
      "<html><body><script>document.write('<frameset rows=\"100%,*\"><frame "
      "src=\"{}\"/></frameset>')"
      ";</script></body></html>"};
  return fmt::format(fmt::runtime(kForms[form % kRedirectPages]), target);
}

}  // namespace freshet
