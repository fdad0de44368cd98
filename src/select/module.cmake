freshet_module(select
  USES base html
  PUBLIC css_selector.h element_text.h html_cut.h json_path.h text_regex.h xml_tree.h xpath.h
  LINKS fmt::fmt LibXml2::LibXml2 PkgConfig::re2 nlohmann_json::nlohmann_json
  SOURCES css_parser.cc css_reader.cc css_selector.cc element_text.cc html_cut.cc json_path.cc json_query.cc
          json_reader.cc libxml.cc text_regex.cc xml_tree.cc xpath.cc xpath_document.cc xpath_syntax.cc
  TESTS css_selector_test.cc element_text_test.cc html_cut_test.cc json_path_cases_test.cc json_path_test.cc
        text_regex_test.cc xml_tree_test.cc xpath_test.cc)
