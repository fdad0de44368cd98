#include "notify/compose.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "notify/samples_test.h"
#include "notify/shown_text.h"

namespace freshet {
namespace {

using nlohmann::json;

json body_of(ChannelKind kind, const Notification& notification) {
  const Composed composed = compose(sample_channel(kind, "https://a.example"), notification);
  return json::parse(composed.body, nullptr, false);
}

std::string header(const Composed& composed, std::string_view name) {
  for (const ComposedHeader& each : composed.headers)
    if (each.name == name) return each.value;
  return "";
}

TEST(Compose, TellsAWebhookAllOfAChange) {
  const Composed composed =
      compose(sample_channel(ChannelKind::webhook, "https://a.example"), water_notification());
  EXPECT_EQ(composed.url, "https://a.example/in");
  EXPECT_EQ(header(composed, "webhook-id"), "d-1001");
  EXPECT_EQ(json::parse(composed.body), json::parse(R"({
    "type":"page.changed","timestamp":"2026-11-17T05:00:00Z","data":{
     "change":"c-42","watch":{"id":"w-7","name":"Water","tags":["town"]},
     "page":{"url":"https://gazette.example/water","title":"Water"},
     "old":{"version":"20261116T0500Z","fetched":"2026-11-16T05:00:00Z"},
     "new":{"version":"20261117T0500Z","fetched":"2026-11-17T05:00:00Z"},
     "kind":"minor","certainty":0.97,
     "why":"main text changed; no such block changed in 8 earlier versions",
     "words":{"added":2,"removed":2},
     "diff":[{"before":"the reservoir stands at ","removed":"two thirds","added":"one half",
              "after":" of its volume"}],
     "truncated":false,
     "links":{"difference":"https://h.example/d/42","old":"https://h.example/v/1",
              "new":"https://h.example/v/2","silence":"https://h.example/silence/42",
              "unsubscribe":"https://h.example/end/w-7"}}})"));
}

TEST(Compose, KeepsWebhooksBelowTwentyKilobytes) {
  Notification large = water_notification();
  large.messages[0].hunks.resize(5000, {std::string(3000, 'a'), "<\"\n\\>", "\x01", "é"});
  const std::string body =
      compose(sample_channel(ChannelKind::webhook, "https://a.example"), large).body;
  EXPECT_LE(body.size(), 20'000U);
  EXPECT_EQ(json::parse(body)["data"]["truncated"], true);
  const json redesign = body_of(ChannelKind::webhook, redesign_notification(500));
  EXPECT_EQ(redesign["type"], "site.redesigned");
  EXPECT_EQ(redesign["data"]["count"], 500);
  EXPECT_EQ(redesign["data"]["truncated"], true);
}

TEST(Compose, KeepsMatrixEventsBelowTheirLimit) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "水";
  Notification large = water_notification();
  large.messages[0].hunks.resize(50, {text, text, text, text});
  large.messages[0].page.url = "https://gazette.example/" + std::string(4000, '&');
  const Composed composed =
      compose(sample_channel(ChannelKind::matrix, "https://a.example"), large);
  EXPECT_LE(composed.body.size(), 64'000U);  // the rest is for what the homeserver adds
}

TEST(Compose, LeavesALinkOutThatDiscordRefuses) {
  ChangeMessage message = water_message();
  message.links = {};
  message.page.url = "https://gazette.example/" + std::string(2500, 'a');
  const json body = body_of(ChannelKind::discord, single_notification("d", message));
  EXPECT_FALSE(body["embeds"][0].contains("url"));
}

TEST(Compose, GivesNtfyTheThreeButtonsThatMatter) {
  const json body = body_of(ChannelKind::ntfy, water_notification());
  EXPECT_EQ(body["click"], "https://h.example/d/42");
  std::string labels;
  for (const json& action : body["actions"]) labels += action["label"].get<std::string>() + ";";
  EXPECT_EQ(labels, "Old version;New version;Do not tell me of this again;");
}

TEST(Compose, MarksRemovedAndAddedWordsAsEachServiceDoes) {
  const auto text = [](ChannelKind kind, std::string_view path) {
    const std::string all = body_of(kind, water_notification())
                                .at(json::json_pointer(std::string(path)))
                                .get<std::string>();
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(text(ChannelKind::slack, "/blocks/1/text/text"),
            "the reservoir stands at ~two thirds~ *one half* of its volume");
  EXPECT_EQ(text(ChannelKind::discord, "/embeds/0/description"),
            "the reservoir stands at ~~two thirds~~ **one half** of its volume");
  EXPECT_EQ(text(ChannelKind::mattermost, "/attachments/0/text"),
            "the reservoir stands at ~~two thirds~~ **one half** of its volume");
  EXPECT_EQ(text(ChannelKind::teams, "/attachments/0/content/body/1/text"),
            "the reservoir stands at (was: two thirds) **one half** of its volume");
  EXPECT_EQ(text(ChannelKind::ntfy, "/message"),
            "the reservoir stands at [-two thirds-] {+one half+} of its volume");
  EXPECT_EQ(text(ChannelKind::pushover, "/message"),
            "the reservoir stands at <i>[was: two thirds]</i> <b>one half</b> of its volume");
  EXPECT_EQ(body_of(ChannelKind::telegram, water_notification())["text"],
            "<b>Water changed</b>\n"
            "the reservoir stands at <s>two thirds</s> <b>one half</b> of its volume\n"
            "Changed between 2026-11-16 05:00:00 and 2026-11-17 05:00:00 UTC.\n"
            "97 % sure that it matters: main text changed; no such block changed in 8 earlier "
            "versions\n"
            "2 words added, 2 words removed.\n"
            "<a href=\"https://h.example/d/42\">Difference</a> · "
            "<a href=\"https://gazette.example/water\">Page</a> · "
            "<a href=\"https://h.example/v/1\">Old version</a> · "
            "<a href=\"https://h.example/v/2\">New version</a> · "
            "<a href=\"https://h.example/silence/42\">Do not tell me of this again</a>");
}

TEST(Compose, TellsARedesignInOneMessage) {
  const json slack = body_of(ChannelKind::slack, redesign_notification(500));
  EXPECT_EQ(slack["blocks"][0]["text"]["text"],
            "gazette.example was redesigned: 500 pages changed");
  const std::string text = slack["blocks"][1]["text"]["text"];
  EXPECT_TRUE(
      text.starts_with("• <https://h.example/d/42|Page 0 changed> – two thirds → one half\n"))
      << text;
  EXPECT_NE(text.find("… and 4"), std::string::npos) << text;
  EXPECT_LE(text_length(text, TextUnit::utf16), 3000U);
}

TEST(Compose, LinksSlackToTheVeryAddress) {
  ChangeMessage message = water_message();
  message.page.url = "https://gazette.example/_a_/Water_(town)?b=~c&d=__";
  const json body = body_of(ChannelKind::slack, single_notification("d", message));
  const std::string links = body["blocks"][2]["elements"][0]["text"];
  EXPECT_NE(links.find("<https://gazette.example/_a_/Water_%28town%29?b=~c&amp;d=__|"),
            std::string::npos)
      << links;
}

TEST(Compose, ListsPagesBehindOneWithALongAddress) {
  Notification group = redesign_notification(3);
  group.messages[0].links = {};
  group.messages[0].page.url = "https://gazette.example/" + std::string(3500, 'a');
  const json slack = body_of(ChannelKind::slack, group);
  const std::string text = slack["blocks"][1]["text"]["text"];
  EXPECT_TRUE(text.starts_with("• Page 0 changed – two thirds")) << text;
  EXPECT_NE(text.find("|Page 2 changed>"), std::string::npos) << text;
}

TEST(Compose, UsesTheTemplatesOfAChannelAndEscapesWhatTheyPutIn) {
  ChannelConfig config = sample_channel(ChannelKind::telegram, "https://a.example");
  config.settings["title_template"] = "<{{page}}>";
  config.settings["body_template"] = "{{#hunks}}{{removed}} & {{added}}{{/hunks}}\n{{words_added}}";
  const std::string text =
      json::parse(compose(config, water_notification()).body)["text"].get<std::string>();
  EXPECT_TRUE(text.starts_with("<b>&lt;Water&gt;</b>\ntwo thirds &amp; one half\n2\n<a href"))
      << text;
}

TEST(Compose, TellsNoChangeAsCertainThatIsNot) {
  ChannelConfig config = sample_channel(ChannelKind::ntfy, "https://a.example");
  config.settings["title_template"] = "{{certainty}}";
  const auto told = [&](double certainty) {
    ChangeMessage message = water_message();
    message.certainty = certainty;
    const json body = json::parse(compose(config, single_notification("d", message)).body);
    const std::string percent = body["title"];
    EXPECT_NE(body["message"].get<std::string>().find(percent + " % sure"), std::string::npos);
    return percent;
  };
  EXPECT_EQ(told(0.996), "99");
  EXPECT_EQ(told(0.29), "29");
  EXPECT_EQ(told(1), "100");
  EXPECT_EQ(told(1e300), "100");
}

TEST(Compose, WritesAddressesInTheFormOfTheUrlStandard) {
  ChannelConfig config = sample_channel(ChannelKind::slack, "");
  config.secrets["url"] = "HTTPS:\\\\A.example:443/b c/../d?e=%2Fü#f";
  EXPECT_EQ(compose(config, water_notification()).url, "https://a.example/d?e=%2F%C3%BC");
}

TEST(Compose, NamesEveryKindOfMessage) {
  const auto title = [](MessageKind kind) {
    ChangeMessage message = water_message();
    message.kind = kind;
    return body_of(ChannelKind::ntfy, single_notification("d", message))["title"]
        .get<std::string>();
  };
  EXPECT_EQ(title(MessageKind::page_changed), "Water changed");
  EXPECT_EQ(title(MessageKind::page_new), "Water is new");
  EXPECT_EQ(title(MessageKind::page_gone), "Water is gone");
  EXPECT_EQ(title(MessageKind::page_error), "Water cannot be read");
  EXPECT_EQ(title(MessageKind::page_recovered), "Water can be read again");
  EXPECT_EQ(title(MessageKind::filter_lost), "Water: the watched part is missing");
  EXPECT_EQ(title(MessageKind::filter_found), "Water: the watched part is back");
  EXPECT_EQ(title(MessageKind::site_redesigned), "gazette.example was redesigned");
  EXPECT_EQ(title(MessageKind::channel_test), "Test message from freshet");
}

TEST(Compose, SaysWhyMessagesComeAsOne) {
  const auto title = [](Together together) {
    Notification group = redesign_notification(12);
    group.together = together;
    group.from = *parse_time("2026-11-16T07:00:00Z");
    return body_of(ChannelKind::ntfy, group)["title"].get<std::string>();
  };
  EXPECT_EQ(title(Together::redesign), "gazette.example was redesigned: 12 pages changed");
  EXPECT_EQ(title(Together::many), "12 messages about gazette.example");
  EXPECT_EQ(title(Together::digest), "12 messages since 2026-11-16 07:00:00 UTC");
}

TEST(Compose, TellsOfAPausedChannelByAnother) {
  const ChangeMessage message{.kind = MessageKind::channel_paused,
                              .at = *parse_time("2026-11-17T05:00:00Z"),
                              .watch = {.name = "town"},
                              .why = "Slack: it answered 404."};
  const json body = body_of(ChannelKind::ntfy, single_notification("d", message));
  EXPECT_EQ(body["title"], "town is paused; messages for it wait");
  EXPECT_EQ(body["message"], "Slack: it answered 404.\nFound at 2026-11-17 05:00:00 UTC.");
}

TEST(Compose, SendsEachHeaderLineThatIsValid) {
  ChannelConfig config = sample_channel(ChannelKind::webhook, "https://a.example");
  config.secrets["headers"] = "X-Key: a\r\n  X-Other: b\r\n";
  ASSERT_TRUE(validate(config));
  const Composed composed = compose(config, water_notification());
  EXPECT_EQ(header(composed, "X-Key"), "a");
  EXPECT_EQ(header(composed, "X-Other"), "b");
}

TEST(Compose, TellsAMatrixServerTheSameTransactionEachTime) {
  const ChannelConfig config = sample_channel(ChannelKind::matrix, "https://hs.example/");
  EXPECT_EQ(compose(config, water_notification()).url,
            "https://hs.example/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/"
            "d-1001");
}

TEST(Compose, IsTheSameForTheSameDelivery) {
  for (const ChannelKind kind : channel_kinds()) {
    const ChannelConfig config = sample_channel(kind, "https://a.example");
    EXPECT_EQ(compose(config, water_notification()).body,
              compose(config, water_notification()).body);
  }
}

TEST(Compose, GivesACommandTheJsonOfAWebhook) {
  ChannelConfig config{.kind = ChannelKind::hook};
  config.settings = {{"command", "/usr/bin/apprise -t 'a b' \"c\\\"d\" $HOME"}};
  const Composed composed = compose(config, water_notification());
  EXPECT_EQ(composed.hook->words,
            (std::vector<std::string>{"/usr/bin/apprise", "-t", "a b", "c\"d", "$HOME"}));
  EXPECT_EQ(json::parse(composed.body)["type"], "page.changed");
}

}  // namespace
}  // namespace freshet
