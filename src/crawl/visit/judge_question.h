// Makes the question to the judge from the answer to a check. Pure.
#pragma once

#include <string_view>

#include "crawl/page_judge.h"
#include "crawl/page_reader.h"
#include "crawl/visit/check_protocol.h"
#include "crawl/visit/errand.h"
#include "warc/http_head.h"

namespace freshet {

// The parsed answer of a check. It borrows from the caller.
struct AnswerOfCheck {
  const warc::HttpHead& head;
  std::string_view body;
  ReadAnswer& read;  // its print and the hashes of its links are moved into the question
};

// `observation`: of the page as if it were new.
JudgeQuestion judge_question(const Errand& errand, CheckOrder order, const AnswerOfCheck& answer,
                             const HostTrust& trust, Observation observation);

}  // namespace freshet
