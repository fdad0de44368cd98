#include "serve/supervisor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "testkit/notify_socket.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

using std::chrono::seconds;

TEST(SupervisorTest, HearsThatWeAreReadyReloadAndStop) {
  const Scratch scratch;
  const std::string path = scratch / "notify";
  const testkit::NotifySocket socket(path);
  const Supervisor supervisor({.socket = path});
  supervisor.is_ready("listening on\n127.0.0.1:8787");
  EXPECT_EQ(socket.heard(), "READY=1\nSTATUS=listening on 127.0.0.1:8787");
  supervisor.is_reloading();
  EXPECT_TRUE(socket.heard().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  supervisor.is_stopping();
  EXPECT_EQ(socket.heard(), "STOPPING=1");
  EXPECT_EQ(socket.heard(), "");
}

TEST(SupervisorTest, HearsThatWeAreAliveTwiceInTheTimeOfItsWatchdog) {
  const std::string name = "@freshet-test-" + std::to_string(::getpid());
  const testkit::NotifySocket socket(name);
  Supervisor supervisor({.socket = name, .watchdog_usec = "10000000"});
  EXPECT_EQ(supervisor.watchdog(), seconds(10));
  std::string told;
  for (int second = 0; second <= 10; ++second) {
    supervisor.is_alive(Tick{} + seconds(second));
    if (!socket.heard().empty()) told += std::to_string(second) + " ";
  }
  EXPECT_EQ(told, "0 5 10 ");
}

TEST(SupervisorTest, IsNotThereWithoutAnAddressAndMayHaveGone) {
  for (const std::string& address : {std::string(), std::string("relative"), std::string(200, '/')})
    EXPECT_FALSE(Supervisor({.socket = address}).is_there()) << address;
  EXPECT_FALSE(Supervisor({.socket = "/x", .watchdog_usec = "5", .watchdog_pid = "1"}).watchdog());
  EXPECT_FALSE(Supervisor({.socket = "/x", .watchdog_usec = "-5"}).watchdog());
  EXPECT_FALSE(Supervisor({.socket = "/x", .watchdog_usec = "5s"}).watchdog());
  Supervisor({.socket = "/nowhere/notify"}).is_ready("listening");
  Supervisor().is_stopping();
}

}  // namespace
}  // namespace freshet
