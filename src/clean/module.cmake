freshet_module(clean
  USES base html learn similar url
  LINKS fmt::fmt
  SOURCES block_features.cc block_text.cc block_token_features.cc block_tokens.cc content.cc
          content_blocks.cc content_labels.cc content_model.cc content_training.cc
          content_words.cc layout.cc page_aligner.cc paper_template.cc template.cc template_bytes.cc
          token_table.cc tokens.cc
  TESTS block_tokens_test.cc content_blocks_test.cc content_labels_test.cc content_model_test.cc
        content_test.cc paper_template_test.cc template_bytes_test.cc template_test.cc
        tokens_test.cc)
