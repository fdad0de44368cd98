#include "watch/xpath_dialect.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(XPathDialect, XPath1IsLetThrough) {
  for (const char* const expression :
       {"//div[@class='price']/text()", "//*[contains(@class,'news')]//a/@href",
        "//table[@id='t']//tr[td]", "//item/title/text()", "/html/body/*[position() mod 2 = 1]",
        "//a[not(@href) and (@id or @class)]", "count(//a) * 2 div 3", "string(//h1)", "//a | //b",
        "ancestor-or-self::node()/..", "//p[last()]", "//div[div]", "//and/or", ".//*[@*]",
        "//a[. != 'for (x)']", "(//p)[1]", "//td[2]/b[text() > 3 or @x]",
        "concat(//a, ', ', normalize-space(//b))", "//a[starts-with(@href, \"/x\")][3]"}) {
    EXPECT_FALSE(beyond_xpath_1(expression)) << expression << ": " << *beyond_xpath_1(expression);
  }
}

TEST(XPathDialect, LaterVersionsAreNamed) {
  const auto problem = [](const char* expression) {
    return beyond_xpath_1(expression).value_or("none");
  };
  EXPECT_EQ(problem("//a[matches(@href, 'x')]"), "XPath 1.0 has no function matches()");
  EXPECT_EQ(problem("string-join(//a, ', ')"), "XPath 1.0 has no function string-join()");
  EXPECT_EQ(problem("for $x in //a return $x"), "XPath 1.0 has no \"$\" here");
  EXPECT_EQ(problem("if (//a) then 1 else 2"), "XPath 1.0 has no function if()");
  EXPECT_EQ(problem("//a[@x eq '1']"), "XPath 1.0 has no operator \"eq\"");
  EXPECT_EQ(problem("//a union //b"), "XPath 1.0 has no operator \"union\"");
  EXPECT_EQ(problem("(//a, //b)"), "XPath 1.0 has no sequences");
  EXPECT_EQ(problem("//a || 'x'"), "XPath 1.0 has no operator \"||\"");
  EXPECT_EQ(problem("//a/string()"), "XPath 1.0 does not allow a function call behind a slash");
  EXPECT_EQ(problem("//div/(a|b)"), "XPath 1.0 does not allow a bracket behind a slash");
  EXPECT_EQ(problem("//a ! upper-case(.)"), "XPath 1.0 has no operator \"!\"");
  EXPECT_EQ(problem("re:test(//a, 'x')"), "names with a namespace prefix are not supported");
  EXPECT_EQ(problem("//a['x]"), "a text in it does not end");
}

}  // namespace
}  // namespace freshet
