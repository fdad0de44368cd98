freshet_module(practice
  USES base charset html robots url warc web
  PUBLIC chance.h change_process.h crossings.h feature_names.h practice_server.h practice_thread.h
         practice_web.h requisites.h site.h site_files.h systems.h traps.h truth.h world.h
         world_plan.h
  LINKS OpenSSL::Crypto OpenSSL::SSL PkgConfig::brotlienc PkgConfig::zstd fmt::fmt
  SOURCES answer.cc change_process.cc content_coding.cc crossings.cc dns_message.cc exchange.cc
          farm.cc farm_pages.cc farm_sites.cc farm_world.cc
          hosts.cc misbehaviour.cc page_body.cc practice_server.cc practice_thread.cc
          practice_web.cc request_reader.cc requisites.cc server_connection.cc server_sockets.cc
          server_stream.cc site.cc site_files.cc system_urls.cc systems.cc tls_certificates.cc
          traps.cc truth.cc world.cc
  TESTS farm_test.cc practice_server_test.cc practice_web_test.cc truth_test.cc world_test.cc)
