freshet_module(similar
  USES base
  PUBLIC align.h bit_align.h lsh.h min_hash.h mix.h near_duplicates.h shingles.h
  SOURCES align.cc bit_align.cc lsh.cc min_hash.cc near_duplicates.cc shingles.cc sim_hash.cc
  TESTS align_test.cc bit_align_test.cc near_duplicates_test.cc shingles_test.cc sketches_test.cc)
