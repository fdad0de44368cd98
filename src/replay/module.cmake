freshet_module(replay
  USES base html url
  PUBLIC replay_css.h replay_headers.h replay_page.h replay_place.h
  LINKS fmt::fmt
  SOURCES replay_attributes.cc replay_css.cc replay_headers.cc replay_page.cc replay_place.cc
  TESTS replay_css_test.cc replay_headers_test.cc replay_page_test.cc)
