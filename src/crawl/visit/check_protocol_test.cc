#include "crawl/visit/check_protocol.h"

#include <gtest/gtest.h>

#include "base/digest.h"

namespace freshet {
namespace {

const Time kCopied = *parse_time("2026-03-01T00:00:00Z");

CheckOrder order_with(std::string etag, std::string last_modified = "") {
  CheckOrder order{.page = {.host = {}, .url = "https://a.example/"}};
  order.etag = std::move(etag);
  order.last_modified = std::move(last_modified);
  order.copied = kCopied;
  return order;
}

std::vector<std::string> names(const std::vector<warc::Field>& fields) {
  std::vector<std::string> found;
  for (const warc::Field& field : fields) found.push_back(field.name);
  return found;
}

// RFC 9110, 13.1.2 and 13.1.3.
TEST(CheckProtocol, AsksByValidators) {
  const auto request =
      check_request(order_with("\"x\"", "Sat, 28 Feb 2026 00:00:00 GMT"), HostTrust{});
  EXPECT_FALSE(request.is_head);
  EXPECT_EQ(names(request.conditions),
            (std::vector<std::string>{"If-None-Match", "If-Modified-Since"}));
}

TEST(CheckProtocol, DoesNotAskByADateOfTheFuture) {
  const auto request = check_request(order_with("", "Fri, 01 Jan 2038 00:00:00 GMT"), HostTrust{});
  EXPECT_TRUE(request.conditions.empty());
}

TEST(CheckProtocol, AsksByHeadIfTheLengthIsKnown) {
  CheckOrder order = order_with("\"x\"");
  order.length = 100;
  EXPECT_TRUE(check_request(order, HostTrust{}).is_head);
  EXPECT_FALSE(check_request(order, {.are_lengths_wrong = true}).is_head);
  order.word = PageWord::changed;
  EXPECT_FALSE(check_request(order, HostTrust{}).is_head);
  order.word = PageWord::none;
  order.needs_proof = true;
  EXPECT_FALSE(check_request(order, HostTrust{}).is_head);
}

TEST(CheckProtocol, AsksWholeWhereA304MeansNothing) {
  const HostTrust trust{.conditions = trust_after_probe(304)};
  EXPECT_TRUE(check_request(order_with("\"x\""), trust).conditions.empty());
  EXPECT_FALSE(check_request(order_with("\"x\""), {.conditions = trust_after_probe(404)})
                   .conditions.empty());
  CheckOrder order = order_with("\"x\"");
  order.belief.emplace();
  order.belief->unmodified = 40;  // in a row: the server may have stopped looking
  EXPECT_TRUE(check_request(order, HostTrust{}).conditions.empty());
}

TEST(CheckProtocol, JudgesAHeadByValidatorsAndLength) {
  CheckOrder order = order_with("\"x\"");
  order.length = 100;
  EXPECT_EQ(judge_head(order, 200, {{"ETag", "\"x\""}, {"Content-Length", "100"}}),
            HeadVerdict::same);
  EXPECT_EQ(judge_head(order, 200, {{"ETag", "W/\"x\""}, {"Content-Length", "100"}}),
            HeadVerdict::same);
  EXPECT_EQ(judge_head(order, 200, {{"ETag", "\"x\""}, {"Content-Length", "101"}}),
            HeadVerdict::denied);
  EXPECT_EQ(judge_head(order, 200, {{"ETag", "\"y\""}, {"Content-Length", "100"}}),
            HeadVerdict::unclear);
  EXPECT_EQ(judge_head(order, 405, {{"ETag", "\"x\""}}), HeadVerdict::unclear);
}

TEST(CheckProtocol, DoesNotReadAPageThatIsUnchanged) {
  CheckOrder order = order_with("\"x\"");
  order.payload = sha1("body");
  EXPECT_EQ(judge_check(order, 304, ""), CheckAnswer::unchanged);
  EXPECT_EQ(judge_check(order, 200, "body"), CheckAnswer::unchanged);
  EXPECT_EQ(judge_check(order, 200, "other"), CheckAnswer::read);
  order.word = PageWord::changed;  // a sitemap says so
  EXPECT_EQ(judge_check(order, 304, ""), CheckAnswer::ask_whole);
  const CheckOrder whole = asked_whole(order, Denial::others);
  EXPECT_TRUE(check_request(whole, HostTrust{}).conditions.empty());
  EXPECT_EQ(judge_check(whole, 304, ""), CheckAnswer::unchanged);
}

TEST(CheckProtocol, BelievesAStandInAfterThreeOfThem) {
  CheckOrder order = order_with("");
  order.belief.emplace();
  EXPECT_EQ(outcome_of_check(order, 302, std::nullopt, false), CheckOutcome::failed);
  EXPECT_EQ(outcome_of_check(order, 200, ChangeClass::removed, false), CheckOutcome::failed);
  order.belief->misses = 2;
  EXPECT_EQ(outcome_of_check(order, 302, std::nullopt, false), CheckOutcome::gone);
  EXPECT_EQ(outcome_of_check(order, 200, ChangeClass::removed, false), CheckOutcome::gone);
}

TEST(CheckProtocol, AcceptsAnotherPageThatStays) {
  CheckOrder order = order_with("");
  order.belief.emplace();
  const Change other{.kind = ChangeClass::removed, .is_other_page = true};
  const Change error{.kind = ChangeClass::removed};
  EXPECT_EQ(accepted_change(order, other).kind, ChangeClass::removed);
  order.belief->misses = 2;
  EXPECT_EQ(accepted_change(order, other).kind, ChangeClass::major);
  EXPECT_TRUE(accepted_change(order, other).meaningful);
  EXPECT_EQ(accepted_change(order, error).kind, ChangeClass::removed);
  order.belief->state = PageState::gone;
  order.belief->misses = 1;
  EXPECT_EQ(accepted_change(order, other).kind, ChangeClass::major) << "it is back";
}

TEST(CheckProtocol, TellsGoneFromFailedAndBack) {
  CheckOrder order = order_with("");
  order.belief.emplace();
  EXPECT_EQ(outcome_of_check(order, 404, std::nullopt, false), CheckOutcome::gone);
  EXPECT_EQ(outcome_of_check(order, 410, std::nullopt, false), CheckOutcome::gone);
  EXPECT_EQ(outcome_of_check(order, 403, std::nullopt, false), CheckOutcome::failed);
  EXPECT_EQ(outcome_of_check(order, 200, ChangeClass::cosmetic, false), CheckOutcome::same);
  EXPECT_EQ(outcome_of_check(order, 200, ChangeClass::major, false), CheckOutcome::changed);
  order.belief->state = PageState::gone;
  EXPECT_EQ(outcome_of_check(order, 200, ChangeClass::none, false), CheckOutcome::back);
}

}  // namespace
}  // namespace freshet
