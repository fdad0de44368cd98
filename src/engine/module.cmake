freshet_module(engine
  USES base catalog crawl store url web
  PUBLIC job.h platform.h real_platform.h run.h run_view.h
  LINKS fmt::fmt
  SOURCES crawl_opening.cc judge_thread.cc platform.cc real_platform.cc run.cc run_view.cc worker_thread.cc
  TESTS judge_thread_test.cc)
