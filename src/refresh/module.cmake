freshet_module(refresh
  USES base catalog change crawl html learn life predict schedule store url warc web
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES basket_watch.cc believe.cc checked_pages.cc evidence.cc learned_model.cc planner.cc
          planner_load.cc remembered_priors.cc watch_list.cc
  TESTS basket_watch_test.cc learned_model_test.cc planner_test.cc remembered_priors_test.cc)
