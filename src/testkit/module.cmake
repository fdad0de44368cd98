freshet_module(testkit
  USES base charset
  LINKS GTest::gtest OpenSSL::Crypto SQLite::SQLite3 fmt::fmt
  SOURCES assignment.cc certificates.cc faulty_disk.cc faulty_sqlite.cc memory_disk.cc nginx.cc oracle.cc
          scratch.cc test_data.cc
  TESTS assignment_test.cc memory_disk_test.cc)
target_compile_definitions(freshet_testkit PRIVATE
  SOURCE_DIR="${PROJECT_SOURCE_DIR}" BINARY_DIR="${PROJECT_BINARY_DIR}")
