#include "testkit/faulty_sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <atomic>
#include <cstddef>

namespace freshet {

// SQLite refers to it by the pAppData of its sqlite3_vfs.
struct FaultySqlite::Layer {
  sqlite3_vfs vfs{};
  sqlite3_vfs* real = nullptr;
  std::string name;
  std::shared_ptr<FaultyDisk::State> state;
  Says says = Says::full;

  bool next_fails() { return state->next_fails(); }
  int failure(int broken) const { return says == Says::full ? SQLITE_FULL : broken; }

  static Layer& of(sqlite3_vfs* vfs) { return *static_cast<Layer*>(vfs->pAppData); }
  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out);
  static int remove(sqlite3_vfs* vfs, const char* path, int sync_directory);

  // An open file: our part first, the real one after it in the same memory.
  struct Shim {
    sqlite3_file base;
    Layer* layer;
  };
  static constexpr std::size_t kShimBytes = (sizeof(Shim) + 15) / 16 * 16;
  static Layer& of(sqlite3_file* file) { return *reinterpret_cast<Shim*>(file)->layer; }
  static sqlite3_file* behind(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + kShimBytes);
  }
  static const sqlite3_io_methods& methods();
};

namespace {

template <auto method, class... Arguments>
int pass(sqlite3_file* real, Arguments... arguments) {
  return (real->pMethods->*method)(real, arguments...);
}

}  // namespace

const sqlite3_io_methods& FaultySqlite::Layer::methods() {
  using Methods = sqlite3_io_methods;
  static const Methods all = [] {
    Methods m{};
    m.iVersion = 2;  // with shared memory, without mapped files
    m.xClose = [](sqlite3_file* f) { return pass<&Methods::xClose>(behind(f)); };
    m.xRead = [](sqlite3_file* f, void* into, int count, sqlite3_int64 offset) {
      return pass<&Methods::xRead>(behind(f), into, count, offset);
    };
    m.xWrite = [](sqlite3_file* f, const void* from, int count, sqlite3_int64 offset) {
      if (!of(f).next_fails()) return pass<&Methods::xWrite>(behind(f), from, count, offset);
      pass<&Methods::xWrite>(behind(f), from, count / 2, offset);
      return of(f).failure(SQLITE_IOERR_WRITE);
    };
    m.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) {
      if (of(f).next_fails()) return of(f).failure(SQLITE_IOERR_TRUNCATE);
      return pass<&Methods::xTruncate>(behind(f), size);
    };
    m.xSync = [](sqlite3_file* f, int) {
      return of(f).next_fails() ? of(f).failure(SQLITE_IOERR_FSYNC) : SQLITE_OK;
    };
    m.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) {
      return pass<&Methods::xFileSize>(behind(f), size);
    };
    m.xLock = [](sqlite3_file* f, int level) { return pass<&Methods::xLock>(behind(f), level); };
    m.xUnlock = [](sqlite3_file* f, int level) {
      return pass<&Methods::xUnlock>(behind(f), level);
    };
    m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
      return pass<&Methods::xCheckReservedLock>(behind(f), out);
    };
    m.xFileControl = [](sqlite3_file* f, int op, void* argument) {
      return pass<&Methods::xFileControl>(behind(f), op, argument);
    };
    m.xSectorSize = [](sqlite3_file* f) { return pass<&Methods::xSectorSize>(behind(f)); };
    m.xDeviceCharacteristics = [](sqlite3_file* f) {
      return pass<&Methods::xDeviceCharacteristics>(behind(f));
    };
    m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
      return pass<&Methods::xShmMap>(behind(f), page, size, extend, out);
    };
    m.xShmLock = [](sqlite3_file* f, int offset, int count, int flags) {
      return pass<&Methods::xShmLock>(behind(f), offset, count, flags);
    };
    m.xShmBarrier = [](sqlite3_file* f) { behind(f)->pMethods->xShmBarrier(behind(f)); };
    m.xShmUnmap = [](sqlite3_file* f, int remove_it) {
      return pass<&Methods::xShmUnmap>(behind(f), remove_it);
    };
    return m;
  }();
  return all;
}

int FaultySqlite::Layer::open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags,
                              int* out) {
  Layer& layer = of(vfs);
  auto* shim = reinterpret_cast<Shim*>(file);
  shim->base.pMethods = nullptr;
  shim->layer = &layer;
  const int code = layer.real->xOpen(layer.real, path, behind(file), flags, out);
  if (behind(file)->pMethods != nullptr) shim->base.pMethods = &methods();
  return code;
}

int FaultySqlite::Layer::remove(sqlite3_vfs* vfs, const char* path, int sync_directory) {
  Layer& layer = of(vfs);
  if (layer.next_fails()) return layer.failure(SQLITE_IOERR_DELETE);
  return layer.real->xDelete(layer.real, path, sync_directory);
}

FaultySqlite::FaultySqlite(std::shared_ptr<FaultyDisk::State> state, Says says)
    : layer_(std::make_unique<Layer>()) {
  static std::atomic<int> count = 0;
  Layer& layer = *layer_;
  layer.real = sqlite3_vfs_find(nullptr);
  layer.name = fmt::format("faulty-{}", ++count);
  layer.state = std::move(state);
  layer.says = says;
  layer.vfs = *layer.real;  // calls that do not touch a file are forwarded
  layer.vfs.pNext = nullptr;
  layer.vfs.zName = layer.name.c_str();
  layer.vfs.pAppData = &layer;
  layer.vfs.szOsFile = static_cast<int>(Layer::kShimBytes) + layer.real->szOsFile;
  layer.vfs.xOpen = &Layer::open;
  layer.vfs.xDelete = &Layer::remove;
  sqlite3_vfs_register(&layer.vfs, 0);
}

FaultySqlite::~FaultySqlite() { sqlite3_vfs_unregister(&layer_->vfs); }

const std::string& FaultySqlite::name() const { return layer_->name; }

}  // namespace freshet
