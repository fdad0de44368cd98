freshet_module(app COLD
  USES base capture catalog change charset clean coherence crawl engine html predict refresh replay report robots schedule
       similar store url warc
  PUBLIC archive_session.h capture.h capture_plan.h capture_run.h change_entry.h changes.h coherence.h
         compare_captures.h crawl_events.h crawl_words.h diff.h duplicates.h explain.h export.h
         history.h host_templates.h hosts.h list.h main_text.h maintenance.h near.h new_file.h page_lookup.h plan.h
         refresh_result.h refresh_words.h remove.h replay_version.h report.h select_pages.h show.h spam.h status.h
  LINKS fmt::fmt
  SOURCES archive_session.cc capture.cc capture_plan.cc capture_run.cc capture_words.cc change_entry.cc changes.cc crawl_events.cc crawl_words.cc diff.cc
          duplicates.cc explain.cc export.cc funnel.cc history.cc host_templates.cc hosts.cc list.cc main_text.cc maintenance.cc near.cc new_file.cc
          page_contents.cc page_lookup.cc plan.cc refresh_result.cc refresh_words.cc remove.cc replay_version.cc
          report.cc select_pages.cc show.cc spam.cc status.cc version_words.cc
          coherence.cc coherence_defects.cc coherence_links.cc compare_captures.cc content_numbers.cc export_as_of.cc sightings.cc
          url_inquiry.cc url_inquiry_host.cc
  TESTS archive_session_test.cc capture_test.cc changes_test.cc crawl_words_test.cc diff_test.cc
        duplicates_test.cc explain_test.cc
        export_test.cc funnel_test.cc list_test.cc maintenance_test.cc near_test.cc page_lookup_test.cc
        page_numbers_test.cc plan_test.cc remove_test.cc replay_version_test.cc report_test.cc select_pages_test.cc
        show_test.cc spam_test.cc status_test.cc
        coherence_test.cc compare_captures_test.cc export_as_of_test.cc sightings_test.cc)
