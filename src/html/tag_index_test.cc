#include "html/tag_index.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "html/tag_names.h"
#include "html/tag_vectors.h"

namespace freshet {
namespace {

// Returns the tags of `text` as written, separated by spaces.
std::string tags(std::string_view text, Scripting scripting = Scripting::on) {
  std::string all;
  for (const Tag& tag : index_tags(text, scripting))
    all.append(text.substr(tag.start, tag.length)).push_back(' ');
  if (!all.empty()) all.pop_back();
  return all;
}

TEST(TagIndex, TellsWhereTagsAndTheirNamesAre) {
  const TagIndex index = index_tags("x<p class=a>y</p >", Scripting::on);
  ASSERT_EQ(index.size(), 2u);
  EXPECT_EQ(index[0], (Tag{.start = 1, .length = 11, .name_length = 1, .name_offset = 1}));
  EXPECT_EQ(index[1], (Tag{.start = 13, .length = 5, .name_length = 1, .name_offset = 2}));
  EXPECT_TRUE(index[1].is_end());
}

TEST(TagIndex, SeesNoTagInCommentsAndDeclarations) {
  EXPECT_EQ(tags("<!-- <a> --><b>"), "<b>");
  EXPECT_EQ(tags("<!--><b>"), "<b>");
  EXPECT_EQ(tags("<!---><b>"), "<b>");
  EXPECT_EQ(tags("<!-- <a> --!><b>"), "<b>");
  EXPECT_EQ(tags("<!-- -- > <a> --><b>"), "<b>");
  EXPECT_EQ(tags("<!doctype html [<a>]><b>"), "<b>");
  EXPECT_EQ(tags("<?php <a> ?><b>"), "<b>");
  EXPECT_EQ(tags("</3 <a><b>"), "<b>");
  EXPECT_EQ(tags("</><b>"), "<b>");
  EXPECT_EQ(tags("<![CDATA[<a>]]><b>"), "<b>");
  EXPECT_EQ(tags("<!-- never ends <a>"), "");
}

TEST(TagIndex, TakesALoneLessThanForText) {
  EXPECT_EQ(tags("1 < 2 <3 << <b> <"), "<b>");
  EXPECT_EQ(tags("<<b>"), "<b>");
  EXPECT_EQ(tags("a</"), "");
}

TEST(TagIndex, EndsATagWhereItsAttributesAllow) {
  EXPECT_EQ(tags("<a title=\"x>y\">z"), "<a title=\"x>y\">");
  EXPECT_EQ(tags("<a title='x>y'>z"), "<a title='x>y'>");
  EXPECT_EQ(tags("<a title = \"x>y\">z"), "<a title = \"x>y\">");
  EXPECT_EQ(tags("<a title=x\"y>z\">"), "<a title=x\"y>");
  EXPECT_EQ(tags("<a =\"x>y\">"), "<a =\"x>");
  EXPECT_EQ(tags("<a ==\"x>y\">"), "<a ==\"x>y\">");
  EXPECT_EQ(tags("<a b/=\"x>y\">"), "<a b/=\"x>");
  EXPECT_EQ(tags("<a b=\"1\"=\"x>y\">"), "<a b=\"1\"=\"x>");
  EXPECT_EQ(tags("<a b= c=\"x>y\">"), "<a b= c=\"x>");
  EXPECT_EQ(tags("<a b=>c"), "<a b=>");
  EXPECT_EQ(tags("<a<b>"), "<a<b>");
  EXPECT_EQ(tags("<a\"b=c>"), "<a\"b=c>");
  EXPECT_EQ(tags("</a title=\"x>y\">"), "</a title=\"x>y\">");
}

TEST(TagIndex, ForgetsATagThatDoesNotEnd) {
  EXPECT_EQ(tags("<b><a"), "<b>");
  EXPECT_EQ(tags("<b><a "), "<b>");
  EXPECT_EQ(tags("<b><a x=\"> <i>"), "<b>");
  EXPECT_EQ(tags("<b><a x='> <i>"), "<b>");
  EXPECT_EQ(tags("<b><a x="), "<b>");
}

TEST(TagIndex, ReadsRawTextUpToItsOwnEndTag) {
  for (const std::string name :
       {"title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script"}) {
    const std::string open = "<" + name + ">", close = "</" + name + ">";
    EXPECT_EQ(tags(open + "<i></b></" + name + "x>" + close + "<b>"), open + " " + close + " <b>");
    EXPECT_EQ(tags(open + "<i>"), open);
  }
  EXPECT_EQ(tags("<STYLE><i></sTyLe\n><b>"), "<STYLE> </sTyLe\n> <b>");
  EXPECT_EQ(tags("<plaintext></plaintext><b>"), "<plaintext>");
}

TEST(TagIndex, HidesTheEndOfAnEscapedScript) {
  EXPECT_EQ(tags("<script><!--</script><b>"), "<script> </script> <b>");
  EXPECT_EQ(tags("<script><!--<script></script><b></script><i>"), "<script> </script> <i>");
  EXPECT_EQ(tags("<script><!--<script>--></script><i>"), "<script> </script> <i>");
  EXPECT_EQ(tags("<script><!--><script></script><i>"), "<script> </script> <i>");
  EXPECT_EQ(tags("<script><!-- <scripty></script><i>"), "<script> </script> <i>");
}

TEST(TagIndex, ReadsNoscriptByWhetherScriptsRun) {
  EXPECT_EQ(tags("<noscript><b></noscript>", Scripting::on), "<noscript> </noscript>");
  EXPECT_EQ(tags("<noscript><b></noscript>", Scripting::off), "<noscript> <b> </noscript>");
}

TEST(TagIndex, KnowsThatForeignElementsHoldMarkup) {
  EXPECT_EQ(tags("<svg><title><i></title></svg>"), "<svg> <title> <i> </title> </svg>");
  EXPECT_EQ(tags("<svg><title/><b></svg>"), "<svg> <title/> <b> </svg>");
  EXPECT_EQ(tags("<svg><style><g></style></svg><style><g></style>"),
            "<svg> <style> <g> </style> </svg> <style> </style>");
  EXPECT_EQ(tags("<svg><![CDATA[<g>]]></svg>"), "<svg> </svg>");
  EXPECT_EQ(tags("<svg><desc><![CDATA[<g>]]></desc></svg>"), "<svg> <desc> </desc> </svg>");
  EXPECT_EQ(tags("<svg><foreignObject><title><i></title>"),
            "<svg> <foreignObject> <title> </title>");
  EXPECT_EQ(tags("<svg><p><title><i></title>"), "<svg> <p> <title> </title>");
  EXPECT_EQ(tags("<math><mi><title><i></title>"), "<math> <mi> <title> </title>");
  EXPECT_EQ(tags("<div><svg></div><title><i></title>"), "<div> <svg> </div> <title> </title>");
  EXPECT_EQ(tags("<svg></div><title><i></title>"), "<svg> </div> <title> <i> </title>");
}

TEST(TagIndex, KnowsThatSelectAndFramesetIgnoreRawText) {
  EXPECT_EQ(tags("<select><title><i></select><title><i>"),
            "<select> <title> <i> </select> <title>");
  EXPECT_EQ(tags("<select><textarea><i>"), "<select> <textarea>");
  EXPECT_EQ(tags("<frameset><title><i>"), "<frameset> <title> <i>");
  EXPECT_EQ(tags("x<frameset><title><i>"), "<frameset> <title>");
}

TEST(TagIndex, SeesTextInReferencesAndCdata) {
  // Text before it makes a frameset be ignored; spaces do not, in any notation.
  EXPECT_EQ(tags("&#32;<frameset><title><i>"), "<frameset> <title> <i>");
  EXPECT_EQ(tags("&#33;<frameset><title><i>"), "<frameset> <title>");
  EXPECT_EQ(tags("<svg><![CDATA[x]]></svg><frameset><title><i>"),
            "<svg> </svg> <frameset> <title>");
  EXPECT_EQ(tags("<math><annotation-xml encoding='text&#47;html'><style><a></style>"),
            "<math> <annotation-xml encoding='text&#47;html'> <style> </style>");
}

TEST(TagIndex, SaysTheSameWithAndWithoutAvx2) {
  std::mt19937_64 random(3);
  const std::string alphabet = "<>=\"'/ab \n!-[]svgtile";
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 300, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    TagIndex portable, best;
    index_tags_with(Vectors::portable, text, Scripting::on, portable);
    index_tags_with(best_vectors(), text, Scripting::on, best);
    ASSERT_EQ(portable, best) << text;
  }
}

// Hostile pages: each of these is quadratic in a careless parser.
TEST(TagIndex, StaysLinearOnHostilePages) {
  constexpr std::size_t kTimes = 200'000;
  for (const std::string piece :
       {"<div>", "<svg>", "<b>", "<a href=", "<select>", "<title>", "<!--", "<template>",
        "<svg><desc>", "<table><tr>", "<p><b class=", "</p>", "<a =", "<script><!--<script>",
        "<svg></div>", "<math><mi><b>", "<x><div><span>", "<frameset>", "<a b=' "}) {
    std::string page = "<template><col>";  // makes the tree matter
    for (std::size_t i = 0; i < kTimes; ++i) page += piece;
    EXPECT_LE(index_tags(page, Scripting::on).size(), 3 * kTimes + 2) << piece;
  }
  // Long names that differ only at their end, each compared with all that are open.
  std::string page = "<template><col></template>";
  const std::string name = "x" + std::string(16'000, 'a');
  for (int i = 0; i < 1000; ++i) page += "<" + name + std::to_string(i) + ">";
  for (int i = 0; i < 1000; ++i) page += "</" + name + std::to_string(2000 + i) + ">";
  EXPECT_EQ(index_tags(page, Scripting::on).size(), 2003u);
}

TEST(TagIndex, ReadsTheNamesOfTags) {
  // One near the end of the page, one that is longer than any known name.
  const std::string page = "<DIV class=a><my-element></Annotation-XML><" + std::string(40, 'a') +
                           "><h1><h\x11><b" + std::string(1, '\0') + "></p>";
  const std::vector<TagName> names = {TagName::div,     TagName::unknown, TagName::annotation_xml,
                                      TagName::unknown, TagName::h1,      TagName::unknown,
                                      TagName::unknown, TagName::p};
  for (const Vectors vectors : {Vectors::portable, best_vectors()}) {
    TagIndex index;
    index_tags_with(vectors, page, Scripting::on, index);
    ASSERT_EQ(index.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_EQ(index[i].read_name, names[i]) << i;
      index[i].read_name = kUnreadTagName;
      EXPECT_EQ(index[i].known_name(page), names[i]) << i;
    }
  }
}

}  // namespace
}  // namespace freshet
