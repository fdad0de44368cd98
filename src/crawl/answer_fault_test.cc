#include "crawl/answer_fault.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

AnswerFault of(int status, warc::Truncation truncated = warc::Truncation::none) {
  return fault_of({.status = status, .truncated = truncated});
}

TEST(AnswerFaultTest, TellsFailedAttemptsFromAnswers) {
  for (const int status : {200, 204, 301, 304, 400, 401, 403, 404, 410, 451, 501, 505})
    EXPECT_EQ(of(status), AnswerFault::none) << status;
  for (const int status : {429, 503}) EXPECT_EQ(of(status), AnswerFault::refusal) << status;
  for (const int status : {408, 425, 500, 502, 504, 507, 509, 511, 520, 522, 524, 530, 599})
    EXPECT_EQ(of(status), AnswerFault::server_error) << status;
}

TEST(AnswerFaultTest, CountsABodyThatDidNotComeInFullButForOurOwnLimit) {
  EXPECT_EQ(of(200, warc::Truncation::disconnect), AnswerFault::cut);
  EXPECT_EQ(of(404, warc::Truncation::time), AnswerFault::cut);
  EXPECT_EQ(of(200, warc::Truncation::unspecified), AnswerFault::cut);
  EXPECT_EQ(of(200, warc::Truncation::length), AnswerFault::none);
  EXPECT_EQ(of(500, warc::Truncation::disconnect), AnswerFault::server_error);
}

TEST(AnswerFaultTest, SaysWhatWasWrong) {
  EXPECT_EQ(detail_of({.status = 502}), "status 502");
  EXPECT_EQ(detail_of({.detail = "reset",
                       .status = 200,
                       .body = "half",
                       .truncated = warc::Truncation::disconnect}),
            "status 200, only 4 bytes of the body came: reset");
}

TEST(AnswerFaultTest, WaitsTwiceAsLongEachTimeUpToALimit) {
  EXPECT_EQ(retry_wait(1, seconds(30), minutes(2)), seconds(30));
  EXPECT_EQ(retry_wait(2, seconds(30), minutes(2)), seconds(60));
  EXPECT_EQ(retry_wait(4, seconds(30), minutes(2)), minutes(2));
  EXPECT_EQ(retry_wait(200, hours(1), minutes(2)), minutes(2));
}

}  // namespace
}  // namespace freshet
