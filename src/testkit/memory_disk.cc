#include "testkit/memory_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "base/random.h"

namespace freshet {
namespace {

// The content of one file. No two names refer to the same one.
struct Body {
  std::string bytes;
  std::size_t synced_size = 0;
  std::map<std::size_t, std::string> before;  // sectors as last synced, if written since

  // Call it before bytes from `begin` to `end` change.
  void touch(std::size_t begin, std::size_t end) {
    constexpr std::size_t kSector = MemoryDisk::kSectorBytes;
    for (std::size_t at = begin / kSector * kSector; at < end; at += kSector) {
      if (at < synced_size)
        before.try_emplace(at, at < bytes.size() ? bytes.substr(at, kSector) : std::string());
    }
  }
  void resize(std::size_t size) {
    touch(std::min(size, bytes.size()), std::max(size, bytes.size()));
    bytes.resize(size, '\0');
  }
  void sync() {
    synced_size = bytes.size();
    before.clear();
  }

  void lose_power(Random& random);
};

void Body::lose_power(Random& random) {
  constexpr std::size_t kSector = MemoryDisk::kSectorBytes;
  const std::size_t now = bytes.size();
  bytes.resize(std::max(now, synced_size), '\0');
  for (auto& [at, old] : before) {
    old.resize(std::min(kSector, bytes.size() - at), '\0');
    if (random.with_probability(0.5)) bytes.replace(at, old.size(), old);
  }
  for (std::size_t at = (synced_size + kSector - 1) / kSector * kSector; at < now; at += kSector) {
    const std::size_t size = std::min(kSector, now - at);
    if (random.with_probability(0.5)) bytes.replace(at, size, size, '\0');
  }
  const auto [low, high] = std::minmax(now, synced_size);
  const std::uint64_t kind = random.below(3);
  if (kind == 0) bytes.resize(low);
  if (kind == 1) bytes.resize(low + (high > low ? random.below(high - low + 1) : 0));
  sync();
}

// A change of names: `path` now refers to `body`, or to nothing.
struct Naming {
  std::string directory;  // whose sync makes it durable
  std::vector<std::pair<std::string, std::shared_ptr<Body>>> names;
};

std::unexpected<Error> failed(Errc code, const std::string& path, std::string_view why) {
  return std::unexpected(Error{code, fmt::format("cannot use \"{}\": {}", path, why)});
}

}  // namespace

struct MemoryDisk::State {
  std::mutex mutex;  // guards all members
  std::map<std::string, std::shared_ptr<Body>> names;
  std::map<std::string, std::shared_ptr<Body>> lasting;  // names that survive a power loss
  std::vector<Naming> pending;
  std::set<std::string> directories;
  std::set<std::string> locks;
  std::uint64_t lives = 0;  // power losses so far
  std::uint64_t free_bytes = std::numeric_limits<std::uint64_t>::max();

  void name(Naming naming) {
    apply(names, naming);
    pending.push_back(std::move(naming));
  }
  static void apply(std::map<std::string, std::shared_ptr<Body>>& to, const Naming& naming) {
    for (const auto& [path, body] : naming.names) {
      if (body) {
        to[path] = body;
      } else {
        to.erase(path);
      }
    }
  }
};

namespace {

class MemoryFile final : public File {
 public:
  MemoryFile(std::shared_ptr<MemoryDisk::State> state, std::shared_ptr<Body> body, std::string path,
             Access access)
      : state_(std::move(state)),
        body_(std::move(body)),
        path_(std::move(path)),
        access_(access),
        life_(state_->lives) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    const std::scoped_lock lock(state_->mutex);
    if (auto alive = may(false); !alive) return std::unexpected(alive.error());
    if (offset >= body_->bytes.size()) return 0;
    return body_->bytes.copy(into.data(), into.size(), offset);
  }
  Status write(std::uint64_t offset, std::string_view bytes) override {
    const std::scoped_lock lock(state_->mutex);
    if (auto alive = may(true); !alive) return alive;
    if (bytes.empty()) return {};
    if (offset + bytes.size() > body_->bytes.size()) body_->resize(offset + bytes.size());
    body_->touch(offset, offset + bytes.size());
    body_->bytes.replace(offset, bytes.size(), bytes);
    return {};
  }
  Result<std::uint64_t> size() override {
    const std::scoped_lock lock(state_->mutex);
    if (auto alive = may(false); !alive) return std::unexpected(alive.error());
    return body_->bytes.size();
  }
  Status truncate(std::uint64_t size) override {
    const std::scoped_lock lock(state_->mutex);
    if (auto alive = may(true); !alive) return alive;
    body_->resize(size);
    return {};
  }
  Status sync() override {
    const std::scoped_lock lock(state_->mutex);
    if (auto alive = may(true); !alive) return alive;
    body_->sync();
    return {};
  }

 private:
  Status may(bool write) const {
    if (life_ != state_->lives) return failed(Errc::unavailable, path_, "the power was lost");
    if (write && access_ == Access::read) return failed(Errc::denied, path_, "opened to read");
    return {};
  }

  std::shared_ptr<MemoryDisk::State> state_;
  std::shared_ptr<Body> body_;
  std::string path_;
  Access access_;
  std::uint64_t life_;
};

class MemoryLock final : public DiskLock {
 public:
  MemoryLock(std::shared_ptr<MemoryDisk::State> state, std::string path)
      : state_(std::move(state)), path_(std::move(path)), life_(state_->lives) {}
  ~MemoryLock() override {
    const std::scoped_lock lock(state_->mutex);
    if (life_ == state_->lives) state_->locks.erase(path_);
  }
  MemoryLock(const MemoryLock&) = delete;
  MemoryLock& operator=(const MemoryLock&) = delete;

 private:
  std::shared_ptr<MemoryDisk::State> state_;
  std::string path_;
  std::uint64_t life_;
};

}  // namespace

MemoryDisk::MemoryDisk() : state_(std::make_shared<State>()) { state_->directories = {".", "/"}; }
MemoryDisk::~MemoryDisk() = default;

void MemoryDisk::lose_power(std::uint64_t seed) {
  const std::scoped_lock lock(state_->mutex);
  Random random(seed);
  ++state_->lives;
  state_->locks.clear();
  std::map<std::string, bool> vanished;  // by directory: true if changes are lost from here on
  for (const Naming& naming : state_->pending) {
    bool& gone = vanished[naming.directory];
    gone = gone || random.with_probability(0.3);
    if (!gone) State::apply(state_->lasting, naming);
  }
  state_->pending.clear();
  state_->names = state_->lasting;
  for (auto& [path, body] : state_->names) body->lose_power(random);
}

std::unique_ptr<MemoryDisk> MemoryDisk::copy() const {
  const std::scoped_lock lock(state_->mutex);
  auto disk = std::make_unique<MemoryDisk>();
  disk->state_->directories = state_->directories;
  for (const auto& [path, body] : state_->names) {
    auto same = std::make_shared<Body>();
    same->bytes = body->bytes;
    same->sync();
    disk->state_->names[path] = same;
  }
  disk->state_->lasting = disk->state_->names;
  return disk;
}

Result<std::unique_ptr<File>> MemoryDisk::open(const std::string& path, Access access) {
  const std::scoped_lock lock(state_->mutex);
  const auto found = state_->names.find(path);
  std::shared_ptr<Body> body = found == state_->names.end() ? nullptr : found->second;
  if (body && access == Access::create) return failed(Errc::unavailable, path, "it is there");
  if (!body) {
    const std::string directory = parent_directory(path);
    if (access == Access::read || !state_->directories.contains(directory))
      return failed(Errc::not_found, path, "No such file or directory");
    body = std::make_shared<Body>();
    state_->name({directory, {{path, body}}});
  }
  return std::make_unique<MemoryFile>(state_, std::move(body), path, access);
}

Status MemoryDisk::rename(const std::string& from, const std::string& to) {
  const std::scoped_lock lock(state_->mutex);
  const auto found = state_->names.find(from);
  if (found == state_->names.end() || !state_->directories.contains(parent_directory(to)))
    return failed(Errc::not_found, from, "No such file or directory");
  if (from != to) state_->name({parent_directory(to), {{from, nullptr}, {to, found->second}}});
  return {};
}

Status MemoryDisk::remove(const std::string& path) {
  const std::scoped_lock lock(state_->mutex);
  if (!state_->names.contains(path))
    return failed(Errc::not_found, path, "No such file or directory");
  state_->name({parent_directory(path), {{path, nullptr}}});
  return {};
}

Status MemoryDisk::make_directories(const std::string& path) {
  const std::scoped_lock lock(state_->mutex);
  for (std::string part = path; state_->directories.insert(part).second;)
    part = parent_directory(part);
  return {};
}

Status MemoryDisk::sync_directory(const std::string& path) {
  const std::scoped_lock lock(state_->mutex);
  if (!state_->directories.contains(path))
    return failed(Errc::not_found, path, "No such file or directory");
  std::vector<Naming> rest;
  for (Naming& naming : state_->pending) {
    if (naming.directory == path) {
      State::apply(state_->lasting, naming);
    } else {
      rest.push_back(std::move(naming));
    }
  }
  state_->pending = std::move(rest);
  return {};
}

Result<std::vector<std::string>> MemoryDisk::list(const std::string& path) {
  const std::scoped_lock lock(state_->mutex);
  if (!state_->directories.contains(path))
    return failed(Errc::not_found, path, "No such file or directory");
  std::set<std::string> names;
  const auto add = [&](const std::string& entry) {
    if (entry != path && parent_directory(entry) == path)
      names.insert(entry.substr(entry.find_last_of('/') + 1));
  };
  for (const auto& [entry, body] : state_->names) add(entry);
  for (const std::string& entry : state_->directories) add(entry);
  names.erase(".");
  return std::vector<std::string>(names.begin(), names.end());
}

bool MemoryDisk::exists(const std::string& path) {
  const std::scoped_lock lock(state_->mutex);
  return state_->names.contains(path) || state_->directories.contains(path);
}

Result<std::uint64_t> MemoryDisk::free_bytes(const std::string&) {
  const std::scoped_lock lock(state_->mutex);
  return state_->free_bytes;
}

void MemoryDisk::set_free_bytes(std::uint64_t bytes) {
  const std::scoped_lock lock(state_->mutex);
  state_->free_bytes = bytes;
}

Result<std::unique_ptr<DiskLock>> MemoryDisk::lock(const std::string& path) {
  const std::scoped_lock guard(state_->mutex);
  if (!state_->directories.contains(parent_directory(path)))
    return failed(Errc::not_found, path, "No such file or directory");
  if (!state_->names.contains(path))
    state_->name({parent_directory(path), {{path, std::make_shared<Body>()}}});
  if (!state_->locks.insert(path).second)
    return failed(Errc::unavailable, path, "is locked by another");
  return std::make_unique<MemoryLock>(state_, path);
}

}  // namespace freshet
