freshet_module(simulation
  USES base capture catalog coherence crawl engine learn practice predict refresh report schedule store url warc web
  PUBLIC capture_run.h compare_schedulers.h refresh_run.h score.h
  LINKS fmt::fmt
  SOURCES capture_run.cc capture_score.cc compare_schedulers.cc crawl_run.cc daily_refresh.cc host_trouble.cc refresh_run.cc
          refresh_score.cc score.cc system_run.cc virtual_platform.cc
  TESTS baskets_mode_test.cc compare_schedulers_test.cc crawl_run_test.cc daily_refresh_test.cc
        failing_visits_test.cc found_pages_test.cc host_trouble_test.cc learn_run_test.cc
        page_checks_test.cc parking_run_test.cc redesign_test.cc refresh_budget_test.cc refresh_restart_test.cc system_run_test.cc
        visit_loop_test.cc visits_test.cc
  LONG .*)
