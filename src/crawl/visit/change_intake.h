// Compares the answer of a check with the copies of its page, and records the result in the
// observation. One thread uses it.
#pragma once

#include <string_view>

#include "crawl/page_judge.h"
#include "crawl/page_reader.h"
#include "crawl/visit/check_protocol.h"
#include "crawl/visit/known_pages.h"
#include "crawl/visit/visit_parts.h"

namespace freshet {

// The parsed answer of a check. It borrows from the caller.
struct AnswerOfCheck {
  const warc::HttpHead& head;
  std::string_view body;
  const ReadAnswer& read;
};

class ChangeIntake {
 public:
  // `judge` and `known` must outlive it.
  ChangeIntake(const VisitParts& visit, PageJudge& judge, KnownPages& known)
      : visit_(visit), judge_(judge), known_(known) {}

  // Completes `observation` with the check, its stages and the links that the page lost.
  void observe(const Errand& errand, CheckOrder order, const AnswerOfCheck& answer,
               const HostTrust& trust, Observation& observation);

 private:
  void mark_links(const ReadAnswer& read, Observation& observation);

  VisitParts visit_;
  PageJudge& judge_;
  KnownPages& known_;
};

}  // namespace freshet
