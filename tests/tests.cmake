# freshet as its users meet it.
if(BUILD_TESTING)
  add_executable(end_to_end_test tests/archive_cli_test.cc tests/baskets_cli_test.cc tests/capture_cli_test.cc tests/changes_cli_test.cc tests/cli_test.cc tests/coherence_cli_test.cc tests/completion_cli_test.cc tests/crawl_cli_test.cc tests/demo_test.cc
                 tests/diff_test.cc tests/foreign_warc_test.cc tests/inspect_test.cc tests/learn_cli_test.cc tests/main_text_cli_test.cc
                 tests/monitor_cli_test.cc tests/people_cli_test.cc tests/practice_cli_test.cc tests/program.cc tests/refresh_cli_test.cc tests/report_cli_test.cc tests/serve_cli_test.cc tests/simulate_cli_test.cc)
  target_compile_options(end_to_end_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_compile_definitions(end_to_end_test PRIVATE
    FRESHET_PROGRAM="$<TARGET_FILE:freshet>" FRESHET_VERSION="${PROJECT_VERSION}"
    SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(end_to_end_test PRIVATE freshet_registry freshet_testkit nlohmann_json::nlohmann_json GTest::gtest_main)
  add_dependencies(end_to_end_test freshet)
  freshet_tests(end_to_end_test LONG .*)

  # Killed again and again while it follows an archive.
  add_executable(follow_kill_test tests/follow_kill_test.cc)
  target_compile_options(follow_kill_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_compile_definitions(follow_kill_test PRIVATE FRESHET_PROGRAM="$<TARGET_FILE:freshet>")
  target_link_libraries(follow_kill_test PRIVATE freshet_store freshet_testkit fmt::fmt
                        nlohmann_json::nlohmann_json GTest::gtest_main)
  add_dependencies(follow_kill_test freshet)
  freshet_tests(follow_kill_test LONG .*)

  # Judged by foreign programs: a browser, another crawler.
  add_executable(practice_crawl_test tests/practice_crawl_test.cc tests/program.cc)
  target_compile_options(practice_crawl_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_compile_definitions(practice_crawl_test PRIVATE FRESHET_PROGRAM="$<TARGET_FILE:freshet>")
  target_link_libraries(practice_crawl_test PRIVATE freshet_practice freshet_testkit fmt::fmt
                        nlohmann_json::nlohmann_json GTest::gtest_main)
  add_dependencies(practice_crawl_test freshet)
  freshet_tests(practice_crawl_test LONG .*)
endif()

# The crawl loop in a simulated world.
if(BUILD_TESTING OR FRESHET_BENCH)
  add_executable(simulate tests/simulate.cc tests/interrupted_runs.cc tests/seeded_crawl.cc)
  target_compile_options(simulate PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(simulate PRIVATE freshet_simulation freshet_testkit fmt::fmt)
  add_executable(system_seeds tests/system_seeds.cc)
  target_compile_options(system_seeds PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(system_seeds PRIVATE freshet_simulation freshet_testkit fmt::fmt)
  add_executable(refresh_seeds tests/refresh_seeds.cc)
  target_compile_options(refresh_seeds PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(refresh_seeds PRIVATE freshet_simulation freshet_testkit fmt::fmt)
  add_executable(capture_seeds tests/capture_seeds.cc)
  target_compile_options(capture_seeds PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(capture_seeds PRIVATE freshet_simulation freshet_testkit fmt::fmt)
  add_executable(as_of_seeds tests/as_of_seeds.cc tests/as_of_run.cc)
  target_compile_options(as_of_seeds PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(as_of_seeds PRIVATE freshet_app freshet_simulation freshet_testkit fmt::fmt)
  add_executable(refresh_days tests/refresh_days.cc)
  target_compile_options(refresh_days PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(refresh_days PRIVATE freshet_simulation freshet_testkit fmt::fmt)
endif()
if(BUILD_TESTING)
  add_executable(seeded_crawl_test tests/crawl_kill_test.cc tests/seeded_crawl_test.cc
                 tests/seeded_crawl.cc)
  target_compile_options(seeded_crawl_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(seeded_crawl_test PRIVATE freshet_simulation freshet_testkit fmt::fmt
                        GTest::gtest_main)
  freshet_tests(seeded_crawl_test LONG .*)
  add_executable(seeded_capture_test tests/seeded_capture_test.cc)
  target_compile_options(seeded_capture_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(seeded_capture_test PRIVATE freshet_simulation freshet_testkit fmt::fmt
                        GTest::gtest_main)
  freshet_tests(seeded_capture_test LONG .*)
  add_executable(interrupted_runs_test tests/interrupted_runs_test.cc tests/interrupted_runs.cc)
  target_compile_options(interrupted_runs_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(interrupted_runs_test PRIVATE freshet_simulation freshet_testkit fmt::fmt
                        GTest::gtest_main)
  freshet_tests(interrupted_runs_test LONG .*)
  add_executable(as_of_test tests/as_of_test.cc tests/as_of_run.cc)
  target_compile_options(as_of_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(as_of_test PRIVATE freshet_app freshet_simulation freshet_testkit fmt::fmt
                        GTest::gtest_main)
  freshet_tests(as_of_test LONG .*)
  add_executable(seeded_refresh_test tests/real_history_test.cc tests/refresh_kill_test.cc
                 tests/seeded_refresh_test.cc)
  target_compile_options(seeded_refresh_test PRIVATE ${FRESHET_TEST_OPTIONS})
  target_link_libraries(seeded_refresh_test PRIVATE freshet_lab freshet_simulation
                        freshet_testkit fmt::fmt GTest::gtest_main)
  freshet_tests(seeded_refresh_test LONG .*)
endif()

# The rules of the house.
if(BUILD_TESTING)
  add_executable(house_test tests/house_test.cc)
  # Regular expressions over all sources; nothing of the program is tested, so nothing is sanitized.
  target_compile_options(house_test PRIVATE ${FRESHET_WARNINGS} -O2 -fno-sanitize=all)
  target_compile_definitions(house_test PRIVATE SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(house_test PRIVATE GTest::gtest_main)
  freshet_tests(house_test)
  add_test(NAME house.format COMMAND ${PROJECT_SOURCE_DIR}/scripts/format --check)
endif()
