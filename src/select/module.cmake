freshet_module(select
  USES base html
  PUBLIC css_selector.h element_text.h
  LINKS fmt::fmt
  SOURCES css_parser.cc css_reader.cc css_selector.cc element_text.cc
  TESTS css_selector_test.cc element_text_test.cc)
