#include "html/features.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

PageFeatures features_of(std::string_view page, std::string_view address) {
  std::optional<Url> url;
  if (!address.empty()) url = *Url::parse(address);
  const TagIndex index = index_tags(page, Scripting::on);
  const Links links = extract_links(page, index, Scripting::on, url);
  return measure_features(page, index, Scripting::on, links.all, url);
}

constexpr std::string_view kPage =
    "<h1>Fish</h1><script>x</script><img src=f.png><form><a href=/chips>chips</a> <a "
    "href=//b.example/>b</a> <a href=https://a.example:443/c>c</a> <a href=mailto:Me@a.example>me"
    "@a.example</a></form>";

TEST(FeaturesTest, CountsWhatThePageHas) {
  EXPECT_EQ(features_of(kPage, "http://a.example/d/e/f.html"),
            (PageFeatures{.links = 4,
                          .internal_links = 2,
                          .external_links = 1,
                          .emails = 1,
                          .images = 1,
                          .headings = 1,
                          .scripts = 1,
                          .forms = 1,
                          .elements = 8,
                          .text_bytes = std::string_view("Fish\nchips b c me@a.example").size(),
                          .raw_bytes = kPage.size(),
                          .url_dir_level = 2}));
}

TEST(FeaturesTest, KnowsNeitherHostNorFoldersWithoutTheUrl) {
  const PageFeatures features = features_of(kPage, "");
  EXPECT_EQ(features.links, features_of(kPage, "http://a.example/").links);
  EXPECT_EQ(features.internal_links + features.external_links, 0u);
  EXPECT_EQ(features.url_dir_level, 0u);
}

TEST(FeaturesTest, CountsFoldersOfTheUrl) {
  EXPECT_EQ(features_of("", "http://a.example").url_dir_level, 0u);
  EXPECT_EQ(features_of("", "http://a.example/x").url_dir_level, 0u);
  EXPECT_EQ(features_of("", "http://a.example/x/").url_dir_level, 1u);
  EXPECT_EQ(features_of("", "http://a.example/x/y/z?q=/").url_dir_level, 2u);
  EXPECT_EQ(features_of("", "mailto:x").url_dir_level, 0u);
}

}  // namespace
}  // namespace freshet
