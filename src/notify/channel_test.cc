#include "notify/channel.h"

#include <gtest/gtest.h>

#include <set>

#include "notify/samples_test.h"
#include "notify/stored_channel.h"

namespace freshet {
namespace {

std::string trouble(const ChannelConfig& config) {
  const auto checked = validate(config);
  return checked ? "valid" : checked.error().message;
}

std::string trouble_with(ChannelKind kind, std::string_view field, std::string value) {
  ChannelConfig config = sample_channel(kind, "https://a.example");
  set_channel_field(config, field, std::move(value));
  return trouble(config);
}

TEST(Channel, EveryKindHasAnExampleThatIsValid) {
  for (const ChannelKind kind : channel_kinds()) {
    EXPECT_EQ(trouble(sample_channel(kind, "https://a.example")), "valid");
    EXPECT_EQ(parse_channel_kind(channel_kind_name(kind)), kind);
    std::set<std::string_view> names;
    for (const auto fields : {channel_fields(kind), common_channel_fields()})
      for (const ChannelField& field : fields) {
        EXPECT_TRUE(names.insert(field.name).second) << field.name << " stands twice";
        EXPECT_FALSE(field.meaning.empty());
        EXPECT_FALSE(field.is_secret && !field.fallback.empty()) << "a secret has no default";
      }
  }
}

TEST(Channel, SaysWhichFieldIsWrongAndWhatToEnter) {
  EXPECT_EQ(trouble_with(ChannelKind::ntfy, "topic", ""),
            "channel \"town\": the field topic is missing; enter the topic; on a public server "
            "whoever knows it can read along");
  EXPECT_EQ(trouble_with(ChannelKind::ntfy, "topik", "x"),
            "channel \"town\": the field topik is unknown for ntfy; did you mean topic?");
  EXPECT_EQ(trouble_with(ChannelKind::ntfy, "priority", "6"),
            "channel \"town\": the field priority is not a whole number from 1 to 5");
  EXPECT_EQ(trouble_with(ChannelKind::ntfy, "topic", "a/b"),
            "channel \"town\": the field topic is no topic; use at most 64 letters, digits, \"-\" "
            "and \"_\"");
  EXPECT_EQ(
      trouble_with(ChannelKind::slack, "url", "ftp://a.example"),
      "channel \"town\": the field url is no web address; it begins with https:// or http://");
  EXPECT_EQ(trouble_with(ChannelKind::ntfy, "server", "https://ann:secret@a.example"),
            "channel \"town\": the field server has a user name or password, which everybody would "
            "see; leave it out");
  EXPECT_EQ(trouble_with(ChannelKind::webhook, "url", "https://ann:secret@a.example"), "valid");
  EXPECT_EQ(trouble_with(ChannelKind::email, "to", "ann@example.org, bob"),
            "channel \"town\": the field to has \"bob\", which is no mail address; write "
            "name@example.org");
  EXPECT_EQ(trouble_with(ChannelKind::email, "security", "ssl"),
            "channel \"town\": the field security is none of: starttls, tls, none");
  EXPECT_EQ(trouble_with(ChannelKind::matrix, "room", "#town:example.org"),
            "channel \"town\": the field room is not the id of a room; the settings of the room "
            "show it, it begins with \"!\"");
  EXPECT_EQ(trouble_with(ChannelKind::slack, "title_template", "{{titel}}"),
            "channel \"town\": the field title_template is wrong in line 1, column 1: there is no "
            "value \"titel\"; did you mean title?");
  EXPECT_EQ(trouble_with(ChannelKind::hook, "command", "apprise -t x"),
            "channel \"town\": the field command begins with no path; write it like "
            "/usr/bin/program");
  EXPECT_EQ(trouble_with(ChannelKind::webhook, "secret", "whsec_c2hvcnQ="),
            "channel \"town\": the field secret is wrong: a key \"whsec_...\" has 24 to 64 bytes "
            "in Base64 behind the prefix");
}

TEST(Channel, TakesNoFieldThatCouldForgeAHeader) {
  EXPECT_NE(trouble_with(ChannelKind::email, "from", "a@b.example\r\nBcc: c@d.example"), "valid");
  EXPECT_NE(trouble_with(ChannelKind::email, "to", "a@b.example>\nX: y"), "valid");
  EXPECT_NE(trouble_with(ChannelKind::gotify, "token", "a\r\nX: y"), "valid");
  EXPECT_NE(trouble_with(ChannelKind::webhook, "headers", "Host: other.example"), "valid");
  EXPECT_NE(trouble_with(ChannelKind::webhook, "headers", "A b: c"), "valid");
  EXPECT_NE(trouble_with(ChannelKind::telegram, "token", "1:a/../../x"), "valid");
  EXPECT_EQ(trouble_with(ChannelKind::webhook, "headers", "X-Key: a\nX-Other: b\n"), "valid");
}

TEST(Channel, ShowsWhereItLeadsWithoutItsSecrets) {
  for (const ChannelKind kind : channel_kinds()) {
    const ChannelConfig config = sample_channel(kind, "https://a.example");
    const std::string target = channel_target(config);
    EXPECT_FALSE(target.empty());
    for (const auto& [name, secret] : config.secrets)
      EXPECT_EQ(target.find(secret), std::string::npos);
  }
  EXPECT_EQ(channel_target(sample_channel(ChannelKind::slack, "https://a.example")), "a.example");
  EXPECT_EQ(channel_target(sample_channel(ChannelKind::ntfy, "https://a.example")),
            "water at a.example");
}

TEST(Channel, KeepsSecretsApart) {
  ChannelConfig config = sample_channel(ChannelKind::slack, "https://a.example");
  std::swap(config.settings, config.secrets);
  EXPECT_EQ(trouble(config),
            "channel \"town\": the field url is a secret; enter it among the secrets");
  EXPECT_EQ(channel_value(config, "digest"), "none");
}

TEST(Channel, NamesTheFieldThatIsWrong) {
  const ChannelConfig config{
      .kind = ChannelKind::ntfy, .name = "phone", .settings = {{"topic", "no spaces here"}}};
  const auto found = find_trouble(config);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->field, "topic");
  EXPECT_TRUE(found->words.starts_with("is no topic;")) << found->words;
}

TEST(Channel, IsStoredAsTexts) {
  const std::map<std::string, std::string> fields = {{"to", "a@b.example"}, {"server", "\"x\n"}};
  const auto read = read_channel("email", "mail", store_channel_fields(fields), "{}");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->settings, fields);
  for (const char* const other : {"", "[]", "{\"to\":7}", "{"})
    EXPECT_FALSE(read_channel("email", "mail", other, "{}")) << other;
  EXPECT_FALSE(read_channel("pigeon", "mail", "{}", "{}"));
}

}  // namespace
}  // namespace freshet
