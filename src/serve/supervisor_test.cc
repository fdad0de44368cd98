#include "serve/supervisor.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>

#include "testkit/scratch.h"

namespace freshet {
namespace {

using std::chrono::seconds;

// The socket of a supervisor.
class NotifySocket {
 public:
  explicit NotifySocket(const std::string& path)
      : descriptor_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (path.front() == '@') address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    EXPECT_EQ(::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), length), 0);
  }
  ~NotifySocket() { ::close(descriptor_); }
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  // Returns the next message; "" if there is none.
  std::string heard() const {
    std::array<char, 1000> buffer{};
    const auto got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    return got <= 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(got));
  }

 private:
  int descriptor_;
};

TEST(SupervisorTest, HearsThatWeAreReadyReloadAndStop) {
  const Scratch scratch;
  const std::string path = scratch / "notify";
  const NotifySocket socket(path);
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
  const NotifySocket socket(name);
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
