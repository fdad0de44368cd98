freshet_module(refresh
  USES base catalog crawl life predict schedule store url warc
  PUBLIC basket_watch.h checked_pages.h learned_model.h plan_text.h planner.h record.h
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES basket_pages.cc basket_watch.cc check_batches.cc checked_pages.cc evidence.cc
          history_replay.cc learned_model.cc page_registry.cc plan_text.cc planner.cc
          planner_load.cc recheck_queue.cc record.cc refresh_counts.cc remembered_priors.cc
          scheduled_pages.cc site_tallies.cc sitemap_timer.cc watch_list.cc
  TESTS basket_pages_test.cc basket_watch_test.cc check_batches_test.cc history_replay_test.cc
        learned_model_test.cc page_registry_test.cc plan_text_test.cc planner_load_test.cc
        planner_test.cc recheck_queue_test.cc refresh_counts_test.cc remembered_priors_test.cc
        scheduled_pages_test.cc site_tallies_test.cc sitemap_timer_test.cc)
