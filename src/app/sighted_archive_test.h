// An archive for tests of coherence: answers with their heads at times that the test sets.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "store/archive_writer.h"
#include "store/snapshot_facts.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"
#include "warc/http_date.h"

namespace freshet {

inline const Time kMorning = std::chrono::sys_days{std::chrono::year{2026} / 11 / 16};
inline const std::string kSite = "https://a.example";

struct SeenAnswer {
  std::string path = "/";
  Time time{};
  std::string body = {};
  int status = 200;
  std::optional<Time> modified = {};
  std::optional<Time> date = {};
  std::string etag = {};
  int took_ms = 100;
  std::string mime = "text/html";
};

class SightedArchive {
 public:
  void keep(const SeenAnswer& seen) {
    auto writer = open_writer();
    warc::Exchange exchange;
    exchange.url = kSite + seen.path;
    exchange.time = seen.time;
    exchange.status = seen.status;
    if (seen.status != 304) exchange.headers.push_back({"Content-Type", seen.mime});
    if (seen.modified) exchange.headers.push_back({"Last-Modified", http_date(*seen.modified)});
    if (seen.date) exchange.headers.push_back({"Date", http_date(*seen.date)});
    if (!seen.etag.empty()) exchange.headers.push_back({"ETag", seen.etag});
    exchange.body = seen.body;
    exchange.metadata = {{"fetchTimeMs", std::to_string(seen.took_ms)}};
    const auto kept = writer->append(exchange);
    ASSERT_TRUE(kept) << kept.error().message;
    ASSERT_TRUE(writer->close());
  }

  // Records a check that leaves no snapshot.
  void note(const std::string& path, Time time, CheckOutcome outcome, std::uint16_t status,
            std::uint64_t bytes = 0) {
    auto writer = open_writer();
    PageNews news;
    news.checks.push_back({.page = page_key_of(kSite + path),
                           .time = time,
                           .outcome = outcome,
                           .status = status,
                           .bytes = bytes});
    writer->add(std::move(news));
    ASSERT_TRUE(writer->close());
  }

  ArchiveSession open() {
    auto session = ArchiveSession::open(system_disk(), clock, directory);
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
  }

  Host host() const { return *Host::from_key("a.example"); }

  Scratch scratch;
  HandClock clock;
  const std::string directory = scratch / "archive";

 private:
  std::unique_ptr<ArchiveWriter> open_writer() {
    clock.time = kMorning + std::chrono::days(30);
    auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
    EXPECT_TRUE(writer) << writer.error().message;
    return *std::move(writer);
  }
};

}  // namespace freshet
