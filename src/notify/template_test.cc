#include "notify/template.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

constexpr TemplateName kTestNames[] = {{"title", "the title"},
                                       {"why", "the reason"},
                                       {"hunks", "the places", true},
                                       {"added", "added words", false, "hunks"},
                                       {"removed", "removed words", false, "hunks"}};

std::string rendered(std::string_view text) {
  const auto parsed = Template::parse(text, kTestNames);
  if (!parsed) return parsed.error().message;
  TemplateValues values{.texts = {{"title", "Water"}, {"why", ""}}};
  values.lists["hunks"] = {{.texts = {{"added", "one"}, {"removed", "two"}}},
                           {.texts = {{"added", "three"}, {"removed", ""}}}};
  return parsed->render(values);
}

TEST(MessageTemplate, PutsValuesIn) {
  EXPECT_EQ(rendered("{{title}} changed"), "Water changed");
  EXPECT_EQ(rendered("{{ title }}{{! a remark }}."), "Water.");
  EXPECT_EQ(rendered("a } { }} b"), "a } { }} b");
  EXPECT_EQ(rendered(""), "");
}

TEST(MessageTemplate, RepeatsSectionsOfListsAndLeavesEmptyOnesOut) {
  EXPECT_EQ(rendered("{{#hunks}}-{{removed}} +{{added}};{{/hunks}}"), "-two +one;- +three;");
  EXPECT_EQ(rendered("{{#hunks}}{{#removed}}-{{removed}} {{/removed}}{{title}} {{/hunks}}"),
            "-two Water Water ");
  EXPECT_EQ(rendered("{{#why}}Why: {{why}}{{/why}}{{^why}}No reason{{/why}}"), "No reason");
  EXPECT_EQ(rendered("{{^hunks}}nothing{{/hunks}}"), "");
}

TEST(MessageTemplate, SaysWhereItIsWrong) {
  EXPECT_EQ(rendered("Hello\n  {{titel}}"),
            "line 2, column 3: there is no value \"titel\"; did you mean title?");
  EXPECT_EQ(rendered("{{hunks}}"),
            "line 1, column 1: hunks is a list; write {{#hunks}}...{{/hunks}}");
  EXPECT_EQ(rendered("{{added}}"), "line 1, column 1: added can only stand in {{#hunks}}");
  EXPECT_EQ(rendered("{{#hunks}}a"),
            "line 1, column 1: the section hunks has no end; add {{/hunks}}");
  EXPECT_EQ(rendered("ä{{/hunks}}"), "line 1, column 2: no section hunks is open here");
  EXPECT_EQ(rendered("{{#hunks}}{{/title}}"),
            "line 1, column 11: {{/title}} stands where {{/hunks}} belongs");
  EXPECT_EQ(rendered("a {{title"), "line 1, column 3: {{ has no end; add }}");
  EXPECT_EQ(rendered("{{}}").substr(0, 17), "line 1, column 1:");
  EXPECT_EQ(rendered("{{#title}}{{#title}}{{#title}}{{#title}}{{#title}}"),
            "line 1, column 41: more than 4 sections within each other");
  EXPECT_EQ(rendered(std::string(9000, 'x')), "the template has 9000 bytes; use at most 8192");
}

// Lists within lists multiply.
TEST(MessageTemplate, BoundsWhatItWrites) {
  const auto parsed = Template::parse(
      "{{#hunks}}{{#hunks}}{{#hunks}}{{#hunks}}{{title}}{{/hunks}}{{/hunks}}{{/hunks}}{{/hunks}}",
      kTestNames);
  ASSERT_TRUE(parsed);
  TemplateValues values{.texts = {{"title", std::string(1000, 'x')}}};
  values.lists["hunks"].resize(100);
  EXPECT_LE(parsed->render(values).size(), kTemplateOutputBytesMax + 3);
  values.texts["title"] = "";
  EXPECT_EQ(parsed->render(values), "…");
  std::string empty_sections = "{{#hunks}}";
  for (int i = 0; i < 400; ++i) empty_sections += "{{#why}}{{/why}}";
  const auto idle = Template::parse(empty_sections + "{{/hunks}}", kTestNames);
  ASSERT_TRUE(idle);
  EXPECT_EQ(idle->render(values), "…");
}

}  // namespace
}  // namespace freshet
