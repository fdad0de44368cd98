#include "crawl/crawl_record.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(CrawlRecord, IsReadBackAsItWasWritten) {
  CrawlRecord record;
  record.scope = {.kind = ScopeKind::surts,
                  .hosts = {"a.example", "b.example:8080"},
                  .domains = {"example"},
                  .listed = {"c.example"},
                  .surts = {"com,example)/blog"},
                  .include = {"/a,b\"\\d+"},
                  .exclude = {"\xC3\xA4"}};
  record.adopted = {"www.a.example"};
  record.ended = parse_time("2026-11-16T01:02:03.000004Z");
  record.outcome = {.cause = RunCause::nothing_left};
  const CrawlRecord read = CrawlRecord::from_json(record.json());
  EXPECT_EQ(read.json(), record.json());
  EXPECT_EQ(read.scope.kind, ScopeKind::surts);
  EXPECT_EQ(read.scope.hosts, record.scope.hosts);
  EXPECT_EQ(read.scope.listed, record.scope.listed);
  EXPECT_EQ(read.scope.include, record.scope.include);
  EXPECT_EQ(read.ended, record.ended);
  EXPECT_EQ(read.adopted, record.adopted);
}

TEST(CrawlRecord, TakesAnyTextForSomeRecord) {
  for (const char* text : {"", "no json", "[1]", "{\"hosts\":7,\"scope\":[],\"ended\":\"soon\"}",
                           "{\"hosts\":[1,null,\"a.example\"]}", "{\"scope\":\"all\"}"}) {
    const CrawlRecord read = CrawlRecord::from_json(text);
    EXPECT_EQ(read.scope.kind, ScopeKind::hosts) << text;
    EXPECT_FALSE(read.ended.has_value()) << text;
  }
  EXPECT_TRUE(CrawlRecord::from_json("{\"hosts\":[1,null,\"a.example\"]}")
                  .scope.hosts.contains("a.example"));
}

}  // namespace
}  // namespace freshet
