freshet_module(watch
  USES base change charset html select
  PUBLIC page_kind.h page_part.h watch_compare.h watch_hunks.h watch_line.h watch_spec.h watch_state.h
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES change_filter.cc feed_lines.cc first_number.cc line_filter.cc page_kind.cc page_part.cc part_finder.cc
          watch_compare.cc watch_hunks.cc watch_state.cc watch_triggers.cc
  TESTS first_number_test.cc page_part_test.cc watch_compare_test.cc watch_hunks_test.cc watch_monitors_test.cc
        watch_state_test.cc)
