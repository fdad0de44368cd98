#include "registry/watches.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "registry/registry_driver_test.h"
#include "sqlite/sqlite.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using WatchIds = std::vector<WatchId>;

class WatchesTest : public RegistryTest {
 protected:
  Watches& watches() { return registry->watches(); }
  WatchId add(const WatchSpec& spec, PersonId owner = kLocalPerson) {
    return must(watches().add(owner, spec, now()));
  }
  WatchIds list(const WatchFilter& filter) {
    WatchIds ids;
    for (const WatchRow& row : must(watches().list(filter, 0, 100))) ids.push_back(row.id);
    EXPECT_EQ(must(watches().count(filter)), static_cast<std::int64_t>(ids.size()));
    return ids;
  }
  std::vector<WatchedPage> pages() {
    std::vector<WatchedPage> all;
    must(watches().each_page([&](const WatchedPage& page) {
      all.push_back(page);
      return true;
    }));
    return all;
  }
};

WatchSpec with_secrets() {
  WatchSpec spec{.url = "https://a.example/account"};
  spec.request = {.headers = {{"Accept-Language", "de"}, {"cookie", "id=7"}},
                  .secret_headers = {{"X-Token", "s3cret"}},
                  .user = "ann",
                  .password = "pa55word"};
  return spec;
}

TEST_F(WatchesTest, KeepsASpecification) {
  const WatchSpec spec{.url = "https://a.example/",
                       .name = "News",
                       .note = "of ours",
                       .tags = {"news", "work"},
                       .channels = {"mail"},
                       .importance = Importance::high};
  const WatchId id = add(spec);
  reopen();
  const auto row = must(watches().find(id));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->spec, spec);
  EXPECT_EQ(row->owner, kLocalPerson);
  EXPECT_EQ(row->condition, WatchCondition::waiting);
  EXPECT_EQ(row->created, now());
  EXPECT_EQ(row->problem, "");
  EXPECT_FALSE(row->checked);
  EXPECT_FALSE(must(watches().find(id + 1)));
}

TEST_F(WatchesTest, ReplacesASpecificationAndWhatFiltersFind) {
  const WatchId id = add({.url = "https://a.example/", .name = "Old", .tags = {"one", "both"}});
  later(hours(1));
  must(watches().change(id, {.url = "https://b.example/", .name = "New", .tags = {"both", "two"}},
                        now()));
  EXPECT_EQ(must(watches().find(id))->edited, now());
  EXPECT_EQ(must(watches().find(id))->created, now() - hours(1));
  EXPECT_EQ(list({.tag = "one"}), WatchIds{});
  EXPECT_EQ(list({.tag = "two"}), WatchIds{id});
  EXPECT_EQ(list({.text = "a.example"}), WatchIds{});
  EXPECT_EQ(list({.text = "b.example"}), WatchIds{id});
  EXPECT_EQ(pages().front().url, "https://b.example/");
  EXPECT_EQ(error_of(watches().change(99, {}, now())), "there is no watch 99");
}

TEST_F(WatchesTest, RemovesAWatchWithAllThatIsAboutIt) {
  const WatchId id = watch("https://a.example/"), other = watch("https://b.example/");
  const ChannelId to = channel("hook");
  tell(id, {to});
  tell(other, {to});
  must(registry->rules().add_block(id, 7, now()));
  must(watches().save({.watch = id, .state = "{}", .checked = now(), .number = 1.5}));
  must(watches().remove(id));
  EXPECT_EQ(list({}), WatchIds{other});
  EXPECT_EQ(list({.text = "https"}), WatchIds{other});
  EXPECT_FALSE(must(watches().state(id)));
  EXPECT_TRUE(must(watches().numbers(id, {}, 10)).empty());
  EXPECT_TRUE(must(registry->rules().list(id)).empty());
  EXPECT_EQ(must(registry->deliveries().list({}, {}, 10)).size(), 1u) << "about the other";
  EXPECT_EQ(error_of(watches().remove(id)), "there is no watch " + std::to_string(id));
  must(registry->check());
}

TEST_F(WatchesTest, ShowsSecretsOnlyForTheRequest) {
  const WatchId id = add(with_secrets());
  const WatchSpec shown = must(watches().find(id))->spec;
  EXPECT_EQ(shown.request.headers, (std::vector<NameValue>{{"Accept-Language", "de"}}));
  EXPECT_EQ(shown.request.secret_headers, (std::vector<NameValue>{{"X-Token", ""}, {"cookie", ""}}))
      << "a cookie is a secret wherever it was written";
  EXPECT_EQ(shown.request.user, "ann");
  EXPECT_EQ(shown.request.password, "");
  const WatchSpec sent = *must(watches().spec_for_request(id));
  EXPECT_EQ(sent.request.secret_headers,
            (std::vector<NameValue>{{"X-Token", "s3cret"}, {"cookie", "id=7"}}));
  EXPECT_EQ(sent.request.password, "pa55word");
  EXPECT_FALSE(must(watches().spec_for_request(99)));
}

TEST_F(WatchesTest, KeepsSecretsThatAnEditDoesNotGive) {
  const WatchId id = add(with_secrets());
  WatchSpec edited = must(watches().find(id))->spec;
  edited.name = "Account";
  edited.url = "https://a.example/other";
  edited.request.secret_headers[0].value = "n3w";
  must(watches().change(id, edited, now()));
  const WatchSpec sent = *must(watches().spec_for_request(id));
  EXPECT_EQ(sent.name, "Account");
  EXPECT_EQ(sent.request.secret_headers,
            (std::vector<NameValue>{{"X-Token", "n3w"}, {"cookie", "id=7"}}));
  EXPECT_EQ(sent.request.password, "pa55word");
}

TEST_F(WatchesTest, SendsTheSecretThatWasGivenLastUnderAName) {
  const WatchId id = add(with_secrets());
  WatchSpec edited = must(watches().find(id))->spec;
  edited.request.headers.push_back({"Cookie", "id=8"});
  edited.request.secret_headers.push_back({"x-token", "n3w"});
  must(watches().change(id, edited, now()));
  EXPECT_EQ(must(watches().spec_for_request(id))->request.secret_headers,
            (std::vector<NameValue>{{"X-Token", "n3w"}, {"cookie", "id=8"}}));
}

TEST_F(WatchesTest, ForgetsThePasswordOfAnotherUser) {
  const WatchId id = add(with_secrets());
  WatchSpec edited = must(watches().find(id))->spec;
  edited.request.user = "bob";
  must(watches().change(id, edited, now()));
  EXPECT_EQ(must(watches().spec_for_request(id))->request.password, "");
}

TEST_F(WatchesTest, SendsSecretsToNoOtherOrigin) {
  const WatchId id = add(with_secrets());
  WatchSpec edited = must(watches().find(id))->spec;
  edited.url = "https://evil.example/account";
  must(watches().change(id, edited, now()));
  WatchSpec sent = *must(watches().spec_for_request(id));
  EXPECT_EQ(sent.request.password, "");
  for (const NameValue& header : sent.request.secret_headers) EXPECT_EQ(header.value, "");
  edited.url = "https://a.example/account";
  must(watches().change(id, edited, now()));
  sent = *must(watches().spec_for_request(id));
  EXPECT_EQ(sent.request.password, "") << "they are forgotten, not hidden";
}

TEST_F(WatchesTest, ListsWatchesInPieces) {
  WatchIds ids;
  for (int i = 0; i < 25; ++i) ids.push_back(watch("https://a.example/" + std::to_string(i)));
  WatchIds seen;
  for (WatchId after = 0;;) {
    const auto piece = must(watches().list({}, after, 10));
    if (piece.empty()) break;
    EXPECT_LE(piece.size(), 10u);
    for (const WatchRow& row : piece) seen.push_back(row.id);
    after = seen.back();
  }
  EXPECT_EQ(seen, ids);
}

TEST_F(WatchesTest, FiltersByEverythingTogether) {
  const PersonId ann = person("ann");
  const WatchId first = add({.url = "https://a.example/", .tags = {"news"}}, ann);
  const WatchId second =
      add({.url = "https://b.example/", .tags = {"news"}, .is_paused = true}, ann);
  const WatchId third = add({.url = "https://c.example/", .tags = {"news"}});
  const WatchId fourth = add({.url = "https://d.example/"}, ann);
  must(watches().save({.watch = fourth, .condition = WatchCondition::failing}));
  EXPECT_EQ(list({}), (WatchIds{first, second, third, fourth}));
  EXPECT_EQ(list({.owner = ann}), (WatchIds{first, second, fourth}));
  EXPECT_EQ(list({.tag = "news"}), (WatchIds{first, second, third}));
  EXPECT_EQ(list({.owner = ann, .tag = "news"}), (WatchIds{first, second}));
  EXPECT_EQ(list({.is_paused = true}), WatchIds{second});
  EXPECT_EQ(list({.condition = WatchCondition::failing}), WatchIds{fourth});
  EXPECT_EQ(list({.owner = ann, .is_paused = false, .tag = "news", .text = "EXAMPLE"}),
            WatchIds{first});
  EXPECT_EQ(list({.owner = kLocalPerson,
                  .condition = WatchCondition::waiting,
                  .tag = "news",
                  .text = "c.ex"}),
            WatchIds{third});
  EXPECT_EQ(list({.tag = "new"}), WatchIds{}) << "tags are compared whole";
}

TEST_F(WatchesTest, FindsTextAnywhereInAnyCaseAndScript) {
  const WatchId id = add(
      {.url = "https://a.example/q?x=100%25", .name = "Müllabfuhr \"Süd\"", .note = "ends_here"});
  const WatchId other = add({.url = "https://b.example/", .name = "番号は第三"});
  for (const char* const text :
       {"müll", "MÜLL", "abfuhr", "\"Süd\"", "100%", "s_h", "_", "%", "q?", "a.example/q", "Mü"})
    EXPECT_EQ(list({.text = text}), WatchIds{id}) << text;
  EXPECT_EQ(list({.text = "番号は"}), WatchIds{other});
  EXPECT_EQ(list({.text = "第"}), WatchIds{other});
  EXPECT_EQ(list({.text = "第三"}), WatchIds{other});
  EXPECT_EQ(list({.text = "RE"}), WatchIds{id}) << "the end of the last text";
  EXPECT_EQ(list({.text = "zq"}), WatchIds{});
  EXPECT_EQ(list({.text = "\n"}).size(), 2u);
  for (const char* const text : {"100_25", "x y z", "NOT a", "\"", "a*", "AND", "sends"})
    EXPECT_TRUE(list({.text = text}).size() <= 1) << text;
  EXPECT_EQ(list({.text = std::string("a\0zz", 4)}), WatchIds{});
  EXPECT_EQ(list({.text = "\xff\xff\xff"}), WatchIds{});
  EXPECT_EQ(list({.text = std::string(100'000, '"')}), WatchIds{});
}

TEST_F(WatchesTest, ChecksAPageOnceForAllWhoWatchIt) {
  const PersonId ann = person("ann"), bob = person("bob");
  const WatchId low = add({.url = "https://a.example/", .importance = Importance::low}, ann);
  const WatchId high = add({.url = "https://a.example/", .importance = Importance::high}, bob);
  add({.url = "https://a.example/", .is_paused = true}, bob);
  add({.url = "https://a.example/", .scope = WatchScope::site}, bob);
  const auto all = pages();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], (WatchedPage{.url = "https://a.example/",
                                 .scope = WatchScope::page,
                                 .importance = Importance::high,
                                 .watches = 2}));
  EXPECT_EQ(all[1].scope, WatchScope::site);
  EXPECT_EQ(must(watches().watching(all[0])), (WatchIds{low, high}));
}

TEST_F(WatchesTest, SharesARequestOnlyIfItIsTheSame) {
  const PersonId ann = person("ann"), bob = person("bob");
  const std::string url = "https://a.example/account";
  add({.url = url}, ann);
  WatchSpec german{.url = url};
  german.request.headers = {{"Accept-Language", "de"}};
  add(german, ann);
  add(german, bob);
  add(with_secrets(), ann);
  add(with_secrets(), ann);
  add(with_secrets(), bob);
  std::vector<std::int64_t> counts;
  for (const WatchedPage& page : pages()) counts.push_back(page.watches);
  std::ranges::sort(counts);
  EXPECT_EQ(counts, (std::vector<std::int64_t>{1, 1, 2, 2}))
      << "plain; ann's and bob's secrets apart; the German one is shared";
}

TEST_F(WatchesTest, KeepsTheStateOfTheLastCheck) {
  const WatchId id = watch("https://a.example/");
  EXPECT_FALSE(must(watches().state(id)));
  must(watches().save({.watch = id, .state = "{\"n\":1}", .checked = now()}));
  must(watches().save({.watch = id, .condition = WatchCondition::lost}));
  reopen();
  EXPECT_EQ(must(watches().state(id)), "{\"n\":1}");
  const auto row = must(watches().find(id));
  EXPECT_EQ(row->condition, WatchCondition::lost);
  EXPECT_EQ(row->checked, now());
  must(watches().save({.watch = 99, .state = "{}"}));
  EXPECT_FALSE(must(watches().state(99))) << "the watch was removed meanwhile";
  EXPECT_EQ(error_of(watches().save({.watch = id, .state = std::string((4 << 20) + 1, 'x')})),
            "state of the watch: it has 4194305 bytes; at most 4194304 are kept");
}

TEST_F(WatchesTest, KeepsTheNewestNumbers) {
  const WatchId id = watch("https://a.example/");
  must(registry->atomically([&]() -> Status {
    for (int i = 0; i < 10'010; ++i) {
      const Status saved =
          watches().save({.watch = id, .checked = now() + minutes(i), .number = i * 0.5});
      if (!saved) return saved;
    }
    return {};
  }));
  const auto all = must(watches().numbers(id, {}, 100'000));
  ASSERT_EQ(all.size(), 10'000u);
  EXPECT_EQ(all.front().value, 5.0);
  EXPECT_EQ(all.back().value, 10'009 * 0.5);
  const auto some = must(watches().numbers(id, now() + minutes(100), 3));
  ASSERT_EQ(some.size(), 3u);
  EXPECT_EQ(some.front().value, 49.0);
  EXPECT_EQ(some.back().time, now() + minutes(100));
}

TEST_F(WatchesTest, RefusesWhatIsTooLarge) {
  WatchSpec spec{.url = "https://a.example/", .note = std::string((4 << 20) + 1, 'x')};
  EXPECT_FALSE(watches().add(kLocalPerson, spec, now()));
  spec.note.clear();
  spec.tags.assign(51, "x");
  EXPECT_EQ(error_of(watches().add(kLocalPerson, spec, now())), "a watch has at most 50 tags");
  EXPECT_EQ(list({}), WatchIds{}) << "and keeps no part of it";
  spec.tags = {"\n"};
  EXPECT_FALSE(watches().add(kLocalPerson, spec, now()));
  EXPECT_FALSE(watches().add(99, {.url = "https://a.example/"}, now())) << "nobody owns it";
}

TEST_F(WatchesTest, ShowsAWatchThatItCannotRead) {
  const WatchId id = watch("https://a.example/"), other = watch("https://b.example/");
  registry.reset();
  {
    const auto db = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
    ASSERT_TRUE((*db)->run("UPDATE watch SET spec = 'nonsense' WHERE id = 1"));
  }
  reopen();
  EXPECT_EQ(list({}), (WatchIds{id, other}));
  const auto row = must(watches().find(id));
  EXPECT_EQ(row->spec.url, "https://a.example/");
  EXPECT_TRUE(row->spec.is_paused);
  EXPECT_NE(row->problem, "");
}

TEST_F(WatchesTest, SaysWhichWatchesWereEdited) {
  const WatchId a = watch("https://a.example/"), b = watch("https://b.example/");
  const Time added = now();
  later(std::chrono::seconds(1));
  must(registry->watches().change(b, {.url = "https://b.example/new"}, now()));
  EXPECT_EQ(must(registry->watches().marks()), (std::vector<WatchMark>{{a, added}, {b, now()}}));
}

}  // namespace
}  // namespace freshet
