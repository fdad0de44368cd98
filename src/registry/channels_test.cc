// Channels, tags, rules and feeds.
#include "registry/channels.h"

#include <gtest/gtest.h>

#include "registry/registry_driver_test.h"

namespace freshet {
namespace {

using std::chrono::hours;

class ChannelsTest : public RegistryTest {
 protected:
  Channels& channels() { return registry->channels(); }
};

TEST_F(ChannelsTest, KeepsAChannelAndItsSecretsApart) {
  const ChannelId id =
      must(channels().add({.name = "hook", .kind = "webhook", .settings = "{\"url\":\"x\"}"},
                          "{\"key\":\"s\"}", now()));
  reopen();
  EXPECT_EQ(must(channels().find(id)), (Channel{.id = id,
                                                .name = "hook",
                                                .kind = "webhook",
                                                .settings = "{\"url\":\"x\"}",
                                                .created = now()}));
  EXPECT_EQ(must(channels().secrets(id)), "{\"key\":\"s\"}");
  EXPECT_FALSE(must(channels().secrets(id + 1)));
}

TEST_F(ChannelsTest, ReplacesSecretsOnlyIfTheyAreGiven) {
  const ChannelId id = channel("hook");
  must(channels().change({.id = id, .name = "post", .kind = "email"}, std::nullopt));
  EXPECT_EQ(must(channels().find(id))->name, "post");
  EXPECT_EQ(must(channels().secrets(id)), "{}");
  must(channels().change({.id = id, .name = "post", .kind = "email"}, "{\"password\":\"x\"}"));
  EXPECT_EQ(must(channels().secrets(id)), "{\"password\":\"x\"}");
  EXPECT_EQ(error_of(channels().change({.id = 99, .name = "x", .kind = "email"}, std::nullopt)),
            "there is no channel 99");
}

TEST_F(ChannelsTest, HasEachNameOnceForAnOwner) {
  const PersonId ann = person("ann");
  const ChannelId mine = channel("hook"), other = channel("other");
  const ChannelId hers = channel("hook", ann);
  EXPECT_EQ(error_of(channels().add({.name = "hook", .kind = "email"}, "{}", now())),
            "channel \"hook\": there is one of this name");
  EXPECT_EQ(error_of(channels().change({.id = other, .name = "hook", .kind = "email"}, {})),
            "channel \"hook\": there is one of this name");
  EXPECT_EQ(must(channels().find_by_name(ann, "hook"))->id, hers);
  EXPECT_EQ(must(channels().find_by_name(kLocalPerson, "hook"))->id, mine);
  EXPECT_EQ(must(channels().list(ann)).size(), 1u);
  EXPECT_EQ(must(channels().list_all()).size(), 3u);
}

TEST_F(ChannelsTest, PausesAndResumes) {
  const ChannelId id = channel("hook");
  must(channels().pause(id, "it answered 410"));
  EXPECT_TRUE(must(channels().find(id))->is_paused);
  EXPECT_EQ(must(channels().find(id))->reason, "it answered 410");
  must(channels().resume(id));
  EXPECT_FALSE(must(channels().find(id))->is_paused);
  EXPECT_EQ(must(channels().find(id))->reason, "");
  EXPECT_EQ(error_of(channels().pause(99, "")), "there is no channel 99");
}

TEST_F(ChannelsTest, RemovesAChannelWithItsDeliveries) {
  const ChannelId id = channel("hook"), other = channel("other");
  const Told told = tell(watch("https://a.example/"), {id, other});
  must(channels().remove(id));
  EXPECT_FALSE(must(registry->deliveries().find(told.deliveries[0])));
  EXPECT_TRUE(must(registry->deliveries().find(told.deliveries[1])));
  EXPECT_TRUE(must(registry->happenings().find(told.happenings[0])));
}

class TagsTest : public RegistryTest {};

TEST_F(TagsTest, ListsTagsWithSettingsAndTagsThatWatchesName) {
  Tags& tags = registry->tags();
  const PersonId ann = person("ann");
  must(
      registry->watches().add(ann, {.url = "https://a.example/", .tags = {"news", "work"}}, now()));
  must(registry->watches().add(ann, {.url = "https://b.example/", .tags = {"news"}}, now()));
  watch("https://c.example/");
  const TagRow work{.owner = ann,
                    .name = "work",
                    .settings = "{\"is_muted\":true}",
                    .channels = {"mail", "a\"b"}};
  must(tags.put(work));
  must(tags.put({.owner = ann, .name = "empty"}));
  const auto all = must(tags.list(ann));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], (TagRow{.owner = ann, .name = "empty"}));
  EXPECT_EQ(all[1], (TagRow{.owner = ann, .name = "news", .watches = 2}));
  TagRow expected = work;
  expected.watches = 1;
  EXPECT_EQ(all[2], expected);
  EXPECT_EQ(must(tags.find(ann, "work")), expected);
  EXPECT_TRUE(must(tags.list(kLocalPerson)).empty());
  must(tags.remove(ann, "work"));
  EXPECT_EQ(must(tags.list(ann)).back(), (TagRow{.owner = ann, .name = "work", .watches = 1}));
  EXPECT_EQ(error_of(tags.remove(ann, "work")), "there is no tag \"work\"");
  EXPECT_FALSE(tags.put({.owner = ann, .name = ""}));
}

class RulesTest : public RegistryTest {};

TEST_F(RulesTest, SilencesAPatternOrABlockAndCounts) {
  Rules& rules = registry->rules();
  const WatchId id = watch("https://a.example/");
  const RuleId pattern =
      must(rules.add_pattern(id, {.text = "\\d+ views", .is_regex = true}, now()));
  const RuleId block = must(rules.add_block(id, ~std::uint64_t{0}, now()));
  EXPECT_EQ(must(rules.add_block(id, ~std::uint64_t{0}, now())), block) << "it is there already";
  later(hours(1));
  must(registry->tell({.hits = {{.rule = block, .hits = 2}, {.rule = 99}}}, now()));
  const auto all = must(rules.list(id));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], (Rule{.id = pattern,
                          .watch = id,
                          .pattern = TextPattern{.text = "\\d+ views", .is_regex = true},
                          .created = now() - hours(1)}));
  EXPECT_EQ(all[1].block, ~std::uint64_t{0});
  EXPECT_EQ(all[1].hits, 2);
  EXPECT_EQ(all[1].last_hit, now());
  must(rules.remove(pattern));
  EXPECT_FALSE(must(rules.find(pattern)));
  EXPECT_FALSE(rules.remove(pattern));
  EXPECT_EQ(error_of(rules.add_block(99, 1, now())), "there is no watch 99");
  EXPECT_FALSE(rules.add_pattern(id, {}, now()));
}

class FeedsTest : public RegistryTest {};

TEST_F(FeedsTest, ReadsAFeedByItsAddressUntilItIsRevoked) {
  Feeds& feeds = registry->feeds();
  const PersonId root = person("root", Role::admin), ann = person("ann");
  const WatchId id = watch("https://a.example/", ann);
  const Feed of_watch = must(feeds.add({.owner = ann, .watch = id}, by(ann)));
  const Feed of_tag = must(feeds.add({.owner = ann, .tag = "news"}, by(ann)));
  const Feed of_all = must(feeds.add({.owner = ann}, by(ann)));
  EXPECT_EQ(must(feeds.list(ann)).size(), 3u);
  EXPECT_TRUE(of_watch.address.starts_with("frf_"));
  EXPECT_EQ(must(feeds.find(of_watch.address, now()))->watch, id);
  EXPECT_EQ(must(feeds.find(of_tag.address, now()))->tag, "news");
  EXPECT_EQ(must(feeds.find(of_all.address, now()))->owner, ann);
  std::string guess = of_all.address;
  guess.back() = guess.back() == 'A' ? 'B' : 'A';
  EXPECT_FALSE(must(feeds.find(guess, now())));
  must(feeds.revoke(of_all.id, by(ann)));
  EXPECT_FALSE(must(feeds.find(of_all.address, now())));
  EXPECT_EQ(error_of(feeds.revoke(of_all.id, by(ann))), "there is no such feed");
  EXPECT_EQ(error_of(feeds.add({.owner = root, .watch = id}, by(root))),
            "there is no watch " + std::to_string(id))
      << "of this person";
  must(registry->people().set_disabled(ann, true, by(root)));
  EXPECT_FALSE(must(feeds.find(of_tag.address, now())));
}

}  // namespace
}  // namespace freshet
