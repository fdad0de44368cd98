#include "notify/apprise_url.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace freshet {
namespace {

// Returns the channel as "kind name=value ...", or the error.
std::string channel(std::string_view line) {
  const auto read = read_apprise_url(line);
  if (!read) return read.error().message;
  std::string out(channel_kind_name(read->kind));
  for (const auto& values : {read->settings, read->secrets})
    for (const auto& [name, value] : values) out += fmt::format(" {}={}", name, value);
  return out;
}

TEST(AppriseUrl, ReadsAddressesOfServicesThatWeKnow) {
  EXPECT_EQ(channel("slack://T1/B2/x3"), "slack url=https://hooks.slack.com/services/T1/B2/x3");
  EXPECT_EQ(channel("discord://123/tok"), "discord url=https://discord.com/api/webhooks/123/tok");
  EXPECT_EQ(channel("mmosts://bot@mm.example:8443/key"),
            "mattermost username=bot url=https://mm.example:8443/hooks/key");
  EXPECT_EQ(channel("ntfy://water"), "ntfy topic=water");
  EXPECT_EQ(channel("ntfys://tk_abc@ntfy.example/water?priority=high"),
            "ntfy priority=4 server=https://ntfy.example topic=water token=tk_abc");
  EXPECT_EQ(channel("ntfys://ann:p%40ss@ntfy.example/water"),
            "ntfy server=https://ntfy.example topic=water user=ann password=p@ss");
  EXPECT_EQ(channel("gotifys://g.example/sub/Atoken"),
            "gotify server=https://g.example/sub token=Atoken");
  EXPECT_EQ(channel("tgram://123456:ABC-def/-10042"), "telegram chat=-10042 token=123456:ABC-def");
  EXPECT_EQ(channel("matrixs://syt_x@hs.example/!room:example.org"),
            "matrix room=!room:example.org server=https://hs.example token=syt_x");
  EXPECT_EQ(channel("pover://user@token"), "pushover token=token user=user");
  EXPECT_EQ(channel("jsons://h.example/a/b?+X-Key=v&method=put"),
            "json method=PUT headers=X-Key: v\n url=https://h.example/a/b");
  EXPECT_EQ(channel("workflows://h.example:443/wf/sig"),
            "teams url=https://h.example:443/workflows/wf/triggers/manual/paths/"
            "invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=sig");
}

TEST(AppriseUrl, ReadsMail) {
  EXPECT_EQ(channel("mailtos://ann:secret@smtp.example:587?to=bob@example.org&from=w@example.org"),
            "email from=w@example.org security=starttls server=smtp.example:587 "
            "to=bob@example.org user=ann password=secret");
  EXPECT_EQ(channel("mailto://ann:secret@gmail.com"),
            "email from=ann@gmail.com security=starttls server=smtp.gmail.com to=ann@gmail.com "
            "user=ann@gmail.com password=secret");
}

TEST(AppriseUrl, ReadsAddressesAsServicesShowThem) {
  EXPECT_EQ(channel("https://hooks.slack.com/services/T/B/x"),
            "slack url=https://hooks.slack.com/services/T/B/x");
  EXPECT_EQ(channel("https://discord.com/api/webhooks/1/t"),
            "discord url=https://discord.com/api/webhooks/1/t");
  EXPECT_EQ(channel("https://a.example/in"), "webhook url=https://a.example/in");
}

TEST(AppriseUrl, SaysWhatElseToDoAndRepeatsNoSecret) {
  EXPECT_EQ(channel("twilio://SID:secret@1/2"),
            "twilio:// is not known here; add a channel of kind hook with the command "
            "\"/usr/bin/apprise -t freshet twilio://...\"");
  EXPECT_EQ(channel("tgram://1:secret/a/b"),
            "the address has several chats; add a channel for each");
  EXPECT_EQ(channel("hello"),
            "the line is no address; it looks like tgram://token/chat or https://...");
  EXPECT_EQ(channel("matrixs://ann:secret@h.example/!r"),
            "a Matrix address needs an access token, matrixs://token@host/!room");
}

}  // namespace
}  // namespace freshet
