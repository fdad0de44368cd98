freshet_module(cli COLD
  USES app base catalog charset clean coherence crawl engine html http lab learn practice predict refresh registrar registry report
       robots schedule select serve simulation store url warc watch web
  LINKS fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json
  SOURCES archive_access.cc archive_learning.cc attended_capture.cc attended_crawl.cc capture_request.cc
          capture_text.cc change_text.cc command_line.cc
          commands/capture.cc commands/captures.cc commands/changes.cc commands/compact.cc commands/completion.cc commands/config.cc
          commands/crawl.cc commands/demo.cc commands/diff.cc commands/explain.cc
          commands/export.cc commands/history.cc commands/import.cc commands/inspect.cc
          commands/learn.cc commands/list.cc commands/man.cc commands/near.cc commands/plan.cc
          commands/practice.cc commands/practice_compare.cc commands/practice_score.cc
          commands/refresh.cc commands/reindex.cc commands/remove.cc commands/repack.cc
          commands/report.cc commands/serve.cc
          commands/show.cc commands/simulate.cc commands/spam.cc commands/status.cc
          commands/verify.cc completion.cc config.cc config_file.cc config_text.cc
          content_learning.cc crawl_plan.cc crawl_settings.cc
          crawl_words.cc demo_capture.cc demo_crawl.cc demo_month.cc demo_words.cc diff_files.cc diff_text.cc
          export_choice.cc flag_list.cc help.cc history_learning.cc host_settings.cc import_text.cc input.cc
          inspect_main.cc inspect_views.cc inspected_page.cc learner_table.cc list_table.cc man_page.cc number_option.cc
          old_names.cc output.cc practice_options.cc practice_serving.cc progress.cc
          reference_markdown.cc refresh_settings.cc refresh_targets.cc refresh_text.cc
          saved_page.cc seed_input.cc selecting.cc serve_settings.cc server_options.cc setting_kinds.cc settings.cc show_views.cc
          signals.cc simulate_output.cc simulate_request.cc status_text.cc unknown_policy.cc
          visible_lines.cc
          coherence_request.cc coherence_simulation.cc commands/coherence.cc
          channel_input.cc commands/channel.cc commands/deliveries.cc commands/person.cc commands/token.cc commands/watch.cc
          registry_access.cc serve_access.cc watch_actions.cc watch_import.cc watch_options.cc watch_test_action.cc watch_text.cc
  TESTS command_line_test.cc config_test.cc crawl_words_test.cc help_test.cc input_test.cc
        old_names_test.cc progress_test.cc reference_test.cc setting_kinds_test.cc
        settings_test.cc)
set_source_files_properties(src/cli/help.cc PROPERTIES
  COMPILE_DEFINITIONS FRESHET_VERSION="${PROJECT_VERSION}")

add_executable(freshet src/cli/main.cc)
target_compile_options(freshet PRIVATE ${FRESHET_WARNINGS})
target_link_libraries(freshet PRIVATE freshet_cli fmt::fmt)
