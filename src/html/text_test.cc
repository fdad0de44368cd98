#include "html/text.h"

#include <gtest/gtest.h>

#include <utility>

#include "base/ascii.h"
#include "base/random.h"

namespace freshet {
namespace {

std::string text_of(std::string_view page, Scripting scripting = Scripting::on) {
  return visible_text(page, index_tags(page, scripting), scripting);
}

TEST(TextTest, KeepsBlocksOnLinesAndCollapsesSpaces) {
  EXPECT_EQ(text_of("<h1> Fish\n &amp;  chips</h1><p>Fresh <b>dai</b>ly.<p>Open."),
            "Fish & chips\nFresh daily.\nOpen.");
  EXPECT_EQ(text_of("a<br>b<br><br>c<hr>d"), "a\nb\nc\nd");
  EXPECT_EQ(text_of("<ul><li>one<li>two</ul>three"), "one\ntwo\nthree");
  EXPECT_EQ(text_of("<table><tr><td>a</td><td>b</td></tr><tr><td>c<td>d</table>"), "a\tb\nc\td");
  EXPECT_EQ(text_of(" \n"), "");
  EXPECT_EQ(text_of(""), "");
}

TEST(TextTest, DecodesReferences) {
  EXPECT_EQ(text_of("&lt;p&gt; &#8364;&nbsp;5 &copy2024 AT&T a&#32;&#10;b"),
            "<p> €\u00A05 ©2024 AT&T a b");
}

TEST(TextTest, SeparatesWhatAReaderSeesApart) {
  EXPECT_EQ(text_of("one<img src=x>two<button>three</button>four<input>five"),
            "one two three four five");
  EXPECT_EQ(text_of("super<wbr>cali<span>fragil</span>istic"), "supercalifragilistic");
}

TEST(TextTest, IgnoresEndTagsThatCloseNothing) {
  EXPECT_EQ(text_of("a</img>b</input>c</body>d</html>e"), "abcde");
  EXPECT_EQ(text_of("a</br>b</p>c"), "a\nb\nc");
}

TEST(TextTest, LeavesOutScriptsStylesAndTheTitle) {
  EXPECT_EQ(text_of("<title>t</title><style>p{}</style>a<script>'<p>b'</script>c"), "ac");
  EXPECT_EQ(text_of("a<script>unclosed"), "a");
  EXPECT_EQ(text_of("a<iframe>b</iframe><noembed>c</noembed><noframes>d</noframes>e"), "a e");
}

TEST(TextTest, ReadsNoscriptByTheScriptingMode) {
  const char* page = "a <noscript>b <i>c</i></noscript> d";
  EXPECT_EQ(text_of(page, Scripting::on), "a d");
  EXPECT_EQ(text_of(page, Scripting::off), "a b c d");
}

TEST(TextTest, LeavesOutCommentsAndDeclarations) {
  EXPECT_EQ(text_of("<!DOCTYPE html>a<!-- b > -- c -->d<!-->e<!--->f<!-- g --!>h"), "adefh");
  EXPECT_EQ(text_of("a<?php echo ?>b<!x y>c</3 d>e</>f"), "abcef");
  EXPECT_EQ(text_of("a<![CDATA[b]]>c"), "ac");
  EXPECT_EQ(text_of("a<!-- b"), "a");
}

TEST(TextTest, TakesAStrayAngleForACharacter) {
  EXPECT_EQ(text_of("1 < 2 <3 a<"), "1 < 2 <3 a<");
  EXPECT_EQ(text_of("a</"), "a</");
  EXPECT_EQ(text_of("a <b"), "a");  // a tag cut off by the end of the page
  EXPECT_EQ(text_of("a <b c='d> e"), "a");
}

TEST(TextTest, LeavesOutWhatBrowsersDoNotShow) {
  EXPECT_EQ(text_of("a<template>b<div>c</div></template>d"), "ad");
  EXPECT_EQ(text_of("a<video>b<p>c</video>d <canvas>e</canvas><audio>f</audio>"), "a d");
  EXPECT_EQ(text_of("<ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>"), "字ji");
  EXPECT_EQ(text_of("<input list=l><datalist id=l><option>a</datalist>b"), "b");
}

// As in a tree, the end of the parent ends it too.
TEST(TextTest, EndsAnUnclosedVideoWithItsBlock) {
  EXPECT_EQ(text_of("<div><video>a</div>b"), "b");
  EXPECT_EQ(text_of("<div><template>a</div>b</template>c"), "c");
}

TEST(TextTest, KeepsWhatFormsAndObjectsShow) {
  EXPECT_EQ(
      text_of("<select><option>a<option selected>b</select><textarea> c &amp;\n<p></textarea>"),
      "a\nb\n c &\n<p>");
  EXPECT_EQ(text_of("<object>fallback</object>"), "fallback");
}

TEST(TextTest, KeepsPreformattedTextAsWritten) {
  EXPECT_EQ(text_of("a<pre>\n  b\n\n    c\r\nd</pre> e"), "a\n  b\n\n    c\nd\ne");
  EXPECT_EQ(text_of("<xmp><b>&amp;</b></xmp>"), "<b>&amp;</b>");
  EXPECT_EQ(text_of("a<plaintext><b> &amp;"), "a\n<b> &amp;");
}

TEST(TextTest, ReadsTextInDrawingsAndFormulas) {
  EXPECT_EQ(text_of("a<svg><title>t</title><text>b</text><text>c</text><![CDATA[<d>]]></svg>e"),
            "a b c <d> e");
  EXPECT_EQ(text_of("<svg><style>p{}</style><style/><text>a</text></svg>b"), "a b");
  EXPECT_EQ(text_of("<svg><foreignObject><p>a<![CDATA[b]]></p></foreignObject></svg>c"), "a\nc");
  EXPECT_EQ(text_of("<svg><desc>a</desc><g><p>b"), "b");  // <p> ends the drawing
  EXPECT_EQ(text_of("<math><annotation-xml><svg><desc><p>a<table></table></desc></svg></math>b"),
            "b");
  EXPECT_EQ(text_of("<math><mi>x</mi><annotation>tex</annotation></math>"), "x");
}

TEST(TextTest, DropsNulWhereABrowserDoes) {
  using namespace std::string_view_literals;
  EXPECT_EQ(text_of("a\0b"sv), "ab");
  EXPECT_EQ(text_of("<textarea>a\0b</textarea>"sv), "a\uFFFDb");
  EXPECT_EQ(text_of("<svg><text>a\0b"sv), "a\uFFFDb");
  EXPECT_EQ(text_of("<svg><foreignObject>a\0b"sv), "ab");
}

TEST(TextTest, FollowsDeepSurroundingsOnlySoFar) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += "<svg><desc>";
  page += "x";
  for (int i = 0; i < 100'000; ++i) page += "</b>";
  EXPECT_EQ(text_of(page), "");
}

// Does byte by byte what the code does eight bytes at a time.
std::string collapsed(std::string_view text) {
  std::string out;
  bool gap = false;
  for (const char c : text) {
    if (c == '\0') continue;
    if (is_ascii_whitespace(c)) {
      gap = true;
      continue;
    }
    if (std::exchange(gap, false) && !out.empty()) out.push_back(' ');
    out.push_back(c);
  }
  return out;
}

TEST(TextTest, CollapsesWhateverSpacesThereAre) {
  using namespace std::string_view_literals;
  constexpr std::string_view kBytes = "aaaaaaaa    \n\t\r\f\0\x01\x1f!\"'%&&\x7f\xc3\xbf"sv;
  Random random(5);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    const std::size_t size = random.below(60);
    const std::size_t kinds = random.below(kBytes.size()) + 1;
    while (text.size() < size) text.push_back(kBytes[random.below(kinds)]);
    ASSERT_EQ(text_of(text), collapsed(text)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace freshet
