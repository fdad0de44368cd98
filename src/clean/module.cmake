freshet_module(clean
  USES base html learn similar url
  PUBLIC content.h content_explain.h content_facts.h content_markdown.h content_training.h
         page_look.h parking.h parking_authority.h parking_lists.h shipped_content.h template.h
         template_bytes.h tokens.h
  LINKS fmt::fmt
  SOURCES block_features.cc block_sums.cc block_text.cc block_token_features.cc block_tokens.cc content.cc
          content_blocks.cc content_explain.cc content_facts.cc content_inline.cc content_labels.cc
          content_markdown.cc content_model.cc content_training.cc content_words.cc
          farthest_first.cc layout.cc page_aligner.cc page_look.cc page_redirect.cc
          paper_template.cc parking.cc parking_authority.cc parking_evidence.cc parking_lists.cc
          parking_phrases.cc parking_weights.cc script_redirect.cc shipped_content.cc
          tag_distance.cc template.cc template_bytes.cc token_table.cc tokens.cc
  TESTS block_text_test.cc block_tokens_test.cc content_blocks_test.cc content_bounds_test.cc content_facts_test.cc content_labels_test.cc
        content_markdown_test.cc content_model_test.cc content_test.cc farthest_first_test.cc
        page_look_test.cc page_redirect_test.cc paper_template_test.cc parking_test.cc
        shipped_content_test.cc tag_distance_test.cc template_bytes_test.cc template_test.cc
        tokens_test.cc)
# The model of main text that ships is text beside the code; here it becomes part of the binary.
set(content_model src/clean/shipped_content.model)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${content_model})
file(READ ${content_model} CONTENT_MODEL)
configure_file(src/clean/shipped_content_text.cc.in shipped_content_text.cc @ONLY)
target_sources(freshet_clean PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/shipped_content_text.cc)
