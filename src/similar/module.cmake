freshet_module(similar
  USES base
  SOURCES align.cc bit_align.cc lsh.cc min_hash.cc near_duplicates.cc shingles.cc sim_hash.cc
  TESTS align_test.cc bit_align_test.cc near_duplicates_test.cc shingles_test.cc sketches_test.cc)
