// A file layer for SQLite with injected failures, by the same count as a FaultyDisk, so that one
// test can fail every call of an archive and its catalog in turn.
#pragma once

#include <memory>
#include <string>

#include "testkit/faulty_disk.h"

namespace freshet {

// While it lives, SQLite has a file layer ("VFS") called name(). It forwards everything to the
// default one and counts the modifying calls: write, sync, truncate, delete. Failing calls report a
// full disk or, if requested, a broken one; the failing write leaves half of its bytes. Syncs are
// counted but not done: no test cuts the power, and they would take most of the time. It must
// outlive the connections that use it.
class FaultySqlite {
 public:
  enum class Says { full, broken };

  explicit FaultySqlite(std::shared_ptr<FaultyDisk::State> state, Says says = Says::full);
  ~FaultySqlite();
  FaultySqlite(const FaultySqlite&) = delete;
  FaultySqlite& operator=(const FaultySqlite&) = delete;

  const std::string& name() const;

 private:
  struct Layer;
  std::unique_ptr<Layer> layer_;
};

}  // namespace freshet
