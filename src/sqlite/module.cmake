freshet_module(sqlite
  USES base
  PUBLIC sqlite.h sqlite_file.h
  LINKS SQLite::SQLite3 fmt::fmt
  SOURCES sqlite.cc sqlite_file.cc
  TESTS sqlite_file_test.cc)
