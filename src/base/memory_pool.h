// A memory budget shared by many parties. Each party has a MemoryShare, which is released when it
// is destroyed.
//
// The pool counts and does not allocate. Each party decides how to react to a full pool. To keep
// all of them from reacting the same way at once, one share at a time may overdraw the pool, and
// parties that give way are counted until they have released theirs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

namespace freshet {

// Thread-safe.
class MemoryPool {
 public:
  explicit MemoryPool(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  std::size_t bytes_max() const { return bytes_max_.load(std::memory_order_relaxed); }
  void set_bytes_max(std::size_t bytes) { bytes_max_.store(bytes, std::memory_order_relaxed); }

  std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  std::size_t peak() const { return peak_.load(std::memory_order_relaxed); }
  bool is_full() const { return used() >= bytes_max(); }

  // Records a refused request. take_refusal() then returns true once, to the first caller: that
  // party gives way.
  void note_refusal() { was_refused_.store(true, std::memory_order_relaxed); }
  bool take_refusal() {
    return was_refused_.load(std::memory_order_relaxed) &&
           was_refused_.exchange(false, std::memory_order_relaxed);
  }

  // Counts the parties that wait for room.
  void begin_wait() { waiting_.fetch_add(1, std::memory_order_relaxed); }
  void end_wait() { waiting_.fetch_sub(1, std::memory_order_relaxed); }
  bool has_waiting() const { return waiting_.load(std::memory_order_relaxed) > 0; }

 private:
  friend class MemoryShare;

  void add(std::size_t bytes) {
    const std::size_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    std::size_t peak = peak_.load(std::memory_order_relaxed);
    while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
    }
  }

  std::atomic<std::size_t> bytes_max_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> peak_ = 0;
  std::atomic<std::size_t> leaving_ = 0;  // part of the used bytes that will be released soon
  std::atomic<bool> is_overdrawn_ = false;
  std::atomic<bool> was_refused_ = false;
  std::atomic<int> waiting_ = 0;
};

// Used by one thread at a time. Without a pool every request is granted.
class MemoryShare {
 public:
  MemoryShare() = default;
  explicit MemoryShare(MemoryPool* pool) : pool_(pool) {}  // the pool must outlive it
  MemoryShare(MemoryShare&& other) noexcept { swap(other); }
  MemoryShare& operator=(MemoryShare&& other) noexcept {
    MemoryShare taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~MemoryShare() { clear(); }

  MemoryPool* pool() const { return pool_; }
  std::size_t bytes() const { return bytes_; }

  // Sets the size of the share unconditionally.
  void set(std::size_t bytes) {
    if (pool_ != nullptr && bytes > bytes_) pool_->add(bytes - bytes_);
    if (pool_ != nullptr && bytes < bytes_)
      pool_->used_.fetch_sub(bytes_ - bytes, std::memory_order_relaxed);
    bytes_ = bytes;
  }

  // Sets the size if there is room; otherwise returns false and changes nothing.
  bool try_set(std::size_t bytes) {
    if (pool_ == nullptr || bytes <= bytes_ || overdraws_) {
      set(bytes);
      return true;
    }
    const std::size_t more = bytes - bytes_;
    pool_->add(more);
    bytes_ = bytes;
    if (pool_->used() <= pool_->bytes_max()) return true;
    set(bytes - more);
    return false;
  }

  // Lifts the limit for this share until it is cleared. Returns false if another share has
  // overdrawn.
  bool try_overdraw() {
    if (pool_ != nullptr && !overdraws_)
      overdraws_ = !pool_->is_overdrawn_.exchange(true, std::memory_order_relaxed);
    return pool_ == nullptr || overdraws_;
  }

  // Returns true if the pool is full even after the releases already announced; this share must
  // then be cleared soon.
  bool gives_way() {
    if (pool_ == nullptr || leaving_ > 0 || bytes_ == 0) return leaving_ > 0;
    const std::size_t before = pool_->leaving_.fetch_add(bytes_, std::memory_order_relaxed);
    if (pool_->used() - std::min(before, pool_->used()) >= pool_->bytes_max()) {
      leaving_ = bytes_;
      return true;
    }
    pool_->leaving_.fetch_sub(bytes_, std::memory_order_relaxed);
    return false;
  }

  void clear() {
    if (pool_ == nullptr) return;
    if (overdraws_) pool_->is_overdrawn_.store(false, std::memory_order_relaxed);
    overdraws_ = false;
    pool_->leaving_.fetch_sub(std::exchange(leaving_, 0), std::memory_order_relaxed);
    set(0);
  }

 private:
  void swap(MemoryShare& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(bytes_, other.bytes_);
    std::swap(leaving_, other.leaving_);
    std::swap(overdraws_, other.overdraws_);
  }

  MemoryPool* pool_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t leaving_ = 0;
  bool overdraws_ = false;
};

}  // namespace freshet
