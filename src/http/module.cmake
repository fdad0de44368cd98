freshet_module(http
  USES base warc
  LINKS Threads::Threads fmt::fmt
  SOURCES host_field.cc http_connection.cc http_head.cc http_server.cc listen_address.cc
          listen_socket.cc message.cc
  TESTS http_server_test.cc http_values_test.cc)
