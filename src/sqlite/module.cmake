freshet_module(sqlite
  USES base
  PUBLIC sqlite.h
  LINKS SQLite::SQLite3 fmt::fmt
  SOURCES sqlite.cc)
