// The visit of one host, from its home page breadth first, one request after another on one
// connection, until nothing is left or a limit is reached. Design: docs/design/crawl.md.
//
// The visit is the loop alone: next errand, robots.txt, archive, pace, request, answer.
//   agenda.h          which URL comes next            robots_gate.h   may it be fetched
//   page_intake.h     reads the answers               requests.h      makes the requests
//   check_protocol.h  how a known page is checked     admission.h     which links are taken up
// It lives on one Events, and all of it happens on the thread of that Events.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "crawl/answer_fault.h"
#include "crawl/continuation.h"
#include "crawl/memory.h"
#include "crawl/pace.h"
#include "crawl/visit/agenda.h"
#include "crawl/visit/page_intake.h"
#include "crawl/visit/requests.h"
#include "crawl/visit/robots_gate.h"
#include "crawl/visit/visit_task.h"
#include "crawl/visit/waker.h"

namespace freshet {

class Visit {
 public:
  Visit(const VisitTools& tools, VisitTask task, std::function<void(VisitEnd)> on_end);

  // Calls `on_end` once, by the Events. Fails if the archive cannot be read.
  Status start();

  // Puts the host back as soon as possible; a request or judgement that is under way is given up.
  void stop();
  const Host& host() const { return task_.host; }
  const VisitReport& report() const { return report_; }
  std::size_t waiting() const { return agenda_.waiting(); }  // URLs not asked for yet
  const std::string& current_url() const { return progress_.url; }

 private:
  enum class State : std::uint8_t { running, stopping, over };

  struct Progress {
    State state = State::running;
    Tick began{};
    Tick not_before{};          // when the next request may start
    bool has_answered = false;  // the host did, at least once
    bool has_used_slice = false;
    bool has_failed = false;
    int failures_in_a_row = 0;
    int errors_in_a_row = 0;  // of URLs that were asked for the first time
    std::string url = {};     // that is being asked for, or was last
    std::vector<UncheckedPage> unchecked = {};
  };

  // visit.cc: the loop
  Status load_archive(bool is_of_earlier_crawl);
  Status fill_agenda();
  void pump();
  void wake_at(Tick when);
  bool take_next_errand(Tick now);
  bool may_ask();
  bool recall();
  bool is_over_limit(const Errand& errand);
  void send(AddressPace::Pass pass);
  void leave_unread(const Errand& errand);

  // visit_answers.cc: answers and failures
  void on_answer(WebAnswer answer);
  void on_content(Errand errand, WebAnswer answer);
  void on_refusal(const WebAnswer& answer);
  void on_failure(const WebAnswer& answer);
  void on_fault(WebAnswer answer, AnswerFault fault);
  void on_server_error(LinkNumber number);
  bool retry(LinkNumber number);
  bool retry_probe();
  void give_up(const Errand& errand, std::string_view outcome, const std::string& detail,
               int status = 0);

  // visit_robots.cc: robots.txt
  void ask_robots(const Url& url);
  bool is_fresh(const Errand& errand, const Remembered& remembered) const;
  void on_robots(const Errand& errand, const warc::HttpHead& head, std::string_view body,
                 Time read);
  void on_robots_failure(Errand errand, const std::string& why, bool is_final);
  bool wants_sitemaps() const;
  bool fetch_foreign_robots();
  void send_foreign_robots(AddressPace::Pass pass);

  // visit_end.cc: the end
  void finish(VisitState state, VisitReason why, std::optional<Time> due, int failed_visits,
              bool is_complete = false);
  void finish_when_nothing_is_left();
  void put_back(Duration wait, VisitCause why);
  void give_up_for_now(VisitReason why, bool is_final, std::optional<Duration> wait = {});
  void note_failed_urls();
  Continuation continuation(bool is_complete, int failed_visits) const;

  VisitTools tools_;
  VisitTask task_;
  std::function<void(VisitEnd)> on_end_;
  VisitLimits limits_;
  Continuation before_;  // what the last visit left
  VisitMemory memory_;
  VisitReport report_;
  Agenda agenda_;
  VisitRequests requests_;
  RobotsGate gate_;
  PageIntake pages_;
  Pace pace_;
  Waker waker_;
  std::optional<Errand> errand_;  // that comes next, or is under way
  Progress progress_;
};

}  // namespace freshet
