freshet_module(life
  USES base catalog change
  SOURCES page_life.cc
  TESTS page_life_test.cc)
