#include "clean/template_bytes.h"

#include <gtest/gtest.h>

#include <string>

#include "testkit/hex.h"

namespace freshet {
namespace {

SiteTemplates learn_some(int pages) {
  TemplateLearner learner;
  for (int i = 0; i < pages; ++i) {
    const std::string n = std::to_string(i);
    const std::string page =
        "<ul class=menu><li>Home<li>Shop</ul><h1>Thing " + n + "</h1><p>" +
        (i % 3 == 0 ? "blue" : "red") +
        "</p><div>Everything that you order today will be sent tomorrow.</div>";
    learner.add(tokenize(page, index_tags(page, Scripting::off), Scripting::off));
  }
  return learner.learn();
}

// The worked example of docs/formats/templates.md.
TEST(TemplateBytes, AreThese) {
  SiteTemplates templates;
  PageLayout layout;
  layout.pages = 3;
  layout.bag[5] = 2;
  layout.columns = {{0x1122334455667788, kNoPlace, 3, 7}, {0xaa, 0, 3, kTextShape}};
  layout.places.emplace_back();
  for (const std::uint64_t text : {0xaaU, 0xaaU, 0xbbU}) layout.places[0].vote(text);
  layout.long_texts[0xcc] = 3;
  templates.layouts.push_back(layout);
  EXPECT_EQ(hex(pack_templates(templates)),
            "46545001"  // FTP, version 1
            "58c75c3d"  // checksum
            "9703"
            "01"
            "00"
            "01"  // 407 shapes, version 1, no misfits, 1 layout
            "03"
            "01"
            "05"
            "02"  // 3 pages; 1 bin: bin 5 has 2
            "01"
            "8877665544332211"  // 1 tag id
            "02"
            "07"
            "03"
            "00"  // 2 columns: shape 7 on 3 pages, the first tag id
            "00"
            "03"
            "02"
            "00"  // a text on 3 pages: 2 texts, no others
            "aa00000000000000"
            "02"  // on 2 pages
            "bb00000000000000"
            "01"  // on 1
            "01"
            "cc00000000000000"
            "03");  // 1 long text, on 3 pages
}

TEST(TemplateBytes, GiveBackTheTemplates) {
  for (const int pages : {0, 1, 5, 40}) {
    SiteTemplates templates = learn_some(pages);
    templates.version = 7;
    templates.misfits = 2;
    const auto back = unpack_templates(pack_templates(templates));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, templates);
  }
}

TEST(TemplateBytes, KeepTheLayoutsBeforeTheLastRedesign) {
  SiteTemplates templates = learn_some(20);
  templates.version = 2;
  templates.former = learn_some(5).layouts;
  const std::string packed = pack_templates(templates);
  EXPECT_EQ(packed.substr(0, 4), "FTP\x02");
  const auto back = unpack_templates(packed);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, templates);
  for (std::size_t length = 0; length < packed.size(); ++length)
    EXPECT_FALSE(unpack_templates(std::string_view(packed).substr(0, length)));
}

TEST(TemplateBytes, OfAnyOtherLengthAreRefused) {
  const std::string packed = pack_templates(learn_some(5));
  for (std::size_t length = 0; length < packed.size(); ++length)
    EXPECT_FALSE(unpack_templates(std::string_view(packed).substr(0, length)));
  EXPECT_FALSE(unpack_templates(packed + '\0'));
}

TEST(TemplateBytes, ThatAreDamagedAreRefused) {
  const std::string packed = pack_templates(learn_some(5));
  for (std::size_t i = 0; i < packed.size(); ++i) {
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    const auto back = unpack_templates(damaged);
    ASSERT_FALSE(back) << i;
    EXPECT_TRUE(back.error().message.starts_with("templates: ")) << back.error().message;
  }
}

}  // namespace
}  // namespace freshet
