// A small archive for tests: pages appear, are checked and change at times that the test sets.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/archive_session.h"
#include "base/digest.h"
#include "change/judge.h"
#include "clean/template.h"
#include "clean/template_bytes.h"
#include "predict/shipped_first_sight.h"
#include "refresh/record.h"
#include "store/archive_writer.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"

namespace freshet {

inline const std::string kHome = "https://a.example/";
inline const std::string kNews = "https://a.example/news";
inline const std::string kShop = "https://b.example/shop";

class SmallArchive {
 public:
  // Keeps the page as an answer of the server, seen for the first time.
  void keep(const std::string& url, const std::string& body, const std::string& mime = "text/html",
            int status = 200) {
    Observation observation{.page = page_key_of(url), .time = clock.time};
    observation.features = PageFeatures{.links = 5, .elements = 30, .text_bytes = 400};
    write(url, body, mime, status, status == 200 ? &observation : nullptr);
  }

  // Checks a page that was kept. `body` is what the server answers.
  void check(const std::string& url, const std::string& body, CheckOutcome outcome) {
    Observation observation{.page = page_key_of(url), .time = clock.time};
    const bool has_changed = outcome == CheckOutcome::changed;
    observation.check = PageCheck{
        .page = observation.page,
        .time = clock.time,
        .outcome = outcome,
        .change = static_cast<std::uint8_t>(has_changed ? ChangeClass::minor : ChangeClass::none),
        .is_meaningful = has_changed,
        .status = 200,
        .score = has_changed ? 0.5 : 0.0,
        .bytes = body.size()};
    observation.order = CheckOrder{.page = observation.page};
    auto archive = Archive::open(system_disk(), directory);
    ASSERT_TRUE(archive);
    observation.order->belief = archive->catalog().find_belief(observation.page).value();
    observation.order->copied = last_kept_;
    observation.order->payload = last_payload_;
    write(url, body, "text/html", 200, &observation);
  }

  // Stores the templates that `pages` of the host teach.
  void learn_templates(const std::string& host, const std::vector<std::string>& pages) {
    TemplateLearner learner;
    for (const std::string& page : pages)
      learner.add(tokenize(page, index_tags(page, Scripting::off), Scripting::off));
    auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
    ASSERT_TRUE(writer) << writer.error().message;
    (*writer)->add(FrontierNews{
        .templates = HostTemplates{.host = *Host::from_key(host),
                                   .version = 1,
                                   .learned = clock.time,
                                   .packed = pack_templates(std::move(learner).learn())}});
    ASSERT_TRUE((*writer)->close());
  }

  void wait(Duration time) { clock.time += time; }

  ArchiveSession open(SessionOptions options = {}) {
    auto session = ArchiveSession::open(system_disk(), clock, directory, std::move(options));
    EXPECT_TRUE(session) << session.error().message;
    return *std::move(session);
  }

  Scratch scratch;
  HandClock clock;
  const std::string directory = scratch / "archive";

 private:
  void write(const std::string& url, const std::string& body, const std::string& mime, int status,
             Observation* observation) {
    auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
    ASSERT_TRUE(writer) << writer.error().message;
    warc::Exchange exchange;
    exchange.url = url;
    exchange.time = clock.time;
    exchange.status = status;
    exchange.headers = {{"Content-Type", mime}};
    exchange.body = body;
    const auto kept = (*writer)->append(exchange);
    ASSERT_TRUE(kept) << kept.error().message;
    if (observation != nullptr) {
      observation->payload = kept->payload;
      FirstSightRecorder recorder(shipped_first_sight(CountedChanges::content), {});
      (*writer)->add(recorder.record(*observation));
      last_kept_ = clock.time;
      last_payload_ = kept->payload;
    }
    ASSERT_TRUE((*writer)->close());
  }

  Time last_kept_{};
  std::optional<Sha1Digest> last_payload_ = {};
};

}  // namespace freshet
