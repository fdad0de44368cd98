// The part of a catalog that crawls use: waking links, wanted URLs, notes, counts.
#include <algorithm>
#include <bit>
#include <set>

#include "base/hash.h"
#include "catalog/frontier_driver_test.h"

namespace freshet {
namespace {

TEST_P(CatalogConformance, KeepsTheNewestTemplatesOfAHost) {
  const Host host = *Host::from_key("a.example");
  EXPECT_EQ(catalog->find_templates(host).value(), std::nullopt);
  HostTemplates templates{.host = host, .version = 1, .learned = at(5), .packed = {"\0x", 2}};
  commit({.news = {{.templates = templates}}});
  EXPECT_EQ(catalog->find_templates(host).value(), templates);
  EXPECT_EQ(catalog->find_templates(*Host::from_key("a.example:81")).value(), std::nullopt);
  templates = {.host = host, .version = 2, .learned = at(9), .packed = ""};
  commit({.news = {{.templates = templates}}});
  catalog.reset();
  catalog = open_to_write();
  EXPECT_EQ(catalog->find_templates(host).value(), templates);
  FrontierNews late{.fence = LeaseFence{.host = host}, .templates = templates};
  late.templates->version = 3;
  EXPECT_EQ(catalog->commit({.news = {late}}).value().size(), 1u) << "nobody holds the lease";
  EXPECT_EQ(catalog->find_templates(host).value(), templates);
}

TEST_P(CatalogConformance, WakesARetiredHostByAWakingLinkOnly) {
  FrontierDriver worker(*catalog);
  worker.link("a.example", 3);
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  ASSERT_TRUE(worker.release("a.example", {.due_value = 2}));
  worker.link("a.example");
  EXPECT_EQ(worker.place("a.example"), HostPlace::retired);
  worker.wake("a.example");
  EXPECT_EQ(worker.place("a.example"), HostPlace::ready);
  EXPECT_EQ(worker.row("a.example").score, 4);
  check();
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
}

TEST_P(CatalogConformance, DoesNotRetireAHostThatWasWokenWhileItWasOut) {
  FrontierDriver worker(*catalog);
  worker.link("a.example");
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  worker.wake("a.example");
  EXPECT_EQ(worker.place("a.example"), HostPlace::claimed);
  check();
  ASSERT_TRUE(worker.release("a.example"));
  EXPECT_EQ(worker.place("a.example"), HostPlace::ready);
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  ASSERT_TRUE(worker.release("a.example"));
  EXPECT_EQ(worker.place("a.example"), HostPlace::retired) << "it was woken once";
  check();
}

TEST_P(CatalogConformance, CountsPagesByTheirHashesIfItIsTold) {
  const Host one = host("a.example");
  const auto merge = [&](std::vector<LinkCount> links, LinkEstimate how) {
    ASSERT_TRUE(catalog->add_links(links));
    ASSERT_TRUE(catalog->merge_links(one.partition(), how));
  };
  const auto linked = [&](std::uint64_t url) {
    return LinkCount{.host = one, .links = 5, .url_hash = hash64(std::to_string(url))};
  };
  const auto score = [&] { return (**catalog->find_host(one)).score; };
  merge({linked(1), linked(2), linked(1)}, LinkEstimate::bloom);
  EXPECT_EQ(score(), 2);
  merge({linked(2), linked(3), {.host = one, .links = 10}}, LinkEstimate::bloom);
  EXPECT_EQ(score(), 13) << "one is new, and ten did not say which they are";
  merge({linked(3)}, LinkEstimate::in_degree);
  EXPECT_EQ(score(), 18);
  EXPECT_EQ((**catalog->find_host(one)).in_links, 40) << "all links count there";
  std::vector<LinkCount> many;
  for (std::uint64_t url = 1; url <= 100; ++url) many.push_back(linked(url));
  merge(many, LinkEstimate::bloom);
  EXPECT_NEAR(static_cast<double>(score()), 18 + 97, 3);
  check();
}

TEST_P(CatalogConformance, KeepsWhatOthersWantUntilItIsDone) {
  const PageKey style = page_key("https://cdn.example/style.css");
  const PageKey font = page_key("https://cdn.example/font");
  const WantedUrl wants_style{*style.host, style.url, false, "https://a.example/"};
  const WantedUrl wants_font{*font.host, font.url, true, "https://b.example/"};
  commit({.news = {{.wanted = {wants_style, wants_font}}}});
  commit({.news = {{.wanted = {{*font.host, font.url, false, "https://c.example/"}}}}});
  EXPECT_EQ(catalog->wanted(*style.host, "", 9), (std::vector<WantedUrl>{wants_font, wants_style}));
  EXPECT_EQ(catalog->wanted(*style.host, "", 1), std::vector<WantedUrl>{wants_font});
  EXPECT_EQ(catalog->wanted(*style.host, font.url, 9), std::vector<WantedUrl>{wants_style});
  EXPECT_EQ(catalog->wanted(*style.host, style.url, 9), std::vector<WantedUrl>{});
  EXPECT_EQ(catalog->wanted(host("a.example"), "", 9), std::vector<WantedUrl>{});
  EXPECT_EQ(catalog->merge_links(style.host->partition()), 1);
  const HostRow row = **catalog->find_host(*style.host);
  EXPECT_EQ(row.score, 2) << "each is a link, once";
  EXPECT_EQ(row.place, HostPlace::ready);

  commit({.news = {{.wanted_done = {style, page_key("https://cdn.example/other")}},
                   {.wanted = {wants_style}, .wanted_done = {font}},
                   {.wanted_done = {style}}}});
  EXPECT_EQ(catalog->wanted(*style.host, "", 9), std::vector<WantedUrl>{}) << "news are in order";
  ASSERT_TRUE(catalog->merge_links(style.host->partition()));
  EXPECT_EQ((*catalog->find_host(*style.host))->score, 2) << "what is done is not wanted again";

  ASSERT_TRUE(catalog->begin_crawl({.began = at(50), .plan = "again"}));
  commit({.news = {{.wanted = {wants_style}}}});
  EXPECT_EQ(catalog->wanted(*style.host, "", 9), std::vector<WantedUrl>{wants_style});
}

TEST_P(CatalogConformance, RemembersWhatWasWantedAndSeedsForTheNextCrawl) {
  const PageKey seed = page_key("https://a.example/docs/");
  const PageKey both = page_key("https://a.example/both");
  const PageKey other = page_key("https://a.example/other");
  const WantedUrl wants_seed{*seed.host, seed.url, true, ""};
  const WantedUrl wants_both{*both.host, both.url, true, "https://b.example/"};
  const WantedUrl wants_other{*other.host, other.url, true, "https://b.example/"};
  commit({.news = {{.wanted = {wants_seed, wants_both, wants_other}}}});
  commit({.news = {{.wanted = {{*both.host, both.url, true, ""}}}}});
  const WantedUrl both_as_seed{*both.host, both.url, true, ""};
  const auto done = [&] {
    std::vector<WantedUrl> all;
    EXPECT_TRUE(catalog->each_wanted_done(*seed.host, [&](const WantedUrl& wanted) {
      all.push_back(wanted);
      return true;
    }));
    return all;
  };
  EXPECT_EQ(done(), std::vector<WantedUrl>{});
  commit({.news = {{.wanted_done = {seed, both, other}}}});
  EXPECT_EQ(done(), (std::vector<WantedUrl>{both_as_seed, wants_seed, wants_other}));
  EXPECT_EQ(catalog->wanted(*seed.host, "", 9), std::vector<WantedUrl>{});

  ASSERT_TRUE(catalog->begin_crawl({.began = at(50), .plan = "again"}));
  EXPECT_EQ(catalog->wanted(*seed.host, "", 9), (std::vector<WantedUrl>{both_as_seed, wants_seed}))
      << "seeds are wanted again";
  EXPECT_EQ(done(), std::vector<WantedUrl>{});
}

TEST_P(CatalogConformance, WakesARetiredHostForAWantedUrl) {
  FrontierDriver worker(*catalog);
  worker.link("a.example");
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  ASSERT_TRUE(worker.release("a.example"));
  commit(
      {.news = {{.wanted = {{host("a.example"), "http://a.example/logo.png", false, "urn:x"}}}}});
  ASSERT_TRUE(catalog->merge_links(host("a.example").partition()));
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
}

TEST_P(CatalogConformance, KeepsTheNewestNoteOnAUrl) {
  const PageKey page = page_key("https://a.example/x");
  const UrlNote first{page, at(10), "timeout", "no answer within 30 s", 1};
  const UrlNote second{page, at(20), "dns", "there is no such name", 2};
  commit({.news = {{.notes = {second}}, {.notes = {first}}}});
  EXPECT_EQ(catalog->find_note(page).value(), second);
  const UrlNote other{page_key("https://a.example/a"), at(5), "robots", "", 0};
  const UrlNote nowhere{page_key("urn:x"), at(5), "scheme", "", 0};
  commit({.news = {{.notes = {other, nowhere}}}});
  std::vector<UrlNote> all;
  ASSERT_TRUE(catalog->notes(*page.host, [&](const UrlNote& note) {
    all.push_back(note);
    return true;
  }));
  EXPECT_EQ(all, (std::vector<UrlNote>{other, second}));
  EXPECT_EQ(catalog->find_note(nowhere.page).value(), nowhere);
  int visited = 0;
  ASSERT_TRUE(catalog->notes(*page.host, [&](const UrlNote&) { return ++visited > 1; }));
  EXPECT_EQ(visited, 1);
  commit({.news = {{.notes_done = {page}}}});
  EXPECT_EQ(catalog->find_note(page).value(), std::nullopt);
}

TEST_P(CatalogConformance, VisitsMoreNotesAndHostsThanItReadsAtOnce) {
  FrontierNews news;
  for (int i = 0; i < 2500; ++i) {
    const std::string name = std::to_string(i);
    news.notes.push_back({page_key("https://a.example/" + name), at(i), "timeout", "", 1});
    news.links.push_back({.host = host(name + ".example")});
  }
  commit({.news = {news}});
  for (unsigned partition = 0; partition < kPartitionCount; ++partition)
    ASSERT_TRUE(catalog->merge_links(partition));
  std::set<std::string> urls, names;
  std::vector<std::pair<unsigned, std::int64_t>> order;
  ASSERT_TRUE(catalog->notes(
      host("a.example"), [&](const UrlNote& note) { return urls.insert(note.page.url).second; }));
  ASSERT_TRUE(catalog->each_host([&](const HostRow& row) {
    order.emplace_back(row.host.partition(), std::bit_cast<std::int64_t>(row.host.hash()));
    return names.insert(std::string(row.host.key())).second;
  }));
  EXPECT_EQ(urls.size(), 2500u);
  EXPECT_EQ(names.size(), 2500u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(catalog->count_hosts().value(), HostCounts{.ready = 2500});
}

TEST_P(CatalogConformance, CommitsNewsWithThePagesOrNotAtAll) {
  const std::string url = "https://a.example/";
  const FrontierNews good{.links = {{.host = host("b.example")}},
                          .notes = {{page_key(url), at(1), "timeout", "", 1}}};
  const std::vector<FrontierNews> bad = {
      {.links = {{.host = host("b.example"), .links = 0}}},
      {.wanted = {{host("b.example"), "https://c.example/", false, url}}},
      {.notes = {{{host("b.example"), url}, at(1), "timeout", "", 1}}},
      {.notes = {{{std::nullopt, ""}, at(1), "timeout", "", 1}}}};
  for (const FrontierNews& one : bad) {
    const Commit change{.files = {file_row(1)},
                        .snapshots = {new_snapshot(url, snapshot_row(1, 1, 10))},
                        .news = {good, one}};
    const auto status = catalog->commit(change);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Errc::invalid);
    EXPECT_FALSE(has_page(url));
    EXPECT_EQ(catalog->find_note(page_key(url)).value(), std::nullopt);
    EXPECT_EQ(catalog->merge_links(host("b.example").partition()), 0);
  }
}

TEST_P(CatalogConformance, KeepsReportsAndNameServers) {
  FrontierDriver worker(*catalog);
  worker.link("a.example");
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  const LeaseFence fence = worker.held.at("a.example").fence;
  ASSERT_TRUE(catalog->note_name_servers(fence, "ns1.example"));
  ASSERT_TRUE(worker.release("a.example", {.next_due = at(50), .report = "complete"}, at(10)));
  EXPECT_EQ(worker.row("a.example").name_servers, "ns1.example");
  EXPECT_EQ(worker.row("a.example").report, "complete");
  EXPECT_EQ(catalog->note_name_servers(fence, "other").error().code, Errc::denied);
  EXPECT_EQ(worker.row("a.example").name_servers, "ns1.example");
}

TEST_P(CatalogConformance, CountsHostsByTheirPlace) {
  FrontierDriver worker(*catalog);
  for (std::size_t i = 0; i < 5; ++i) worker.link(near()[i], static_cast<std::int64_t>(10 - i));
  EXPECT_EQ(worker.visit(near()[0], "10.0.0.1"), "leased");
  EXPECT_EQ(worker.visit(near()[1], "10.0.0.1"), "waits");
  EXPECT_EQ(worker.claim(near()[2]), near()[2]);
  EXPECT_EQ(worker.claim(near()[3]), near()[3]);
  ASSERT_TRUE(worker.release(near()[3], {.next_due = at(50)}));
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot("https://z.example/", snapshot_row(1, 1, 1))}});
  EXPECT_EQ(catalog->count_hosts().value(), (HostCounts{.known = 1,
                                                        .ready = 1,
                                                        .claimed = 2,
                                                        .leased = 1,
                                                        .waiting = 1,
                                                        .due = 1,
                                                        .waited_for = 1}));
  EXPECT_EQ(catalog->count_hosts()->all(), 6);
}

TEST_P(CatalogConformance, RemembersTheNewestCrawl) {
  EXPECT_EQ(catalog->newest_crawl().value(), std::nullopt);
  EXPECT_EQ(catalog->begin_crawl({.began = at(5), .plan = "{}"}), 1);
  EXPECT_EQ(catalog->begin_crawl({.id = 9, .began = at(-7), .plan = "all"}), 2);
  catalog.reset();
  catalog = open_to_write();
  EXPECT_EQ(catalog->newest_crawl().value(), (CrawlRow{.id = 2, .began = at(-7), .plan = "all"}));
}

}  // namespace
}  // namespace freshet
