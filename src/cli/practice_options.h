// The options of `freshet practice`, and the files that it writes.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "cli/command.h"
#include "practice/practice_server.h"

namespace freshet {

std::expected<WorldPlan, Failure> world_plan_from_arguments(const Session& session);
std::expected<PracticeServerOptions, Failure> server_options_from_arguments(const Session& session);

// A file that is appended to. The first error is kept; after it nothing is written.
class LineFile {
 public:
  static Result<LineFile> create(const std::string& path) {
    auto file = system_disk().open(path, Access::write);
    if (!file) return std::unexpected(file.error());
    if (const Status emptied = (*file)->truncate(0); !emptied)
      return std::unexpected(emptied.error());
    return LineFile(std::move(*file));
  }

  void append(std::string_view text) {
    if (!status_) return;
    status_ = file_->write(size_, text);
    size_ += text.size();
  }

  const Status& status() const { return status_; }

 private:
  explicit LineFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  std::unique_ptr<File> file_;
  std::uint64_t size_ = 0;
  Status status_;
};

// Returns a request as a line of JSON.
std::string log_line(const PracticeLogLine& line);

// Writes the ground truth of a world as JSON lines.
CommandResult write_truth_file(const World& world, const std::string& path);

}  // namespace freshet
