freshet_module(pdf
  USES base
  PUBLIC pdf_text.h
  LINKS fmt::fmt
  SOURCES pdf_text.cc
  TESTS pdf_text_test.cc)
