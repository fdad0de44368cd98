freshet_module(html
  USES base url
  PUBLIC attributes.h css_urls.h features.h html_tree.h index_limit.h links.h markup.h packed_index.h page_facts.h
         page_walk.h srcset.h tag_index.h tag_looks.h tag_names.h text.h text_flow.h text_reader.h
  LINKS fmt::fmt
  SOURCES attributes.cc css_urls.cc emails.cc entities.cc features.cc foreign_content.cc
          link_kinds.cc links.cc markup.cc open_elements.cc packed_index.cc page_facts.cc
          html_tree.cc index_limit.cc page_walk.cc srcset.cc tag_feedback.cc tag_index.cc tag_names.cc tag_scan_avx2.cc
          tag_scan_portable.cc tag_tree.cc tag_tree_body.cc tag_tree_head.cc tag_tree_table.cc tag_tree_text.cc tree_text.cc
          text.cc text_flow.cc
  TESTS attributes_test.cc css_urls_test.cc emails_test.cc entities_test.cc features_test.cc
        html_tree_test.cc links_test.cc packed_index_test.cc page_facts_test.cc read_pages_parse5_test.cc
        srcset_test.cc tag_index_html5lib_test.cc tag_index_parse5_test.cc tag_index_test.cc
        tag_names_test.cc text_test.cc
  LONG Parse5Test ReadPagesTest)
