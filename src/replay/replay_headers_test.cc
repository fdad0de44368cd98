#include "replay/replay_headers.h"

#include <gtest/gtest.h>

#include "replay/replay_place.h"

namespace freshet {
namespace {

std::string header(std::string_view type, std::string_view name, const ReplayAccess& access = {}) {
  for (const ReplayHeader& header : replay_headers(type, access))
    if (header.name == name) return header.value;
  return "none";
}

TEST(ReplayHeaders, APageIsSandboxed) {
  EXPECT_EQ(
      header("text/html", "Content-Security-Policy"),
      "sandbox allow-same-origin; default-src 'none'; script-src 'none'; style-src 'self' "
      "'unsafe-inline'; "
      "img-src 'self' data:; font-src 'self' data:; media-src 'self' data:; frame-src 'self'; "
      "form-action 'none'; base-uri 'none'; frame-ancestors 'self'");
  EXPECT_EQ(header("text/html", "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(header("text/html", "X-Content-Type-Options"), "nosniff");
}

TEST(ReplayHeaders, ScriptsRunOnlyIfAskedForAndInAnOriginOfTheirOwn) {
  const std::string policy =
      header("text/html", "Content-Security-Policy",
             {.keeps_scripts = true, .embedders = {"http://127.0.0.1:8787"}});
  EXPECT_TRUE(policy.starts_with("sandbox allow-scripts; "));
  EXPECT_EQ(policy.find("allow-same-origin"), std::string::npos);
  EXPECT_TRUE(policy.ends_with("frame-ancestors 'self' http://127.0.0.1:8787"));
  EXPECT_EQ(header("application/javascript", "Content-Type", {.keeps_scripts = true}),
            "text/javascript; charset=utf-8");
  EXPECT_EQ(header("application/javascript", "Content-Type"), "application/octet-stream");
}

TEST(ReplayHeaders, OnlyKnownTypesAreShown) {
  EXPECT_EQ(header("Text/HTML", "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(header("application/xhtml+xml", "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(header("text/xml", "Content-Type"), "text/plain; charset=utf-8");
  EXPECT_EQ(header("text/javascript", "Content-Type"), "text/plain; charset=utf-8");
  EXPECT_EQ(header("image/png", "Content-Type"), "image/png");
  EXPECT_EQ(header("image/png\r\nX: y", "Content-Type"), "application/octet-stream");
  EXPECT_EQ(header("application/pdf", "Content-Disposition"), "attachment");
}

TEST(ReplayPlace, AUrlIsReadBackFromItsPath) {
  const ReplayPlace place{"/replay/", *parse_time("20261116003446")};
  const auto url = Url::parse("https://a.example/b?c=d");
  const auto path = replay_url(place, *url);
  EXPECT_EQ(path, "/replay/20261116003446/https://a.example/b?c=d");
  const auto target = replay_target(path->substr(place.prefix.size()));
  ASSERT_TRUE(target);
  EXPECT_EQ(target->url, *url);
  EXPECT_EQ(target->time, place.time);
  for (const char* const text :
       {"", "2026", "x/https://a.example/", "20261116003446/file:///etc/passwd",
        "20261399000000/https://a.example/", "20261116003446/", "123456789012345678/https://a/"})
    EXPECT_FALSE(replay_target(text)) << text;
}

}  // namespace
}  // namespace freshet
