#include "notify/escape_text.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(EscapeText, KeepsSlackFromMentionsAndMarks) {
  EXPECT_EQ(slack_text("<!channel> & <@U1>"), "&lt;!channel&gt; &amp; &lt;@U1&gt;");
  EXPECT_EQ(slack_text("*bold* _it_ ~s~ `c`"), "∗bold∗ ＿it＿ ∼s∼ ˋcˋ");
  EXPECT_EQ(slack_text("snake_case 2*3"), "snake_case 2*3");
}

TEST(EscapeText, KeepsMarkdownFromMarks) {
  EXPECT_EQ(markdown_text("*a* [b](c) `d` <e> #f ||g||"),
            "\\*a\\* \\[b\\]\\(c\\) \\`d\\` \\<e\\> \\#f \\|\\|g\\|\\|");
  EXPECT_EQ(markdown_text("- a\n + b\n3 - 2"), "\\- a\n \\+ b\n3 - 2");
  EXPECT_EQ(markdown_text("@everyone"), "@\u2060everyone");
  EXPECT_EQ(markdown_text("a\\*b"), "a\\\\\\*b");
}

TEST(EscapeText, KeepsHtmlFromTags) {
  EXPECT_EQ(html_text("<a href=\"x\">'&amp;"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;");
  EXPECT_EQ(html_text(std::string_view("a\0b\x1b", 4)), "ab");
}

TEST(EscapeText, LinksOnlyToTheWeb) {
  EXPECT_EQ(link_target("https://a.example/b?c=d#e"), "https://a.example/b?c=d#e");
  EXPECT_EQ(link_target("javascript:alert(1)"), "");
  EXPECT_EQ(link_target("data:text/html,x"), "");
  EXPECT_EQ(link_target("https://a.example/)b|c>d\"e f\ng"),
            "https://a.example/%29b%7Cc%3Ed%22e%20f%0Ag");
  EXPECT_EQ(link_target("https://a.example/" + std::string(5000, 'a')), "");
}

}  // namespace
}  // namespace freshet
