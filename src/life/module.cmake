freshet_module(life
  USES base catalog change
  PUBLIC page_life.h
  SOURCES page_life.cc
  TESTS page_life_test.cc)
