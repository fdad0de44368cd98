freshet_module(catalog
  USES base sqlite url
  PUBLIC archive_index.h capture_rows.h catalog.h commit.h frontier.h history_rows.h
         open_catalog.h page_key.h rows.h
  LINKS fmt::fmt
  SOURCES open_catalog.cc sqlite_archive.cc sqlite_captures.cc sqlite_catalog.cc sqlite_check.cc sqlite_commit.cc
          sqlite_events.cc sqlite_history.cc sqlite_hosts.cc sqlite_leases.cc sqlite_links.cc
          sqlite_news.cc sqlite_queues.cc sqlite_schema.cc sqlite_sessions.cc sqlite_tables.cc
          sqlite_tables_10.cc sqlite_tables_2.cc sqlite_tables_3.cc sqlite_tables_4.cc sqlite_tables_5.cc
          sqlite_tables_6.cc sqlite_tables_7.cc sqlite_tables_8.cc sqlite_tables_9.cc url_filter.cc
  TESTS catalog_archive_conformance_test.cc catalog_captures_conformance_test.cc catalog_frontier_conformance_test.cc
        catalog_history_conformance_test.cc catalog_news_conformance_test.cc
        catalog_random_conformance_test.cc open_catalog_test.cc sqlite_catalog_test.cc sqlite_crash_test.cc
        sqlite_schema_test.cc url_filter_test.cc
  LONG SqliteCrash SqliteFaults)
