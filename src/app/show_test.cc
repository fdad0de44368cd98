#include "app/show.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/page_lookup.h"
#include "app/small_archive_test.h"

namespace freshet {
namespace {

using nlohmann::json;

class ShowTest : public testing::Test {
 protected:
  ShowTest() {
    archive.keep(kHome, "<title>Home</title><p>Hello reader.");
    archive.keep(kHome + "logo.png", "\x89PNG", "image/png");
    archive.keep(kHome + "a.txt", "plain words", "text/plain");
    archive.wait(std::chrono::hours(1));
    archive.keep(kHome, "<title>Home</title><p>Hello reader.");  // the same again
  }

  Found found(ArchiveSession& session, const std::string& url) {
    auto page = find_page(session.archive(), url);
    EXPECT_TRUE(page) << page.error().message;
    return *std::move(page);
  }

  SmallArchive archive;
};

TEST_F(ShowTest, DescribesASnapshotAndWhatItRepeats) {
  ArchiveSession session = archive.open();
  const auto snapshot = describe_snapshot(session, found(session, kHome));
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->title, "Home");
  EXPECT_EQ(snapshot->versions, 1u);
  EXPECT_FALSE(snapshot->warning);
  EXPECT_TRUE(repeats_another(snapshot->found));
  const json told = json::parse(to_json(*snapshot));
  EXPECT_EQ(told.at("title"), "Home");
  EXPECT_EQ(told.at("repeats").at("url"), kHome);
  EXPECT_TRUE(told.at("file").get<std::string>().ends_with(".warc.gz"));
}

TEST_F(ShowTest, ReadsTheBodyFromTheSnapshotThatHasIt) {
  ArchiveSession session = archive.open();
  const Found newest = found(session, kHome);
  const auto body = read_body(session, newest, BodyForm::unpacked);
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ(body->bytes, "<title>Home</title><p>Hello reader.");
  EXPECT_LT(body->source.snapshot.time, newest.snapshot.time);
  EXPECT_EQ(read_body(session, newest, BodyForm::as_received)->bytes, body->bytes);
}

TEST_F(ShowTest, TextIsOfHtmlAndOfPlainText) {
  ArchiveSession session = archive.open();
  const auto html = read_text(session, found(session, kHome));
  ASSERT_TRUE(html);
  EXPECT_EQ(html->page.title, "Home");
  EXPECT_NE(html->page.text.find("Hello reader."), std::string::npos);
  EXPECT_EQ(json::parse(to_json(*html)).at("title"), "Home");
  EXPECT_EQ(read_text(session, found(session, kHome + "a.txt"))->page.text, "plain words");
  const auto image = read_text(session, found(session, kHome + "logo.png"));
  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().code, Errc::invalid);
}

TEST_F(ShowTest, HeadersAreThoseOfTheAnswerAndOfTheRecord) {
  ArchiveSession session = archive.open();
  const auto http = read_http_headers(session, found(session, kHome + "a.txt"));
  ASSERT_TRUE(http) << http.error().message;
  EXPECT_TRUE(http->first_line.starts_with("HTTP/")) << http->first_line;
  const auto record = read_record_header(session, found(session, kHome + "a.txt"));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->first_line, "WARC/1.1");
  const json told = json::parse(to_json(*record));
  EXPECT_EQ(told.at("fields").size(), record->fields.size());
}

}  // namespace
}  // namespace freshet
