freshet_module(watch
  USES base
  PUBLIC watch_json.h watch_spec.h
  LINKS nlohmann_json::nlohmann_json
  SOURCES watch_json.cc)
