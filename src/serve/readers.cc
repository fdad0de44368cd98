#include "serve/readers.h"

#include <utility>

namespace freshet {

Result<ArchiveSession*> ReaderStores::archive() {
  if (!archive_) {
    auto opened = openers_.archive();
    if (!opened) return std::unexpected(opened.error());
    archive_.emplace(*std::move(opened));
  }
  return &*archive_;
}

Result<Registry*> ReaderStores::registry() {
  if (!registry_) {
    auto opened = openers_.registry();
    if (!opened) return std::unexpected(opened.error());
    registry_ = *std::move(opened);
  }
  return registry_.get();
}

Readers::Readers(std::size_t threads, StoreOpeners openers) : openers_(std::move(openers)) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    queue_.clear();
  }
  came_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Readers::post(Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (is_over_ || queue_.size() >= kWaitingMax) return false;
    queue_.push_back(std::move(work));
  }
  came_.notify_one();
  return true;
}

void Readers::run() {
  ReaderStores stores(openers_);
  unsigned opened = epoch_;
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      came_.wait(lock, [this] { return is_over_ || !queue_.empty(); });
      if (is_over_) return;
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    if (const unsigned epoch = epoch_; opened != epoch) {
      stores.drop_archive();
      opened = epoch;
    }
    work(stores);
  }
}

}  // namespace freshet
