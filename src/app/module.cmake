freshet_module(app
  USES base catalog change charset crawl html predict refresh report robots schedule store url warc
  LINKS fmt::fmt
  SOURCES archive_session.cc
  TESTS archive_session_test.cc)
