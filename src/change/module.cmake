freshet_module(change
  USES base html similar
  PUBLIC blocks.h judge.h page_print.h text_diff.h
  LINKS fmt::fmt
  SOURCES blocks.cc element_diff.cc judge.cc noise.cc page_print.cc score.cc text_diff.cc
  TESTS blocks_test.cc judge_test.cc text_diff_test.cc)
