freshet_module(capture
  USES base catalog coherence crawl url
  PUBLIC capture_book.h capture_load.h capture_orders.h capture_visits.h
  LINKS fmt::fmt
  SOURCES capture_book.cc capture_load.cc capture_orders.cc capture_rounds.cc capture_visits.cc
          found_order.cc requisite_book.cc
  TESTS capture_book_test.cc capture_orders_test.cc found_order_test.cc requisite_book_test.cc)
