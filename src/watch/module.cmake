freshet_module(watch
  USES base change charset html select url
  PUBLIC first_number.h import_changedetection.h import_report.h import_yaml.h json_tree.h line_filter.h
         page_kind.h page_part.h source_file.h tag_spec.h time_zone_file.h tree_fields.h value_tree.h
         watch_compare.h watch_file.h watch_hunks.h watch_json.h watch_line.h watch_spec.h watch_state.h
         watch_times.h watch_triggers.h
  LINKS PkgConfig::libzip PkgConfig::re2 PkgConfig::yaml fmt::fmt nlohmann_json::nlohmann_json
  SOURCES cdio_fields.cc cdio_filters.cc cdio_settings.cc cdio_times.cc cdio_triggers.cc cdio_watch.cc change_filter.cc
          check_expressions.cc check_times.cc cron.cc duration_text.cc feed_lines.cc first_number.cc import_changedetection.cc
          import_draft.cc import_report.cc import_yaml.cc job_filters.cc job_request.cc json_tree.cc line_filter.cc page_kind.cc
          page_part.cc part_finder.cc python_regex.cc source_file.cc time_zone.cc time_zone_file.cc toml_tree.cc tree_reader.cc
          tree_writer.cc tzif_reader.cc value_tree.cc watch_check.cc watch_compare.cc watch_declarations.cc
          watch_file.cc watch_hunks.cc watch_json.cc watch_state.cc watch_times.cc watch_triggers.cc xpath_dialect.cc
          yaml_tree.cc zone_names.cc
  TESTS first_number_test.cc import_changedetection_test.cc import_hostile_test.cc import_yaml_test.cc page_part_test.cc watch_compare_test.cc
        watch_file_test.cc watch_hunks_test.cc watch_json_test.cc watch_monitors_test.cc watch_state_test.cc
        watch_times_test.cc xpath_dialect_test.cc yaml_tree_test.cc)
