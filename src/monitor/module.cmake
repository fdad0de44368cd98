freshet_module(monitor COLD
  USES app base catalog change notify pdf predict registry robots store url warc watch web
  PUBLIC monitor.h monitor_work.h
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES active_watch.cc archived_pages.cc change_message.cc channel_trouble.cc delivery_form.cc
          dispatcher.cc message_links.cc monitor.cc monitor_work.cc next_check.cc own_fetcher.cc page_looks.cc
          repeats.cc sender_threads.cc silence.cc site_teller.cc telling_maker.cc watch_book.cc
          watch_checker.cc watch_settings.cc
  TESTS dispatcher_test.cc message_links_test.cc monitor_kill_test.cc monitor_work_test.cc
        next_check_test.cc own_fetcher_test.cc page_looks_test.cc silence_test.cc
  LONG MonitorKill)
