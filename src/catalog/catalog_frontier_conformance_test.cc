#include "catalog/frontier_driver_test.h"

namespace freshet {
namespace {

TEST_P(CatalogConformance, CountsLinksOnlyWhenTheyAreMerged) {
  const std::vector<LinkCount> links = {{host("a.example"), 2}, {host("a.example"), 3}};
  ASSERT_TRUE(catalog->add_links(links));
  EXPECT_EQ(catalog->find_host(host("a.example")).value(), std::optional<HostRow>());
  const unsigned partition = host("a.example").partition();
  EXPECT_EQ(catalog->merge_links((partition + 1) % kPartitionCount), 0);
  EXPECT_EQ(catalog->merge_links(partition), 1);
  EXPECT_EQ(catalog->merge_links(partition), 0) << "once";
  const HostRow row = **catalog->find_host(host("a.example"));
  EXPECT_EQ(row.in_links, 5);
  EXPECT_EQ(row.score, 5);
  EXPECT_EQ(row.place, HostPlace::ready);
  const LinkCount none{.host = host("a.example"), .links = 0};
  EXPECT_EQ(catalog->add_links({&none, 1}).error().code, Errc::invalid);
  check();
}

TEST_P(CatalogConformance, KnowsTheHostsOfPagesButDoesNotCrawlThemUnlinked) {
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot("https://a.example/x", snapshot_row(1, 1, 1))}});
  FrontierDriver worker(*catalog);
  EXPECT_EQ(worker.place("a.example"), HostPlace::known);
  EXPECT_EQ(worker.claim("a.example"), "none");
  worker.link("a.example", 4);
  EXPECT_EQ(worker.claim("a.example"), "a.example");
  commit({.snapshots = {new_snapshot("https://a.example/y", snapshot_row(1, 1, 2))}});
  EXPECT_EQ(worker.place("a.example"), HostPlace::claimed) << "a page leaves the frontier alone";
}

TEST_P(CatalogConformance, HandsOutTheHighestScoreFirstAndNoHostTwice) {
  FrontierDriver worker(*catalog);
  worker.link(near()[0], 5);
  worker.link(near()[1], 7);
  worker.link(near()[2], 1);
  worker.link(near()[2], 5);
  const SessionId other = *catalog->open_session("two", at(1000));
  EXPECT_EQ(worker.claim(near()[0]), near()[1]);
  EXPECT_EQ(worker.claim(near()[0], other), near()[2]);
  EXPECT_EQ(worker.claim(near()[0]), near()[0]);
  EXPECT_EQ(worker.claim(near()[0], other), "none");
  worker.link(near()[1], 9);
  EXPECT_EQ(worker.claim(near()[0]), "none") << "a new link does not free a host that is out";
  check();
}

TEST_P(CatalogConformance, WakesHostsByWhatTheirVisitsAreWorth) {
  FrontierDriver worker(*catalog);
  for (const std::size_t i : {0U, 1U}) {
    worker.link(near()[i]);
    worker.visit(near()[i], "192.0.2.1");
    ASSERT_TRUE(worker.release(near()[i]));
  }
  const std::vector<HostWake> woken = {{host(near()[0]), 5}, {host(near()[1]), 70}};
  ASSERT_TRUE(catalog->wake_hosts(woken));
  EXPECT_EQ(worker.row(near()[1]).in_links, 1) << "nobody linked to it";
  EXPECT_EQ(worker.claim(near()[0]), near()[1]);
  EXPECT_EQ(worker.claim(near()[0]), near()[0]);
  ASSERT_TRUE(catalog->wake_hosts({&woken[0], 1}));
  ASSERT_TRUE(worker.release(near()[0]));
  EXPECT_EQ(worker.place(near()[0]), HostPlace::ready) << "it was out when it was woken";
  const HostWake none{.host = host(near()[0]), .value = 0};
  EXPECT_EQ(catalog->wake_hosts({&none, 1}).error().code, Errc::invalid);
  check();
}

TEST_P(CatalogConformance, HandsOutSeveralAtOnce) {
  FrontierDriver worker(*catalog);
  for (std::size_t i = 0; i < 5; ++i) worker.link(near()[i], static_cast<std::int64_t>(10 - i));
  const auto claims = catalog->claim_hosts(worker.session, host(near()[0]).partition(), 3, at(0));
  ASSERT_TRUE(claims);
  ASSERT_EQ(claims->size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*claims)[i].fence.host.key(), near()[i]);
    EXPECT_EQ((*claims)[i].fence.epoch, 1);
    EXPECT_EQ((*claims)[i].score, static_cast<std::int64_t>(10 - i));
  }
}

TEST_P(CatalogConformance, ClosesAnAddressWhileOneOfItsHostsIsOutAndWakesTheBestWaiter) {
  FrontierDriver worker(*catalog);
  worker.link(near()[0], 9);
  worker.link(near()[1], 2);
  worker.link(near()[2], 3);
  EXPECT_EQ(worker.visit(near()[0], "10.0.0.1"), "leased");
  EXPECT_EQ(worker.claim(near()[2]), near()[2]);
  EXPECT_EQ(worker.claim(near()[1]), near()[1]);
  EXPECT_EQ(worker.lease(near()[2], "10.0.0.1"), "waits");
  EXPECT_EQ(worker.lease(near()[1], "10.0.0.1"), "waits");
  EXPECT_FALSE(worker.release(near()[1])) << "who waits holds nothing";
  EXPECT_EQ(worker.claim(near()[0]), "none");
  worker.link(near()[1], 5);  // overtakes while waiting
  check();
  EXPECT_EQ(worker.release(near()[0]).value(), host(near()[1]).partition());
  EXPECT_EQ(worker.visit(near()[1], "10.0.0.1"), "leased");
  EXPECT_EQ(worker.held.at(near()[1]).last_address, "10.0.0.1");
  EXPECT_EQ(worker.claim(near()[0]), "none") << "one is woken at a time";
  ASSERT_TRUE(worker.release(near()[1]));
  EXPECT_EQ(worker.visit(near()[2], "10.0.0.1"), "leased");
  EXPECT_EQ(worker.release(near()[2]).value(), std::nullopt) << "nobody waits any more";
  check();
}

TEST_P(CatalogConformance, LetsAsManyVisitAnAddressAsItIsTold) {
  FrontierDriver worker(*catalog);
  for (std::size_t i = 0; i < 4; ++i) worker.link(near()[i], static_cast<std::int64_t>(10 - i));
  EXPECT_EQ(worker.visit(near()[0], "10.0.0.1", 2), "leased");
  EXPECT_EQ(worker.visit(near()[1], "10.0.0.1", 2), "leased");
  EXPECT_EQ(worker.visit(near()[2], "10.0.0.1", 2), "waits");
  EXPECT_EQ(worker.visit(near()[3], "10.0.0.2", 2), "leased");
  ASSERT_TRUE(worker.release(near()[1]));
  EXPECT_EQ(worker.visit(near()[2], "10.0.0.1", 2), "leased");
  check();
}

TEST_P(CatalogConformance, WakesTheNextIfTheWokenHostGoesElsewhere) {
  FrontierDriver worker(*catalog);
  for (std::size_t i = 0; i < 4; ++i) worker.link(near()[i], static_cast<std::int64_t>(10 - i));
  EXPECT_EQ(worker.visit(near()[0], "10.0.0.1"), "leased");
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(worker.visit(near()[i], "10.0.0.1"), "waits");
  ASSERT_TRUE(worker.release(near()[0]));
  EXPECT_EQ(worker.visit(near()[1], "10.0.0.9"), "leased") << "it has moved";
  EXPECT_EQ(worker.claim(near()[2]), near()[2]);
  ASSERT_TRUE(worker.release(near()[2], {.next_due = at(500)})) << "its name did not resolve";
  EXPECT_EQ(worker.visit(near()[3], "10.0.0.1"), "leased");
  check();
}

TEST_P(CatalogConformance, KeepsWhatAReleaseLeavesBehind) {
  FrontierDriver worker(*catalog);
  worker.link("a.example", 3);
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  ASSERT_TRUE(worker.release(
      "a.example", {.next_due = at(50), .due_value = 12, .continuation = "at /b"}, at(10)));
  EXPECT_EQ(worker.row("a.example"), (HostRow{.host = host("a.example"),
                                              .place = HostPlace::due,
                                              .in_links = 3,
                                              .score = 12,
                                              .address = "10.0.0.1",
                                              .next_due = at(50),
                                              .due_value = 12,
                                              .epoch = 1,
                                              .continuation = "at /b"}));
  EXPECT_EQ(worker.claim("a.example", worker.session, at(49)), "none");
  worker.link("a.example", 2);
  check();
  EXPECT_EQ(worker.claim("a.example", worker.session, at(50)), "a.example");
  const HostClaim claim = worker.held.at("a.example");
  EXPECT_EQ(claim.score, 14) << "links that came since then count too";
  EXPECT_EQ(claim.continuation, "at /b");
  EXPECT_EQ(claim.fence.epoch, 2);
}

TEST_P(CatalogConformance, PutsASlicedHostBackAtOnceAndRetiresAnother) {
  FrontierDriver worker(*catalog);
  worker.link("a.example", 3);
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  ASSERT_TRUE(worker.release("a.example", {.next_due = at(10), .continuation = "more"}, at(10)));
  EXPECT_EQ(worker.place("a.example"), HostPlace::ready);
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  ASSERT_TRUE(worker.release("a.example", {}, at(20)));
  EXPECT_EQ(worker.place("a.example"), HostPlace::retired);
  worker.link("a.example", 9);
  EXPECT_EQ(worker.claim("a.example", worker.session, at(900)), "none");
  check();
}

UrlNote note_row(const std::string& url) {
  return {.page = page_key(url), .time = at(0), .outcome = "timeout", .detail = {}, .tries = 1};
}

TEST_P(CatalogConformance, AWorkerThatBeginsAnewTakesItsHostsFromNobodyElse) {
  FrontierDriver one(*catalog);  // of the worker "one"
  one.link("a.example");
  EXPECT_EQ(one.visit("a.example", "10.0.0.1"), "leased");
  const SessionId two = *catalog->open_session("two", at(1000));
  EXPECT_EQ(catalog->close_sessions_of("two"), 1);
  EXPECT_EQ(catalog->renew_session(two, at(2000)).error().code, Errc::denied);
  EXPECT_EQ(catalog->close_sessions_of("two"), 0);
  EXPECT_TRUE(catalog->renew_session(one.session, at(2000))) << "another worker lives on";
  EXPECT_EQ(catalog->find_host(*Host::from_key("a.example"))->value().place, HostPlace::claimed);
  EXPECT_EQ(catalog->close_sessions_of("one"), 1);
  EXPECT_EQ(catalog->find_host(*Host::from_key("a.example"))->value().place, HostPlace::ready);
}

// Versions whose sessions did not expire wrote the end of time.
TEST_P(CatalogConformance, ReapsSessionsThatLastForTooLong) {
  const SessionId live = *catalog->open_session("one", at(0) + kSessionLifeMax);
  const SessionId old = *catalog->open_session("two", kTimeMax);
  EXPECT_EQ(catalog->reap_sessions(at(0)), 1);
  EXPECT_TRUE(catalog->renew_session(live, at(2000)));
  EXPECT_EQ(catalog->renew_session(old, at(2000)).error().code, Errc::denied);
}

TEST_P(CatalogConformance, RefusesWhatALateWorkerDoes) {
  FrontierDriver worker(*catalog);
  worker.link("a.example");
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  const LeaseFence late = worker.held.at("a.example").fence;
  const PageKey page = page_key("https://a.example/1");
  const auto commit_with = [&](const LeaseFence& fence) {
    Commit change{.files = {file_row(1)}};
    change.snapshots.push_back(new_snapshot(page.url, snapshot_row(1, 1, 10)));
    change.news.resize(2);
    change.news[0].fence = fence;
    change.news[0].notes.push_back(note_row(page.url));
    change.news[1].notes.push_back(note_row("https://b.example/"));
    change.history.resize(1);
    change.history[0].fence = fence;
    change.history[0].events.push_back({.url = page.url});
    const auto lost = catalog->commit(change);
    EXPECT_TRUE(lost) << lost.error().message;
    return lost.value_or(std::vector{fence, fence});
  };
  EXPECT_TRUE(commit_with(late).empty());
  EXPECT_EQ(catalog->last_event(), 1);
  ASSERT_TRUE(catalog->renew_session(worker.session, at(2000)));
  EXPECT_EQ(catalog->reap_sessions(at(1999)), 0) << "it was renewed";
  EXPECT_EQ(catalog->reap_sessions(at(2000)), 1);
  EXPECT_EQ(catalog->reap_sessions(at(2000)), 0);

  ASSERT_TRUE(catalog->commit({.news = {{.notes_done = {page, page_key("https://b.example/")}}}}));
  EXPECT_EQ(commit_with(late), std::vector{late});
  EXPECT_EQ(catalog->last_event(), 1) << "what a lost lease protects is left out";
  EXPECT_FALSE(catalog->find_note(page)->has_value());
  EXPECT_TRUE(catalog->find_note(page_key("https://b.example/"))->has_value()) << "the rest is not";
  EXPECT_EQ(catalog->release_host(late, {}, at(0)).error().code, Errc::denied);
  EXPECT_EQ(catalog->lease_host(late, "10.0.0.1").error().code, Errc::denied);
  EXPECT_EQ(catalog->renew_session(worker.session, at(9000)).error().code, Errc::denied);
  EXPECT_EQ(catalog->close_session(worker.session).error().code, Errc::denied);
  EXPECT_EQ(catalog->claim_hosts(worker.session, 0, 1, at(0)).error().code, Errc::denied);

  const SessionId next = *catalog->open_session("next", at(5000));
  EXPECT_GT(next, worker.session);
  EXPECT_EQ(worker.claim("a.example", next), "a.example");
  EXPECT_EQ(worker.held.at("a.example").fence.epoch, late.epoch + 1);
  EXPECT_EQ(worker.lease("a.example", "10.0.0.1"), "leased") << "the address was opened again";
  EXPECT_EQ(commit_with(late), std::vector{late}) << "there is another holder";
  EXPECT_TRUE(commit_with(worker.held.at("a.example").fence).empty());
  EXPECT_EQ(catalog->last_event(), 2);
}

TEST_P(CatalogConformance, GivesNothingToASessionThatHasExpired) {
  FrontierDriver worker(*catalog);
  worker.link("a.example");
  EXPECT_NE(worker.claim("a.example", worker.session, at(1000)), "a.example");
  EXPECT_EQ(worker.place("a.example"), HostPlace::ready);
}

TEST_P(CatalogConformance, PutsBackEverythingThatASessionHadAndWakesTheWaiters) {
  FrontierDriver worker(*catalog);
  for (std::size_t i = 0; i < 3; ++i) worker.link(near()[i], static_cast<std::int64_t>(10 - i));
  EXPECT_EQ(worker.visit(near()[0], "10.0.0.1"), "leased");
  EXPECT_EQ(worker.visit(near()[1], "10.0.0.1"), "waits");
  EXPECT_EQ(worker.claim(near()[2]), near()[2]);
  ASSERT_TRUE(catalog->close_session(worker.session));
  check();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(worker.place(near()[i]), HostPlace::ready) << i;
  worker.session = *catalog->open_session("two", at(1000));
  EXPECT_EQ(worker.visit(near()[0], "10.0.0.1"), "leased");
}

TEST_P(CatalogConformance, LeasesAClaimOnce) {
  FrontierDriver worker(*catalog);
  worker.link("a.example");
  EXPECT_EQ(worker.visit("a.example", "10.0.0.1"), "leased");
  EXPECT_NE(worker.lease("a.example", "10.0.0.2"), "leased");
  ASSERT_TRUE(worker.release("a.example"));
  EXPECT_FALSE(worker.release("a.example"));
  check();
}

}  // namespace
}  // namespace freshet
