// Drives the work of a monitor by hand: an archive whose pages change when the test says so, a
// registry, and turns.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/small_archive_test.h"
#include "monitor/monitor_work.h"
#include "notify/stored_notification.h"
#include "registry/registry_driver_test.h"

namespace freshet {

class MonitorDriver : public testing::Test {
 protected:
  MonitorDriver() { restart(); }

  // As after the death of the process.
  void restart() {
    work.reset();
    registry.reset();
    registry = must(Registry::open(system_disk(), archive.scratch / "registry.sqlite",
                                   {.password_cost = kCheapPassword}));
    work = std::make_unique<MonitorWork>(
        MonitorTools{.registry = *registry, .disk = system_disk(), .links = MessageLinker({}, "")});
    must(work->begin());
  }

  template <class T>
  static T must(Result<T> result) {
    EXPECT_TRUE(result) << result.error().message;
    return result ? *std::move(result) : T{};
  }
  static void must(const Status& status) { EXPECT_TRUE(status) << status.error().message; }

  Time now() { return archive.clock.time; }
  void wait(Duration by) { archive.wait(by); }

  PersonId person(const std::string& name) {
    return must(registry->people().add(name, Role::editor, std::nullopt, {.now = now()}));
  }
  ChannelId channel(const std::string& name, PersonId owner = kLocalPerson) {
    return must(registry->channels().add({.owner = owner, .name = name, .kind = "webhook"},
                                         R"({"url":"https://)" + name + R"(.example/"})", now()));
  }
  WatchId watch(WatchSpec spec, PersonId owner = kLocalPerson) {
    if (spec.channels.empty()) spec.channels = {"hook"};
    const WatchId id = must(registry->watches().add(owner, spec, now()));
    work->registry_changed();
    return id;
  }
  WatchRow row(WatchId id) { return must(registry->watches().find(id)).value_or(WatchRow{}); }

  // One turn of the monitor a moment later. Returns what happened since the last one.
  std::string turn() {
    wait(std::chrono::milliseconds(1));
    must(work->refresh());
    ArchiveSession session = archive.open();
    must(work->look(session, now()));
    return told();
  }
  // A page was seen, then a turn.
  std::string turn_after(const std::string& url) {
    work->add_hint({.url = url, .time = now()});
    return turn();
  }
  // Returns the orders of a turn: "known https://a.example/".
  std::string orders() {
    turn();
    ArchiveSession session = archive.open();
    std::string words;
    for (const WatchOrder& order : work->take_orders(session, now())) {
      if (!words.empty()) words += ", ";
      words += std::string(order.is_site    ? "site "
                           : order.is_known ? "known "
                                            : "new ") +
               order.url;
    }
    return words;
  }
  // Returns the names of the channels of all deliveries.
  std::string deliveries() {
    std::string words;
    for (const Delivery& each : must(registry->deliveries().list({}, {}, 100)))
      words = must(registry->channels().find(each.channel))->name + " " + words;
    return words;
  }

  SmallArchive archive;
  std::unique_ptr<Registry> registry;
  std::unique_ptr<MonitorWork> work;

 private:
  // Returns the happenings since the last call: "page.changed /: a [-b-] {+c+}".
  std::string told() {
    std::string words;
    for (const Happening& each : must(registry->happenings().list_after({}, heard_, 100))) {
      heard_ = each.id;
      if (!words.empty()) words += " | ";
      const auto stored = must(read_notification(each.message));
      const ChangeMessage& message = stored.messages.front();
      words += each.kind + " " + each.page.substr(each.page.find('/', 8));
      for (const MessageHunk& hunk : message.hunks)
        words +=
            ": " + hunk.before + "[-" + hunk.removed + "-] {+" + hunk.added + "+}" + hunk.after;
      if (message.hunks.empty() && !message.why.empty()) words += ": " + message.why;
    }
    return words;
  }

  HappeningId heard_ = 0;
};

}  // namespace freshet
