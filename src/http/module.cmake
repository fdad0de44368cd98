freshet_module(http
  USES base warc
  PUBLIC http_answer.h http_options.h http_server.h listen_address.h message.h
  LINKS Threads::Threads fmt::fmt
  SOURCES host_field.cc http_connection.cc http_head.cc http_server.cc listen_address.cc
          listen_socket.cc message.cc
  TESTS http_clients_test.cc http_server_test.cc http_values_test.cc)
