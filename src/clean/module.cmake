freshet_module(clean
  USES base url html similar
  LINKS fmt::fmt
  SOURCES layout.cc page_aligner.cc paper_template.cc template.cc template_bytes.cc tokens.cc
  TESTS paper_template_test.cc template_bytes_test.cc template_test.cc tokens_test.cc)
