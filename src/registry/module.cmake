freshet_module(registry
  USES base sqlite url watch
  PUBLIC deliveries.h ids.h limits.h link_token.h login_throttle.h people.h registry.h rules.h telling.h
         watches.h
  LINKS PkgConfig::sodium nlohmann_json::nlohmann_json fmt::fmt
  SOURCES audit.cc channels.cc deliveries.cc delivery_list.cc feeds.cc happenings.cc invitations.cc link_token.cc
          login_throttle.cc passes.cc password.cc people.cc registry.cc registry_db.cc
          registry_schema.cc retention.cc rules.cc secret_token.cc tags.cc telling.cc
          watch_list.cc watch_secrets.cc watches.cc
  TESTS channels_test.cc deliveries_test.cc happenings_test.cc link_token_test.cc login_throttle_test.cc
        passes_test.cc people_test.cc registry_crash_test.cc registry_test.cc secret_token_test.cc
        watches_test.cc
  LONG RegistryCrash)
