#include "clean/content_markdown.h"

#include <gtest/gtest.h>

#include "clean/small_model_test.h"

namespace freshet {
namespace {

// The Markdown of a page all of whose blocks are main text.
std::string markdown(std::string_view page) {
  static const ContentModel model = small_content_model();
  const TagIndex index = index_tags(page, Scripting::off);
  MainText main = find_main_text(page, index, Scripting::off, model);
  for (ScoredBlock& score : main.scores) score.is_main = true;
  const auto base = Url::parse("https://example.com/a/");
  return main_markdown(page, index, Scripting::off, main, *base);
}

TEST(ContentMarkdown, HasHeadingsAndParagraphs) {
  EXPECT_EQ(markdown("<h1>A title</h1><p>One.<p>Two<br>lines.<h3>Part</h3>"),
            "# A title\n\nOne.\n\nTwo  \nlines.\n\n### Part\n");
}

TEST(ContentMarkdown, HasLists) {
  EXPECT_EQ(markdown("<p>x<ul><li>a<li>b<ul><li>c</ul><li>d</ul><ol><li>e<li><p>f<p>g</ol>"),
            "x\n\n- a\n- b\n  - c\n- d\n1. e\n2. f\n\n  g\n");
}

TEST(ContentMarkdown, HasTables) {
  EXPECT_EQ(markdown("<table><tr><th>n<th>m</tr><tr><td>1</td><td>2<br>3</td></tr></table>"),
            "| n | m |\n| --- | --- |\n| 1 | 2 3 |\n");
  EXPECT_EQ(markdown("<table><tr><td>alone</td></tr><tr><td>too</td></tr></table>"),
            "alone\n\ntoo\n");
}

TEST(ContentMarkdown, HasLinksEmphasisAndCode) {
  EXPECT_EQ(markdown("<p>See <a href='b?x=1'>the <b>page</b></a>, <em>now</em> <code>a_b</code>."),
            "See [the **page**](https://example.com/a/b?x=1), *now* `a_b`.\n");
  EXPECT_EQ(markdown("<p><a href='javascript:x()'>no</a> <a href='/w(1)'>w</a>"),
            "no [w](<https://example.com/w(1)>)\n");
}

TEST(ContentMarkdown, KeepsCodeBlocksAndQuotes) {
  EXPECT_EQ(markdown("<pre>a *b*\n  c</pre><blockquote><p>q</blockquote>"),
            "```\na *b*\n  c\n```\n\n> q\n");
}

TEST(ContentMarkdown, TextCannotBecomeMarkup) {
  EXPECT_EQ(markdown("<p># no [x](y) *z*<p>1. one<p>&lt;b> a_b<p>- dash"),
            "\\# no \\[x\\](y) \\*z\\*\n\n1\\. one\n\n\\<b> a\\_b\n\n\\- dash\n");
}

}  // namespace
}  // namespace freshet
