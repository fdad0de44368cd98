#include "practice/requisites.h"

#include <fmt/format.h>

#include <charconv>

#include "base/ascii.h"
#include "practice/chance.h"

namespace freshet {

namespace {

void append_be32(std::string& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift);
}

// CRC-32 of PNG and gzip, bit by bit: the images are tiny.
std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

std::uint32_t adler32_of(std::string_view bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<std::uint8_t>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

void append_chunk(std::string& out, std::string_view type, std::string_view bytes) {
  append_be32(out, static_cast<std::uint32_t>(bytes.size()));
  const std::string typed = std::string(type).append(bytes);
  out += typed;
  append_be32(out, crc32_of(typed));
}

constexpr std::string_view kMainSheet =
    "@charset \"utf-8\";\n@import url(\"print.css\") print;\n@import 'more/theme.css';\n"
    "@font-face { font-family: text; src: url(/font/text.woff2) format(\"woff2\"); }\n"
    "body { margin: 2em; background: #fff url(../img/back.png) repeat-x; }\n"
    "/* url(/img/not-this.png) */\nnav a { color: #036 }\n";
constexpr std::string_view kThemeSheet =
    "main { background-image: url( '../../img/theme.png' ) }\n";

}  // namespace

std::string tiny_png(std::uint32_t color) {
  std::string png = "\x89PNG\r\n\x1a\n";
  std::string head;
  append_be32(head, 1);
  append_be32(head, 1);
  head += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB
  append_chunk(png, "IHDR", head);
  std::string pixel(1, '\0');  // no filter
  for (int shift = 16; shift >= 0; shift -= 8) pixel += static_cast<char>(color >> shift);
  std::string packed("\x78\x01\x01\x04\x00\xfb\xff", 7);  // zlib, one stored block of 4 bytes
  packed += pixel;
  append_be32(packed, adler32_of(pixel));
  append_chunk(png, "IDAT", packed);
  append_chunk(png, "IEND", "");
  return png;
}

std::optional<Requisite> find_requisite(const WorldPlan& plan, const HostFacts& host,
                                        std::string_view path) {
  if (!plan.features.requisites) return std::nullopt;
  if (path == "/style/main.css") return Requisite{"text/css", std::string(kMainSheet)};
  if (path == "/style/print.css") return Requisite{"text/css", "nav { display: none }\n"};
  if (path == "/style/more/theme.css") return Requisite{"text/css", std::string(kThemeSheet)};
  if (path == "/script/app.js")
    return Requisite{"text/javascript", fmt::format("document.title += ' - {}';\n", host.name)};
  if (path == "/font/text.woff2")
    return Requisite{"font/woff2", fmt::format("wOF2 no glyphs of {}", host.name)};
  if (!path.starts_with("/img/") || !path.ends_with(".png")) return std::nullopt;
  const std::string_view name = path.substr(5, path.size() - 9);
  std::uint64_t image = kImagesPerHost;
  if (name == "icon") image += 1;
  if (name == "back") image += 2;
  if (name == "theme") image += 3;
  if (image == kImagesPerHost) {
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), image);
    const bool is_number = error == std::errc{} && end == name.data() + name.size();
    if (!is_number || image >= kImagesPerHost || fmt::format("{}", image) != name)
      return std::nullopt;
  }
  const std::uint64_t color = chance(plan.seed, ChanceOf::image, {host.number, image});
  return Requisite{"image/png", tiny_png(static_cast<std::uint32_t>(color & 0xffffff))};
}

std::vector<std::string> page_images(const WorldPlan& plan, const Hosts& hosts, const Site& site,
                                     const PracticePage& page) {
  if (!plan.features.requisites) return {};
  ChanceStream draw(chance(plan.seed, ChanceOf::image, {site.host().number, page.number, 1}));
  std::vector<std::string> images;
  for (std::uint64_t i = draw.below(3); i > 0; --i)
    images.push_back(fmt::format("/img/{}.png", draw.below(kImagesPerHost)));
  if (draw.below(8) == 0) {
    const HostFacts other = hosts.by_rank(hosts.popular_rank(draw.unit()));
    if (other.fault == HostFault::none)
      images.push_back(fmt::format("{}/img/{}.png", other.base, draw.below(kImagesPerHost)));
  }
  return images;
}

std::vector<std::string> style_sheet_requisites() {
  return {"/style/print.css", "/style/more/theme.css", "/font/text.woff2", "/img/back.png",
          "/img/theme.png"};
}

}  // namespace freshet
