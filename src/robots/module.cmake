freshet_module(robots
  USES base
  PUBLIC directives.h path_pattern.h robots_access.h robots_line.h robots_txt.h
  SOURCES directives.cc path_pattern.cc robots_access.cc robots_line.cc robots_txt.cc
  TESTS directives_test.cc path_pattern_test.cc robots_access_test.cc robots_cases_test.cc
        robots_line_test.cc robots_txt_test.cc)
