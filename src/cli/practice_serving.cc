#include "cli/practice_serving.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/new_file.h"
#include "base/disk.h"
#include "base/log.h"
#include "cli/practice_options.h"

namespace freshet {
namespace {

// The server that SIGTERM and SIGINT end; there is one in a process.
std::atomic<PracticeServer*> serving = nullptr;

void end_serving(int) {
  if (PracticeServer* const server = serving.load()) server->stop();
}

CommandResult serve(PracticeServer& server, const Session& session) {
  log(LogLevel::info, "the practice web is open",
      {{"first_url", server.world().first_url()},
       {"hosts", server.world().plan().hosts},
       {"dns", fmt::format("127.0.0.1:{}", server.dns_port())}});
  session.out.write(server.world().first_url() + "\n");
  session.out.flush();
  const Status served = server.run();
  if (!served) return could_not(served.error().message);
  return {};
}

}  // namespace

CommandResult serve_practice(const Session& session, const WorldPlan& plan,
                             PracticeServerOptions options) {
  std::optional<LineFile> requests;
  if (const auto& path = session.arguments.value("--log")) {
    auto file = LineFile::create(*path);
    if (!file) return could_not(file.error().message);
    requests = std::move(*file);
    options.log = [&](const PracticeLogLine& line) { requests->append(log_line(line)); };
  }
  const auto server = PracticeServer::open(plan, std::move(options));
  if (!server) return could_not(server.error().message);
  if (const auto& path = session.arguments.value("--ca-file")) {
    const Status put = write_new_file(system_disk(), *path, (*server)->authority_pem());
    if (!put) return could_not(put.error().message);
  }
  if (const auto& path = session.arguments.value("--truth")) {
    const CommandResult put = write_truth_file((*server)->world(), *path);
    if (!put) return put;
  }
  serving = server->get();
  std::signal(SIGTERM, end_serving);
  std::signal(SIGINT, end_serving);
  const CommandResult served = serve(**server, session);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  serving = nullptr;
  if (served && requests && !requests->status())
    return could_not(requests->status().error().message);
  return served;
}

}  // namespace freshet
