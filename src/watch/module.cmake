freshet_module(watch
  USES base select url
  LINKS PkgConfig::re2 fmt::fmt nlohmann_json::nlohmann_json
  SOURCES check_expressions.cc check_times.cc cron.cc duration_text.cc json_tree.cc time_zone.cc
          time_zone_file.cc toml_tree.cc tree_reader.cc tree_writer.cc tzif_reader.cc value_tree.cc
          watch_check.cc watch_declarations.cc watch_file.cc watch_json.cc watch_times.cc
          zone_names.cc
  TESTS watch_file_test.cc watch_json_test.cc watch_times_test.cc)
