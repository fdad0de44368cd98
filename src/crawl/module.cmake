freshet_module(crawl
  USES base catalog change charset clean html life robots store url warc web
  PUBLIC address_pace.h archive_sink.h continuation.h crawl_memory.h crawl_record.h
         crawl_summary.h disk_watch.h home_look.h host_queue.h judges.h meter.h observation.h
         orphans.h page_reader.h parking_watch.h plan.h recall.h refresher.h restore_parking.h
         robots_answer.h scope.h seeds.h shared_limits.h sink.h sink_thread.h traffic.h traps.h
         visit/page_order.h visit/visit_task.h visit_loop.h visit_report.h visit_source.h wake_failed.h
  LINKS PkgConfig::re2 Threads::Threads fmt::fmt nlohmann_json::nlohmann_json
  SOURCES address_pace.cc answer_fault.cc archive_sink.cc check_orders.cc content_index.cc continuation.cc
          cookies.cc crawl_record.cc crawl_summary.cc disk_watch.cc domain_book.cc drop_reason.cc
          foreign_robots.cc home_look.cc host_queue.cc host_queue_parking.cc host_queue_visits.cc link_header.cc link_table.cc
          memory.cc meter.cc orphans.cc pace.cc page_blocks.cc page_judge.cc page_reader.cc
          parking_watch.cc restore_parking.cc
          recall.cc requisite_guard.cc robots_answer.cc run_outcome.cc scope.cc seeds.cc seen_set.cc
          sink_thread.cc sitemap.cc sketch.cc stored_page.cc traffic.cc traps.cc url_kinds.cc
          visit/admission.cc visit/agenda.cc visit/check_protocol.cc
          visit/judge_question.cc visit/kept_answer.cc visit/known_pages.cc visit/link_budget.cc
          visit/link_depth.cc visit/link_intake.cc visit/link_redirects.cc visit/observations.cc
          visit/page_intake.cc visit/page_intake_checks.cc visit/requests.cc visit/robots_gate.cc
          visit/sitemap_intake.cc visit/template_intake.cc visit/visit.cc
          visit/visit_answers.cc visit/visit_end.cc visit/visit_robots.cc visit/visit_task.cc
          visit_loop.cc visit_reason.cc visit_report.cc wake_failed.cc written_links.cc
          yield_guard.cc
  TESTS address_pace_test.cc answer_fault_test.cc continuation_test.cc cookies_test.cc
        crawl_record_test.cc domain_book_test.cc drop_reason_test.cc foreign_robots_test.cc
        link_header_test.cc link_table_test.cc pace_test.cc page_reader_test.cc parking_watch_test.cc requisite_guard_test.cc
        robots_answer_test.cc run_outcome_test.cc scope_test.cc seeds_test.cc sink_thread_test.cc sitemap_test.cc
        sketch_test.cc traps_test.cc turns_test.cc visit/admission_test.cc visit/agenda_test.cc
        visit/check_protocol_test.cc visit/robots_gate_test.cc visit/template_intake_test.cc visit_reason_test.cc
        written_links_test.cc yield_guard_test.cc)
