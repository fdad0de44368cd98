#include "report/schedulers.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace freshet {
namespace {

SchedulerComparison made() {
  SchedulerComparison comparison{.seed = 7, .hosts = 1, .days = 2};
  for (const auto& [name, basket] : {std::pair{"normal", 24.0}, std::pair{"<b>", 4.0}})
    comparison.runs.push_back(
        {.name = name,
         .meaning = "a & b",
         .checks = 1234,
         .fresh = 0.5,
         .seen = 0.25,
         .delay_hours = 3,
         .gains = {{.right_hours = 4, .pages = 1, .given_hours = basket, .information = 4 - basket},
                   {.pages = 1, .given_hours = basket, .information = 4 - basket}},
         .pages = {{.right_hours = 4,
                    .basket_hours = basket,
                    .changes = {1, 30},
                    .checks = {{2, true}, {26, false}}}}});
  return comparison;
}

TEST(Schedulers, AreATable) {
  const std::string text = schedulers_text(made());
  EXPECT_TRUE(text.starts_with("1 page of 1 host, 2 days, seed 7\n")) << text;
  EXPECT_NE(text.find("normal        1,234  0.5000    0.2500     3.00\n"), text.npos) << text;
  EXPECT_NE(text.find("normal         4 h      1    24.0"), text.npos) << text;
  EXPECT_NE(text.find("-20.0"), text.npos) << text;
  EXPECT_NE(text.find("normal: a & b\n"), text.npos) << text;
}

TEST(Schedulers, AreJson) {
  const std::string json_text = schedulers_json(made());
  EXPECT_TRUE(
      json_text.starts_with(R"({"seed":7,"hosts":1,"days":2,"pages":1,"schedulers":[{"name":)"))
      << json_text;
  EXPECT_NE(json_text.find(R"("right_hours":null)"), json_text.npos);
  EXPECT_NE(json_text.find(R"("information_gain_hours":-20)"), json_text.npos);
}

TEST(Schedulers, AreAPageThatStandsAlone) {
  const std::string html = schedulers_html(made());
  for (const char* figure : {"figure 3", "figure 4", "figure 5", "figure 6", "figure 7"})
    EXPECT_NE(html.find(figure), html.npos) << figure;
  EXPECT_EQ(html.find("<b>"), html.npos);
  EXPECT_EQ(html.find("<script"), html.npos);
  EXPECT_EQ(html.find("src="), html.npos);
  EXPECT_NE(html.find("E = +20 h"), html.npos);
}

TEST(Schedulers, WithoutARunThereIsNothingToShow) {
  EXPECT_EQ(schedulers_text({}), "");
  EXPECT_NE(schedulers_html({}).find("</html>"), std::string::npos);
}

}  // namespace
}  // namespace freshet
