#include "practice/farm_pages.h"

#include <fmt/format.h>

#include <array>

namespace freshet {
namespace {

constexpr std::string_view kFarmWords[] = {
    "river",  "lemon",    "garden", "winter",  "market",  "silver",  "engine", "paper",   "window",
    "music",  "bridge",   "forest", "kitchen", "travel",  "doctor",  "summer", "letter",  "island",
    "coffee", "shoulder", "planet", "village", "bottle",  "camera",  "orange", "ticket",  "school",
    "butter", "corner",   "dragon", "family",  "harbor",  "jacket",  "ladder", "mirror",  "needle",
    "office", "pepper",   "quiet",  "rocket",  "saddle",  "tunnel",  "uncle",  "velvet",  "wagon",
    "yellow", "zebra",    "almond", "basket",  "candle",  "desert",  "eleven", "feather", "guitar",
    "hammer", "insect",   "jungle", "kettle",  "lantern", "meadow",  "number", "ocean",   "pillow",
    "rabbit", "sister",   "timber", "valley",  "walnut",  "copper",  "marble", "pocket",  "spring",
    "anchor", "bishop",   "cotton", "dinner",  "empire",  "fabric",  "gentle", "honest",  "ivory",
    "joyful", "lively",   "modern", "narrow",  "open",    "proper",  "ready",  "simple",  "tender",
    "useful", "violet",   "warm",   "young",   "brings",  "carries", "finds",  "gives",   "holds",
    "keeps",  "leads",    "makes",  "needs",   "offers",  "plays",   "reads",  "sends",   "takes",
    "under",  "behind",   "after",  "before",  "without", "between", "every",  "their",   "other",
    "never",  "always",   "often",  "again",   "today",   "later",   "people", "country", "history",
};

// The phrases of parked pages, by language; the last language is made up.
struct Phrases {
  std::string_view code, sale, related, search, privacy;
};
constexpr Phrases kPhrases[] = {
    {"en", "This domain may be for sale", "Related searches", "Search", "Privacy Policy"},
    {"de", "Diese Domain steht zum Verkauf", "\xc3\x84hnliche Suchen", "Suche", "Datenschutz"},
    {"fr", "Ce domaine est \xc3\xa0 vendre",
     "Recherches associ\xc3\xa9"
     "es",
     "Recherche", "Confidentialit\xc3\xa9"},
    {"it", "Questo dominio potrebbe essere in vendita", "Ricerche correlate", "Cerca",
     "Informativa"},
    {"es", "Este dominio est\xc3\xa1 en venta", "B\xc3\xbasquedas relacionadas", "Buscar",
     "Privacidad"},
    {"nl", "Dit domein is te koop", "Gerelateerde zoekopdrachten", "Zoeken", "Privacy"},
    {"vo", "Domen at kanon paselön", "Suks sümik", "Sukön", "Kläned"},
    {"vo", "At nem binon selik", "Liuds votik", "Sukolöd", "Kläned"},
};

std::string_view pick(ChanceStream& chance, std::initializer_list<std::string_view> from) {
  return *(from.begin() + chance.below(from.size()));
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::string hex(ChanceStream& chance, std::size_t digits) {
  std::string text;
  while (text.size() < digits) text += fmt::format("{:016x}", chance.next());
  return text.substr(0, digits);
}

std::string encode_base64(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    const std::size_t size = std::min<std::size_t>(3, text.size() - i);
    unsigned bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (j < size ? static_cast<unsigned char>(text[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      out += j <= size ? kLetters[bits >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

std::string wrapped(const ProviderLook& look, std::string_view content) {
  std::string out;
  for (std::size_t i = 0; i < look.wrappers; ++i)
    out += fmt::format("<div class=\"{}w{}\">", look.prefix, i);
  out += content;
  for (std::size_t i = 0; i < look.wrappers; ++i) out += "</div>";
  return out;
}

std::string parked_title(const ProviderLook& look, std::string_view host) {
  return look.names_host ? std::string(host) : std::string();
}

std::string parked_heading(const ProviderLook& look, std::string_view host) {
  return look.names_host ? fmt::format("<h1>{}</h1>", host) : std::string();
}

std::string service_mark(const ProviderLook& look, ChanceStream& chance) {
  return look.has_service_mark ? fmt::format(" data-adblockkey=\"{}\"", hex(chance, 48)) : "";
}

// The advertisements differ from page to page: they are drawn for each visitor.
std::string ads_page(const ProviderLook& look, std::string_view host, ChanceStream& chance) {
  const Phrases& phrases = kPhrases[look.language];
  std::string items;
  for (std::size_t i = 5 + chance.below(12); i > 0; --i) {
    const std::string word = farm_words(chance, 1);
    items += fmt::format("<{0} class=\"{1}i\"><a href=\"/?{2}={3}&t={4}\">{5}</a>", look.item_tag,
                         look.prefix, look.prefix.substr(0, 2), word, hex(chance, 10),
                         capitalised(farm_words(chance, 1 + chance.below(4))));
    if (chance.below(2) == 0) items += fmt::format("<span>{}</span>", farm_sentence(chance, 4, 11));
    items += fmt::format("</{}>", look.item_tag);
  }
  const std::string offer =
      chance.below(3) == 0
          ? fmt::format("<p><a href=\"https://{}/o{}\">{}</a></p>", look.partner,
                        look.carries_host ? fmt::format("?d={}", host) : "", phrases.sale)
          : "";
  return fmt::format(
      "<!DOCTYPE html><html lang=\"{}\"{}><head><title>{}</title><style>.{}i{{margin:{}px}}</style>"
      "</head><body>{}{}</body></html>",
      phrases.code, service_mark(look, chance), parked_title(look, host), look.prefix,
      chance.below(9), offer,
      wrapped(look, fmt::format("{}<h2>{}</h2><{}>{}</{}>", parked_heading(look, host),
                                phrases.related, look.list_tag, items, look.list_tag)));
}

std::string sale_page(const ProviderLook& look, std::string_view host, ChanceStream& chance) {
  const Phrases& phrases = kPhrases[look.language];
  std::string reasons;
  for (std::size_t i = 2 + chance.below(4); i > 0; --i)
    reasons += fmt::format("<li>{}</li>", farm_sentence(chance, 3, 9));
  return fmt::format(
      "<html><head><title>{0}{1}</title></head><body>{2}<footer><a "
      "href=/terms>{3}</a></footer></body></html>",
      look.names_host ? fmt::format("{} - ", host) : "", phrases.sale,
      wrapped(look,
              fmt::format("<a href=\"https://{0}/\"><img src=\"/logo.svg\"></a>{1}<p>{2}</p>"
                          "<form action=\"https://{0}/offer{5}\" method=post><input name=name>"
                          "<input name=email>{3}<button>OK</button></form><ul>{4}</ul>",
                          look.partner, parked_heading(look, host), phrases.sale,
                          chance.below(2) == 0 ? "<textarea name=m></textarea>" : "", reasons,
                          look.carries_host ? fmt::format("?domain={}", host) : "")),
      phrases.privacy);
}

std::string loader_page(const ProviderLook& look, std::string_view host, ChanceStream& chance) {
  const std::string token =
      fmt::format("{{\"id\":\"{}\"{}}}", hex(chance, 20),
                  look.carries_host ? fmt::format(",\"host\":\"{}\"", host) : "");
  return fmt::format(
      "<!doctype html><html{}><head><meta charset=utf-8><title>{}</title></head><body>"
      "<div id=\"{}\"></div><script>window.{}=\"{}\";</script><script src=\"/{}.js\"></script>"
      "</body></html>",
      service_mark(look, chance), parked_title(look, host), look.prefix, look.prefix,
      encode_base64(token), hex(chance, 8));
}

std::string script_root_page(const ProviderLook& look, std::string_view host, ChanceStream&) {
  return fmt::format(
      "<!doctype html><html><head><meta charset=utf-8><title>{}</title>"
      "<script defer src=\"https://static.{}/{}/main.js\"></script></head><body>"
      "<div id=\"root\"></div></body></html>",
      parked_title(look, host), look.partner, look.prefix);
}

std::string search_page(const ProviderLook& look, std::string_view host, ChanceStream& chance) {
  const Phrases& phrases = kPhrases[look.language];
  std::string scripts;
  for (std::size_t i = 1 + chance.below(3); i > 0; --i)
    scripts += fmt::format("<script>var o={{\"p\":\"{}{}\",\"terms\":\"{}\"{}}};</script>",
                           look.prefix, chance.below(99), farm_words(chance, 3),
                           look.carries_host ? fmt::format(",\"d\":\"{}\"", host) : "");
  return fmt::format(
      "<!DOCTYPE html><html lang=\"{}\"{}><head><meta charset=utf-8><title>{}</title>"
      "<style>body{{background:#{}}}</style></head><body>{}<form action=\"/search\"><input name=q>"
      "<input type=submit value=\"{}\"></form><div>2026 <a href=\"javascript:void(0)\">{}</a></div>"
      "{}</body></html>",
      phrases.code, service_mark(look, chance), parked_title(look, host), hex(chance, 6),
      wrapped(look,
              fmt::format("<div id=\"{}\"></div>{}", look.prefix, parked_heading(look, host))),
      phrases.search, phrases.privacy, scripts);
}

}  // namespace

std::string farm_words(ChanceStream& chance, std::size_t count, unsigned shift) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    for (const char c : kFarmWords[chance.below(std::size(kFarmWords))])
      text += static_cast<char>('a' + (static_cast<unsigned>(c - 'a') + shift) % 26);
  }
  return text;
}

std::string farm_sentence(ChanceStream& chance, std::size_t words_min, std::size_t words_max,
                          unsigned shift) {
  const std::size_t words = words_min + chance.below(words_max - words_min + 1);
  return capitalised(farm_words(chance, words, shift)) + ".";
}

std::string farm_label(ChanceStream& chance) {
  std::string label = farm_words(chance, 1) + farm_words(chance, 1);
  if (chance.below(3) == 0) label += farm_words(chance, 1);
  return label;
}

ProviderLook draw_provider_look(ChanceStream& chance, std::string_view partner) {
  return {.kind = static_cast<ParkingTemplate>(chance.below(kParkingTemplates)),
          .language = chance.below(std::size(kPhrases)),
          .wrappers = chance.below(5),
          .prefix = farm_words(chance, 1).substr(0, 5) + hex(chance, 2),
          .list_tag = std::string(pick(chance, {"ul", "ol", "div", "table", "section"})),
          .item_tag = std::string(pick(chance, {"li", "div", "p", "dd"})),
          .names_host = chance.below(5) != 0,
          .carries_host = chance.below(10) < 7,
          .has_service_mark = chance.below(5) < 2,
          .partner = std::string(partner)};
}

std::string parked_page(const ProviderLook& look, std::string_view host, ChanceStream& chance) {
  switch (look.kind) {
    case ParkingTemplate::ads:
      return ads_page(look, host, chance);
    case ParkingTemplate::sale:
      return sale_page(look, host, chance);
    case ParkingTemplate::loader:
      return loader_page(look, host, chance);
    case ParkingTemplate::script_root:
      return script_root_page(look, host, chance);
    case ParkingTemplate::search:
      return search_page(look, host, chance);
    case ParkingTemplate::lander:
      break;
  }
  return "<!DOCTYPE html><html><head><script>window.onload=function(){window.location.href="
         "\"/lander\"}</script></head></html>";
}

}  // namespace freshet
