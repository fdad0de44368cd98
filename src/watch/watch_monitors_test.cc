// The pages on which page monitors were compared: what they must tell, and what they must not. Each
// page is checked three times in its first form, then in its second and its third.
#include <fmt/format.h>

#include <functional>

#include "watch/watch_driver_test.h"

namespace freshet {
namespace {

struct Shop {
  int visit = 0;  // differs at each check; what follows is as the visit makes it
  std::string title = "Red shoes - The Shop";
  std::string menu = "<li><a href=/>Home</a><li><a href=/shoes>Shoes</a><li><a href=/bags>Bags</a>";
  std::string top = "";
  std::string price = "12.50";
  std::string stock = "In stock, ready to be sent within two days.";
  std::string link = "/manual-1.pdf";
  std::string sizes = "<li>Size 38<li>Size 39<li>Size 40";
  std::string extra =
      "<p>The leather comes from a tannery that has worked in the valley since long.";
  std::string bottom = "";
  std::string year = "2026";

  std::string html() const {
    std::string page = fmt::format(
        "<!doctype html><html><head><title>{}</title></head><body><header><nav><ul>{}</ul></nav>"
        "</header>{}<main><h1>Red shoes</h1><p>Price: {} EUR, with tax.<p>{}<p>Read the "
        "<a href={}>manual</a> before you wear them.<ul>{}</ul>{}",
        title, menu, top, price, stock, link, sizes, extra);
    for (int i = 0; i < 20; ++i)
      page += fmt::format(
          "<p>Paragraph {} tells how these shoes are made, one careful step after another.", i);
    return page + fmt::format("</main>{}<footer><p>Copyright {} The Shop</footer></body></html>",
                              bottom, year);
  }
};

using Make = std::function<std::string(int round, int visit)>;

class WatchMonitorsTest : public WatchDriver {
 protected:
  // Returns the events of the last two rounds. Rounds 1 to 3 are the first version.
  std::string rounds(const Make& page) {
    for (int visit = 0; visit < 3; ++visit) {
      const std::string event = html(page(1, visit));
      EXPECT_TRUE(event == "first" || event == "nothing") << event;
    }
    std::string out = html(page(2, 3));
    out += " / " + html(page(3, 4));
    return out;
  }
};

// --- To be told, once ---

TEST_F(WatchMonitorsTest, TellsAChangedText) {
  EXPECT_EQ(rounds([](int round, int) {
              Shop shop;
              if (round > 1)
                shop.extra =
                    "<p>The leather comes from a factory that has opened in the city this spring.";
              return shop.html();
            }),
            "changed: The leather comes from a [-tannery-] {+factory+} that has | that has "
            "[-worked-] {+opened+} in the | in the [-valley since long.-] {+city this spring.+} / "
            "nothing");
}

TEST_F(WatchMonitorsTest, TellsANewAndARemovedParagraph) {
  const auto page = [](int round, int) {
    Shop shop;
    if (round == 2) shop.extra += "<p>A second pair costs half of the price until Sunday.";
    return shop.html();
  };
  EXPECT_EQ(rounds(page),
            "changed: The leather comes from a tannery that has worked in the valley since long. "
            "{+A second pair costs half of the price until Sunday.+} Paragraph 0 tells how these "
            "shoes are made, one careful step after another. / "
            "changed: The leather comes from a tannery that has worked in the valley since long. "
            "[-A second pair costs half of the price until Sunday.-] Paragraph 0 tells how these "
            "shoes are made, one careful step after another.");
}

TEST_F(WatchMonitorsTest, TellsThatARemovedParagraphIsBack) {
  const auto page = [](int round, int) {
    Shop shop;
    if (round == 2) shop.extra = "";
    return shop.html();
  };
  const std::string told = rounds(page);
  EXPECT_NE(told.find("[-The leather"), told.npos) << told;
  EXPECT_NE(told.find("/ changed: "), told.npos) << told;
  EXPECT_NE(told.find("{+The leather"), told.npos) << told;
}

TEST_F(WatchMonitorsTest, TellsANumber) {
  EXPECT_EQ(
      rounds([](int round, int) { return Shop{.price = round > 1 ? "11.50" : "12.50"}.html(); }),
      "changed: Price: [-12.50-] {+11.50+} EUR, with tax. / nothing");
}

TEST_F(WatchMonitorsTest, TellsAListItem) {
  EXPECT_EQ(rounds([](int round, int) {
              Shop shop;
              if (round > 1) shop.sizes += "<li>Size 41";
              return shop.html();
            }),
            "changed: Size 40 {+Size 41+} The leather comes from a tannery that has worked in the "
            "valley since long. / nothing");
}

TEST_F(WatchMonitorsTest, TellsThatItIsSoldOut) {
  const auto page = [](int round, int) {
    return Shop{.stock = round > 1 ? "Sold out." : Shop{}.stock}.html();
  };
  EXPECT_EQ(rounds(page),
            "changed: Price: 12.50 EUR, with tax. [-In stock, ready to be sent within two days.-] "
            "{+Sold out.+} Read the manual before you wear them. / nothing");
}

TEST_F(WatchMonitorsTest, TellsATitle) {
  EXPECT_EQ(rounds([](int round, int) {
              return Shop{.title = round > 1 ? "Red shoes - sale" : "Red shoes - The Shop"}.html();
            }),
            "changed: [-Red shoes - The Shop-] {+Red shoes - sale+} / nothing");
}

TEST_F(WatchMonitorsTest, TellsTheTargetOfALink) {
  EXPECT_EQ(rounds([](int round, int) {
              return Shop{.link = round > 1 ? "/manual-2.pdf" : "/manual-1.pdf"}.html();
            }),
            "changed: Read the manual before you wear them. [-/manual-1.pdf-] {+/manual-2.pdf+} / "
            "nothing");
}

TEST_F(WatchMonitorsTest, TellsAGonePageOnce) {
  for (int i = 0; i < 3; ++i) html(Shop{}.html());
  EXPECT_EQ(status(404), "nothing");
  EXPECT_EQ(status(404), "gone: the server answered 404");
  EXPECT_EQ(status(404), "nothing");
}

// --- Not to be told ---

TEST_F(WatchMonitorsTest, KeepsSilentAboutNoiseOfEachVisit) {
  const std::vector<std::function<std::string(int)>> noises = {
      [](int visit) { return fmt::format("<p>Generated at 2026-11-19 10:{:02}:17", 3 * visit); },
      [](int visit) { return fmt::format("<p>Request id 7f{}a{}c", 91 * visit + 7, 13 * visit); },
      [](int visit) { return fmt::format("<p>{} people have seen this page", 1000 + 37 * visit); },
      [](int visit) { return fmt::format("<p>Updated {} minutes ago", 3 + 5 * visit); },
      [](int visit) {
        return fmt::format(
            "<h2>You may like</h2><ul><li>Shoe {0} of summer<li>Bag {1} in blue<li>Belt {2}</ul>",
            7 * visit % 5, 3 * visit % 7, visit);
      },
      [](int visit) {
        return fmt::format("<div class=ad><p>Advertisement<p>Buy brand {} today</div>", visit);
      }};
  for (std::size_t i = 0; i < noises.size(); ++i) {
    restart();
    EXPECT_EQ(rounds([&](int, int visit) { return Shop{.bottom = noises[i](visit)}.html(); }),
              "nothing / nothing")
        << i;
  }
}

TEST_F(WatchMonitorsTest, KeepsSilentAboutInvisibleNoise) {
  EXPECT_EQ(
      rounds([](int, int visit) {
        return Shop{.top = fmt::format("<script nonce=n{0} src=/app.{0}7f3a.js></script><input "
                                       "type=hidden name=csrf value=t{0}>",
                                       visit)}
            .html();
      }),
      "nothing / nothing");
}

TEST_F(WatchMonitorsTest, KeepsSilentAboutTheFrame) {
  const std::vector<std::function<void(Shop&)>> changes = {
      [](Shop& shop) {
        shop.menu =
            "<li><a href=/>Start</a><li><a href=/footwear>Footwear</a><li><a href=/club>Club</a>";
      },
      [](Shop& shop) { shop.sizes = "<li>Size 40<li>Size 38<li>Size 39"; },
      [](Shop& shop) {
        shop.top = "<div class=cookie-banner role=dialog><p>We use cookies. Do you agree?</div>";
      },
      [](Shop& shop) { shop.year = "2027"; },
      [](Shop& shop) { shop.extra = "<p class=new><span>" + shop.extra.substr(3) + "</span>"; }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    restart();
    EXPECT_EQ(rounds([&](int round, int) {
                Shop shop;
                if (round > 1) changes[i](shop);
                return shop.html();
              }),
              "nothing / nothing")
        << i;
  }
}

TEST_F(WatchMonitorsTest, KeepsSilentAboutA503Once) {
  for (int i = 0; i < 3; ++i) html(Shop{}.html());
  EXPECT_EQ(status(503), "nothing");
  EXPECT_EQ(html(Shop{}.html()), "nothing");
}

TEST_F(WatchMonitorsTest, KeepsSilentAboutAStandInThatIsSoonGone) {
  for (const std::string stand_in :
       {"<h1>We are down for maintenance</h1><p>Please come back in an hour.", "",
        "<html><body></body></html>", "<title>Oops</title><p>Something else entirely is here."}) {
    restart();
    for (int i = 0; i < 3; ++i) html(Shop{}.html());
    EXPECT_EQ(html(stand_in), "nothing") << stand_in;
    EXPECT_EQ(html(Shop{}.html()), "nothing") << stand_in;
  }
}

TEST_F(WatchMonitorsTest, TellsAStandInThatStays) {
  for (int i = 0; i < 3; ++i) html(Shop{}.html());
  EXPECT_EQ(html(""), "nothing");
  EXPECT_EQ(html(""), "error: the answer is empty");
  EXPECT_EQ(html(Shop{}.html()), "recovered");
}

}  // namespace
}  // namespace freshet
