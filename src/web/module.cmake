freshet_module(web
  USES base url warc
  PUBLIC address.h ares_resolver.h curl_web.h event_loop.h events.h open_files.h resolver.h
         virtual_events.h web.h
  LINKS CURL::libcurl PkgConfig::cares Threads::Threads fmt::fmt
  SOURCES address.cc answer_reader.cc ares_channel.cc ares_resolver.cc curl_connection.cc
          curl_handle.cc curl_multi.cc curl_web.cc event_loop.cc open_files.cc request_head.cc
          virtual_events.cc web.cc
  TESTS address_test.cc answer_reader_test.cc ares_resolver_test.cc curl_web_test.cc
        curl_web_tls_test.cc event_loop_test.cc expiring_cache_test.cc open_files_test.cc
        virtual_events_test.cc)
