freshet_module(registrar COLD
  USES app base change charset html notify pdf registry store url warc watch web
  PUBLIC channels.h deliveries.h feeds.h fetch_page.h happenings.h listed.h member.h message_links.h owners.h people.h refusal.h
         tags.h watch_files.h watch_trial.h watches.h
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES channels.cc deliveries.cc feeds.cc fetch_page.cc happenings.cc listed.cc message_links.cc owners.cc people.cc refusal.cc
          tags.cc watch_files.cc watch_trial.cc watches.cc
  TESTS registrar_test.cc watch_trial_test.cc)
