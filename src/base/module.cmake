freshet_module(base
  PUBLIC ascii.h check.h cpu.h csv.h digest.h disk.h error.h escape.h hash.h heap.h json.h log.h
         markup.h memory_file.h memory_pool.h nearest.h percent.h quick_hash.h random.h
         sha1_pair.h special_file.h split.h stored_time.h system_failure.h time.h utf8.h wording.h
  LINKS OpenSSL::Crypto PkgConfig::xxhash fmt::fmt spdlog::spdlog
  SOURCES check.cc csv.cc digest.cc disk.cc escape.cc hash.cc heap.cc json.cc log.cc markup.cc
          nearest.cc quick_hash.cc random.cc sha1_pair.cc special_file.cc system_failure.cc
          time.cc utf8.cc utf8_avx2.cc wording.cc
  TESTS ascii_test.cc check_test.cc csv_test.cc digest_test.cc disk_test.cc escape_test.cc
        hash_test.cc json_test.cc log_test.cc markup_test.cc memory_pool_test.cc nearest_test.cc
        percent_test.cc random_test.cc sha1_pair_test.cc special_file_test.cc split_test.cc
        stored_time_test.cc time_test.cc utf8_test.cc wording_test.cc)
