// A file layer for SQLite that fails when it is told to, by the same count as a FaultyDisk, so that
// one test can fail every call of an archive and its catalog in turn.
#pragma once

#include <memory>
#include <string>

#include "testkit/faulty_disk.h"

namespace freshet {

// While it lives, SQLite knows a file layer ("VFS") called name(). It passes everything on to the
// default one and counts the calls that change a file: write, sync, truncate, delete. Those that
// must fail say that the disk is full or, if asked so, that it is broken; the write that fails
// leaves half of its bytes. Syncs are counted but not done: no test takes the power away, and they
// would take most of its time. It must outlive the connections that use it.
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
