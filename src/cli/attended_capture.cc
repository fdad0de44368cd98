#include "cli/attended_capture.h"

#include <string>
#include <utility>

#include "app/capture_run.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"

namespace freshet {

CommandResult attend_capture(const Session& session, RunSettings options, PreparedCapture prepared,
                             std::vector<Url> seeds) {
  CaptureRun run(system_disk(), std::move(prepared), std::move(options.run), std::move(seeds),
                 std::move(options.scope),
                 [](const std::string& sentence) { log(LogLevel::info, sentence); });
  const bool is_json = session.arguments.has("--json");
  const auto end = attend(
      session, {.job = run.job(),
                .run = run.options(),
                .platform = options.platform,
                .doing = "capturing",
                .is_json = is_json,
                .progress = [&] { return progress_words(run.visits().view(system_clock().now())); },
                .is_over = [&] { return run.visits().is_over(); }});
  if (!end) return std::unexpected(end.error());
  const auto result = run.finish(system_clock().now(), end->was_stopped);
  if (!result) return could_not(result.error());
  if (is_json) session.out.write(to_json(*result) + "\n");
  if (!is_json)
    for (const std::string& line : capture_words(*result)) session.out.write(line + "\n");
  if (result->row.end == CaptureEnd::nothing_visited) return could_not("no page could be visited");
  return {};
}

}  // namespace freshet
