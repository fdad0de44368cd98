// Drives a registry in tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "registry/registry.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"

namespace freshet {

// The least that libsodium allows: tests check the rules, not the cost.
inline constexpr PasswordCost kCheapPassword{.passes = 1, .memory_bytes = 8192};

class RegistryTest : public testing::Test {
 protected:
  RegistryTest() { reopen(); }

  void reopen(bool writes = true) {
    registry.reset();
    auto opened =
        Registry::open(system_disk(), path, {.writes = writes, .password_cost = kCheapPassword});
    EXPECT_TRUE(opened) << opened.error().message;
    registry = *std::move(opened);
  }

  Time now() { return clock.now(); }
  void later(Duration by) { clock.time += by; }
  Actor by(PersonId person = kLocalPerson) {
    return {.person = person, .address = "192.0.2.7", .now = now()};
  }

  // Returns the value, or fails the test with the error.
  template <class T>
  static T must(Result<T> result) {
    EXPECT_TRUE(result) << result.error().message;
    return result ? *std::move(result) : T{};
  }
  static void must(const Status& status) { EXPECT_TRUE(status) << status.error().message; }
  template <class T>
  static std::string error_of(const Result<T>& result) {
    return result ? "no error" : result.error().message;
  }

  PersonId person(const std::string& name, Role role = Role::editor) {
    return must(
        registry->people().add(name, role, must(hash_password(kPassword, kCheapPassword)), by()));
  }
  WatchId watch(const std::string& url, PersonId owner = kLocalPerson) {
    return must(registry->watches().add(owner, {.url = url}, now()));
  }
  ChannelId channel(const std::string& name, PersonId owner = kLocalPerson) {
    return must(
        registry->channels().add({.owner = owner, .name = name, .kind = "webhook"}, "{}", now()));
  }
  // Tells a happening of the watch on the channels, due now. Returns the ids of the deliveries.
  Told tell(WatchId of, const std::vector<ChannelId>& channels, const std::string& message = "{}") {
    Telling telling{.happenings = {{.watch = of,
                                    .page = "https://a.example/",
                                    .time = now(),
                                    .kind = "changed",
                                    .message = message}}};
    for (const ChannelId to : channels)
      telling.deliveries.push_back({.channel = to, .happenings = {0}, .first_attempt = now()});
    return must(registry->tell(telling, now()));
  }

  static constexpr const char* kPassword = "correct horse";
  Scratch dir;
  const std::string path = dir / "registry.sqlite";
  HandClock clock;
  std::unique_ptr<Registry> registry;
};

}  // namespace freshet
