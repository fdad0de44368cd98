freshet_module(watch
  USES base select url
  LINKS PkgConfig::libzip PkgConfig::re2 PkgConfig::yaml fmt::fmt nlohmann_json::nlohmann_json
  SOURCES cdio_fields.cc cdio_filters.cc cdio_settings.cc cdio_times.cc cdio_triggers.cc cdio_watch.cc
          check_expressions.cc check_times.cc cron.cc duration_text.cc import_changedetection.cc
          import_draft.cc import_report.cc import_yaml.cc job_filters.cc job_request.cc json_tree.cc
          python_regex.cc source_file.cc time_zone.cc time_zone_file.cc toml_tree.cc tree_reader.cc
          tree_writer.cc tzif_reader.cc value_tree.cc watch_check.cc watch_declarations.cc
          watch_file.cc watch_json.cc watch_times.cc xpath_dialect.cc yaml_tree.cc zone_names.cc
  TESTS import_changedetection_test.cc import_yaml_test.cc watch_file_test.cc watch_json_test.cc
        watch_times_test.cc xpath_dialect_test.cc yaml_tree_test.cc)
