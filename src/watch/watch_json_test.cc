#include "watch/watch_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace freshet {
namespace {

using namespace std::chrono_literals;

std::string error_of(std::string_view json) {
  const auto watch = watch_from_json(json);
  return watch ? "none" : watch.error().message;
}

// A watch that has something in every member.
WatchSpec full_watch() {
  WatchSpec watch;
  watch.url = "https://www.example.org/water?page=2";
  watch.scope = WatchScope::prefix;
  watch.name = "Water \u201eNeu\u201c";
  watch.note = "two\nlines";
  watch.tags = {"town", "Shop & prices"};
  watch.parts = {{WatchPart::Kind::css, "#level > p"},
                 {WatchPart::Kind::xpath, "//a/@href"},
                 {WatchPart::Kind::json_path, "$.items[*].price"},
                 {WatchPart::Kind::regex, "EUR (\\d+)"}};
  watch.removed_parts = {{WatchPart::Kind::css, "nav"}};
  watch.ignored = {{"Copyright", false}, {"\\d+ views", true}};
  watch.kept = {{"Price", false}};
  watch.sorts_lines = watch.drops_repeated_lines = watch.keeps_number = true;
  watch.trims_lines = false;
  watch.triggers = {{WatchTrigger::Kind::appears, {"seats?", true}, 0},
                    {WatchTrigger::Kind::below, {}, 19.99}};
  watch.needs_all_triggers = watch.only_new_lines = watch.compares_error_pages = true;
  watch.side = ChangeSide::only_removed;
  watch.confirmations = 2;
  watch.lost_after = 0;
  watch.tells_errors = false;
  watch.request = {
      "POST", {{"Accept", "text/html"}}, {{"Cookie", "a=b"}}, "{\"q\":1}", "someone", "a secret"};
  watch.times = {std::nullopt,
                 "*/20 8-18 * * mon-fri",
                 {{Weekday::monday, 510, 570}, {Weekday::sunday, 1380, 120}},
                 "Europe/Berlin"};
  watch.channels = {"mail"};
  watch.error_channels = {"ops"};
  watch.importance = Importance::high;
  watch.is_paused = watch.is_muted = true;
  watch.snoozed_until = parse_time("2026-12-24T12:00:00.5Z");
  watch.repeat_every = 26h;
  return watch;
}

TEST(WatchJson, AWatchIsTheSameAfterWritingAndReading) {
  const WatchSpec watch = full_watch();
  const auto again = watch_from_json(to_json(watch, Secrets::included));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, watch);
}

TEST(WatchJson, AUrlIsEnough) {
  const auto watch = watch_from_json(R"({"url": "HTTPS://Example.org/a?utm_source=x#top"})");
  ASSERT_TRUE(watch) << watch.error().message;
  WatchSpec expected;
  expected.url = "https://example.org/a";
  EXPECT_EQ(*watch, expected);
}

TEST(WatchJson, SecretsAreNotShown) {
  const std::string json = to_json(full_watch());
  EXPECT_EQ(json.find("a secret"), std::string::npos);
  EXPECT_EQ(json.find("a=b"), std::string::npos);
  EXPECT_NE(json.find(R"("secret_headers":[{"name":"Cookie"}])"), std::string::npos);
}

TEST(WatchJson, SecretsThatAreNotGivenStayAsStored) {
  const WatchSpec stored = full_watch();
  auto edited = watch_from_json(to_json(stored));
  ASSERT_TRUE(edited) << edited.error().message;
  keep_secrets(*edited, stored);
  EXPECT_EQ(*edited, stored);
}

TEST(WatchJson, SecretsDoNotFollowAWatchToAnotherOrigin) {
  const WatchSpec stored = full_watch();
  auto edited = watch_from_json(to_json(stored));
  ASSERT_TRUE(edited);
  edited->url = "https://elsewhere.example/";
  keep_secrets(*edited, stored);
  EXPECT_EQ(edited->request.password, "");
  EXPECT_EQ(edited->request.secret_headers[0].value, "");
}

TEST(WatchJson, ErrorsNameTheMember) {
  EXPECT_EQ(error_of("[]"), "watch: expected a table, found a list");
  EXPECT_EQ(error_of("{}"), "watch: \"url\" is missing");
  EXPECT_EQ(error_of("{\"url\":\"https://a.example/\",\"chanels\":[]}"),
            "chanels: this member is not known; did you mean channels?");
  EXPECT_EQ(error_of(R"({"url":"https://a.example/","parts":[{"kind":"jq","expression":"."}]})"),
            "parts[0].kind: expected one of css, xpath, json_path, regex, found the text \"jq\"");
  EXPECT_EQ(error_of(R"({"url":"https://a.example/","times":{"every":"soon"}})"),
            "times.every: expected a duration like \"1d12h\" or \"30m\", found the text \"soon\"");
  EXPECT_EQ(error_of(R"({"url":"a","url":"b"})"), "the member \"url\" stands twice in one object");
  EXPECT_EQ(error_of("{\"url\""), "not JSON from byte 7 on");
}

TEST(WatchJson, ValuesAreChecked) {
  const auto with = [](std::string_view member) {
    return error_of("{\"url\":\"https://a.example/\"," + std::string(member) + "}");
  };
  EXPECT_EQ(error_of(R"({"url":"file:///etc/passwd"})"),
            "url: the scheme must be http or https, not \"file\"");
  EXPECT_EQ(error_of(R"({"url":"https://me:pw@a.example/"})"),
            "url: put user and password into \"request\", not into the URL");
  EXPECT_TRUE(
      with(R"("parts":[{"kind":"css","expression":"a >"}])").starts_with("parts[0].expression: "));
  EXPECT_EQ(with(R"x("ignored":[{"text":"(?=x)","regex":true}])x"),
            "ignored[0].text: the regular expression cannot be read: invalid perl operator, at "
            "byte 1: \"(?=\"");
  EXPECT_EQ(with(R"x("parts":[{"kind":"xpath","expression":"//a[matches(., 'x')]"}])x"),
            "parts[0].expression: XPath 1.0 has no function matches(), at byte 5 of the XPath");
  EXPECT_EQ(with(R"("removed_parts":[{"kind":"xpath","expression":"//a["}])").substr(0, 29),
            "removed_parts[0].expression: ");
  EXPECT_EQ(with(R"("parts":[{"kind":"json_path","expression":"$.a b"}])"),
            "parts[0].expression: there is an unexpected \" \", at byte 4 of the JSONPath");
  EXPECT_EQ(with(R"("removed_parts":[{"kind":"regex","expression":"a"}])"),
            "removed_parts[0].kind: must be css or xpath");
  EXPECT_EQ(with(R"("confirmations":0)"), "confirmations: must be from 1 to 20");
  EXPECT_EQ(with(R"("times":{"zone":"Europe/Berlni"})"),
            "times.zone: there is no time zone \"Europe/Berlni\"; did you mean Europe/Berlin?");
  EXPECT_EQ(with(R"("times":{"cron":"61 * * * *"})"),
            "times.cron: cron expression: the field \"minute\": 61 is not from 0 to 59");
  EXPECT_EQ(with(R"("request":{"headers":[{"name":"Cookie","value":"a"}]})"),
            "request.headers[0]: this header may hold a secret; put it into secret_headers");
  EXPECT_EQ(with(R"("request":{"headers":[{"name":"A","value":"a\r\nB: c"}]})"),
            "request.headers[0].value: must be one line of at most 8192 bytes");
  for (const std::string name : {"Content-Length", "transfer-encoding", "Host"}) {
    EXPECT_EQ(with(R"("request":{"headers":[{"name":")" + name + R"(","value":"1"}]})"),
              "request.headers[0].name: this header is made by the program");
  }
  EXPECT_EQ(with(R"("name":"a\u0007")"), "name: a control character is not allowed here");
  EXPECT_EQ(with(R"("tags":[""])"), "tags[0]: a name must not be empty");
}

TEST(WatchJson, ErrorsShowNoSecrets) {
  const auto with = [](std::string_view member) {
    return error_of(R"({"url":"https://a.example/","request":{)" + std::string(member) + "}}");
  };
  EXPECT_EQ(with(R"("password":123456)"), "request.password: expected a text");
  EXPECT_EQ(with(R"("secret_headers":"Cookie: hidden")"),
            "request.secret_headers: expected a list");
  EXPECT_EQ(with(R"("secret_headers":[{"name":"Cookie","value":123456}])"),
            "request.secret_headers[0].value: expected a text");
  EXPECT_EQ(with(R"("headers":"a")"), "request.headers: expected a list, found the text \"a\"");
}

TEST(WatchJson, DeepAndLargeTextsAreRefused) {
  EXPECT_EQ(error_of(std::string(100'000, '[')), "nested deeper than 32");
  EXPECT_EQ(error_of(std::string(ValueTree::kBytesMax + 1, ' ')),
            "more than 67108864 bytes of JSON");
}

TEST(WatchJson, AnyCutOfAWatchIsAnErrorOrAWatch) {
  const std::string json = to_json(full_watch());
  for (std::size_t end = 0; end < json.size(); ++end)
    EXPECT_FALSE(watch_from_json(json.substr(0, end))) << end;
}

TEST(WatchJson, EveryMemberIsDeclared) {
  const auto written = nlohmann::json::parse(to_json(full_watch(), Secrets::included));
  const auto declared = watch_declarations();
  EXPECT_EQ(declared.size(), written.size());
  for (const FieldDeclaration& field : declared) {
    EXPECT_TRUE(written.contains(field.name)) << field.name;
    EXPECT_FALSE(field.meaning.empty()) << field.name;
    EXPECT_EQ(field.is_list, written[field.name].is_array()) << field.name;
  }
}

TEST(WatchJson, APatchChangesTheMembersThatItHas) {
  const WatchSpec stored{.url = "https://a.example/",
                         .tags = {"town", "water"},
                         .request = {.method = "POST", .body = "q=1"},
                         .times = {.every = std::chrono::hours(1)}};
  const auto merged = merge_watch(
      stored,
      R"({"tags":["river"],"paused":true,"request":{"body":"q=2"},"times":{"every":null}})");
  ASSERT_TRUE(merged) << merged.error().message;
  WatchSpec wanted = stored;
  wanted.tags = {"river"};
  wanted.is_paused = true;
  wanted.request.body = "q=2";
  wanted.times.every = std::nullopt;
  EXPECT_EQ(*merged, wanted);
}

TEST(WatchJson, AProblemHasItsPlaceApart) {
  const auto place_of = [](const FieldResult<WatchSpec>& result) {
    return result ? "none" : result.error().path;
  };
  const WatchSpec stored{.url = "https://a.example/"};
  EXPECT_EQ(place_of(merge_watch(stored, R"({"parts":[{"kind":"css","expression":"p >"}]})")),
            "parts[0].expression");
  EXPECT_EQ(place_of(merge_watch(stored, R"({"parts":[{"kind":"xpath","expression":"//a["}]})")),
            "parts[0].expression");
  EXPECT_EQ(place_of(merge_watch(stored, R"({"parts":[{"kind":"json_path","expression":"$["}]})")),
            "parts[0].expression");
  EXPECT_EQ(place_of(merge_watch(stored, R"({"times":{"cron":"* *"}})")), "times.cron");
  EXPECT_EQ(place_of(merge_watch(stored, "[]")), "");
  EXPECT_EQ(place_of(read_watch(R"({"url":"ftp://a.example/"})")), "url");
}

TEST(WatchJson, SettingsOfATagAreReadAndWritten) {
  const TagSpec tag{.name = "town", .channels = {"mail"}, .is_muted = true};
  const auto read = read_tag("town", to_json(tag));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, tag);
  EXPECT_EQ(read_tag("town", R"({"chanels":[]})").error().path, "chanels");
}

}  // namespace
}  // namespace freshet
