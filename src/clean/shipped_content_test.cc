#include "clean/shipped_content.h"

#include <gtest/gtest.h>

#include "clean/content.h"

namespace freshet {
namespace {

TEST(ShippedContent, IsReadAndComesBack) {
  EXPECT_EQ(shipped_content_model().write(), shipped_content_text());
}

TEST(ShippedContent, TellsAnArticleFromItsFrame) {
  const std::string sentence =
      "The river rose by two metres in a single night, and the people of the town left for the "
      "hills, where they waited for the water to fall again. ";
  const std::string page =
      "<html><head><title>The river rose - Town News</title></head><body><header><nav><ul>"
      "<li><a href=/>Home</a><li><a href=/sport>Sport</a><li><a href=/weather>Weather</a>"
      "</ul></nav></header><main><article><h1>The river rose</h1><p>" +
      sentence + sentence + "</p><p>" + sentence + "</p><p>" + sentence + sentence +
      "</p></article></main><aside class=sidebar><h3>Most read</h3><ul><li><a href=/1>One</a>"
      "<li><a href=/2>Two</a></ul></aside><footer><p>Copyright 2026 Town News. All rights "
      "reserved.</p></footer></body></html>";
  const MainText main = find_main_text(page, index_tags(page, Scripting::off), Scripting::off,
                                       shipped_content_model());
  const std::string text = main.text();
  EXPECT_NE(text.find("in a single night"), text.npos);
  EXPECT_EQ(text.find("Weather"), text.npos);
  EXPECT_EQ(text.find("Most read"), text.npos);
  EXPECT_EQ(text.find("All rights"), text.npos);
  EXPECT_GT(main.confidence, 0.8);
}

}  // namespace
}  // namespace freshet
