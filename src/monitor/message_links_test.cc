#include "monitor/message_links.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

const std::string kKey = std::string(32, 'k');

ChangeMessage linked_message() {
  return {.kind = MessageKind::page_changed,
          .page = {.url = "https://a.example/p?q=1", .title = "P"},
          .old_version = MessageVersion{"1", *parse_time("2026-11-16T05:00:00.25Z")},
          .new_version = MessageVersion{"2", *parse_time("2026-11-17T05:00:00Z")}};
}

TEST(MessageLinks, LeadToVersionsAndOutOfTheWatch) {
  const MessageLinker linker({"https://w.example/", "https://old.example"}, kKey);
  const MessageLinks links = linker.links_of(linked_message(), 42, 7, 3);
  EXPECT_EQ(links.old_version,
            "https://old.example/replay/20261116050000250/https://a.example/p?q=1");
  EXPECT_EQ(links.new_version,
            "https://old.example/replay/20261117050000000/https://a.example/p?q=1");
  const std::string silence = "https://w.example/silence/";
  ASSERT_TRUE(links.silence.starts_with(silence));
  EXPECT_EQ(read_link(links.silence.substr(silence.size()), kKey),
            (LinkToken{.act = LinkAct::silence, .happening = 42, .watch = 7, .channel = 3}));
  const std::string unsubscribe = "https://w.example/unsubscribe/";
  ASSERT_TRUE(links.unsubscribe.starts_with(unsubscribe));
  EXPECT_EQ(read_link(links.unsubscribe.substr(unsubscribe.size()), kKey)->act,
            LinkAct::unsubscribe);
}

TEST(MessageLinks, AreLeftOutWithoutAPublicAddress) {
  EXPECT_EQ(MessageLinker({}, kKey).links_of(linked_message(), 42, 7, 3), MessageLinks{});
}

TEST(MessageLinks, OfferSilenceOfChangesOnly) {
  ChangeMessage message = linked_message();
  message.kind = MessageKind::page_gone;
  EXPECT_EQ(MessageLinker({"https://w.example"}, kKey).links_of(message, 42, 7, 3).silence, "");
}

}  // namespace
}  // namespace freshet
