#include "store/slots/slots_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/check.h"
#include "store/slots/slot_classes.h"

namespace freshet {

SlotsFile::SlotsFile(std::unique_ptr<File> file, SlotsFileName name, std::uint64_t slots)
    : file_(std::move(file)), name_(name), live_(slots) {}

Result<SlotsFile> SlotsFile::open(Disk& disk, const std::string& directory, SlotsFileName name) {
  auto file = disk.open(directory + "/" + name.text(), Access::write);
  if (!file) return std::unexpected(file.error());
  const auto size = (*file)->size();
  if (!size) return std::unexpected(size.error());
  const std::uint64_t slots =
      *size < kSlotsFileHeadBytes ? 0 : (*size - kSlotsFileHeadBytes) / name.slot_bytes;
  if (slots > kSlotsInFileMax)
    return std::unexpected(Error{Errc::limit, fmt::format("{}: expected at most {} slots, found {}",
                                                          name.text(), kSlotsInFileMax, slots)});
  return SlotsFile(*std::move(file), name, slots);
}

Result<std::uint64_t> SlotsFile::slot_at(const SlotPlace& place) const {
  const std::uint64_t slot = (place.offset - kSlotsFileHeadBytes) / name_.slot_bytes;
  if (place.offset < kSlotsFileHeadBytes || slot >= live_.size() ||
      offset_of(slot) != place.offset || place.length > name_.slot_bytes - kSlotHeadBytes)
    return std::unexpected(Error{
        Errc::corrupt, fmt::format("{}: at byte {}: expected a slot with {} bytes, found none",
                                   name_.text(), place.offset, place.length)});
  return slot;
}

Status SlotsFile::mark_live(const SlotPlace& place) {
  const auto slot = slot_at(place);
  if (!slot) return std::unexpected(slot.error());
  if (live_[*slot])
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("{}: at byte {}: expected one page in the slot, the "
                                         "catalog names two",
                                         name_.text(), place.offset)});
  live_[*slot] = true;
  return {};
}

Status SlotsFile::settle(bool mend) {
  const std::string head = slots_file_head(name_);
  std::string found(head.size(), '\0');
  if (auto got = file_->read(0, found); !got) return std::unexpected(got.error());
  if (found != head) {
    unsynced_ = true;
    if (auto done = file_->write(0, head); !done) return done;
  }
  const auto size = file_->size();
  if (!size) return std::unexpected(size.error());
  end_torn_ = *size != bytes();
  for (std::uint32_t slot = 0; slot < live_.size(); ++slot) {
    if (live_[slot]) continue;
    free_.push_back(slot);  // ascending order is a heap
    if (mend) torn_.push_back(slot);
  }
  return mend_torn();
}

Status SlotsFile::mend_torn() {
  if (end_torn_) {
    if (auto done = file_->truncate(bytes()); !done) return done;
    end_torn_ = false;
    unsynced_ = true;
  }
  while (!torn_.empty()) {
    if (!live_[torn_.back()]) {
      if (auto done = mend_slot(torn_.back()); !done) return done;
    }
    torn_.pop_back();
  }
  return {};
}

Status SlotsFile::mend_slot(std::uint32_t slot) {
  const std::uint64_t offset = offset_of(slot);
  const SlotSeen seen = check_slot(*file_, name_, offset);
  if (seen.head && seen.head->state == SlotState::free) return {};
  if (!seen.head && seen.head.error().code != Errc::corrupt)
    return std::unexpected(seen.head.error());
  unsynced_ = true;
  if (!seen.head) return file_->write(offset, empty_slot(name_, offset));
  SlotHead head = *seen.head;
  head.state = SlotState::free;
  return file_->write(offset, slot_head_bytes(name_, offset, head));
}

void SlotsFile::give_back(std::uint32_t slot) {
  free_.push_back(slot);
  std::push_heap(free_.begin(), free_.end(), std::greater<>());
}

Result<SlotPlace> SlotsFile::put(std::string_view url, Time time, std::uint64_t sequence,
                                 std::string_view blob) {
  const bool grows = free_.empty();
  if (grows && live_.size() == kSlotsInFileMax)
    return std::unexpected(Error{Errc::limit, fmt::format("{}: it has {} slots, which is the limit",
                                                          name_.text(), kSlotsInFileMax)});
  const auto slot = grows ? static_cast<std::uint32_t>(live_.size()) : free_.front();
  const std::uint64_t offset = offset_of(slot);
  unsynced_ = true;
  const auto written = file_->write(offset, used_slot(name_, offset, url, time, sequence, blob));
  if (!written && grows) end_torn_ = true;
  if (!written && !grows) torn_.push_back(slot);
  if (!written) return std::unexpected(written.error());
  if (grows) {
    live_.push_back(true);
    end_torn_ = false;
  } else {
    std::pop_heap(free_.begin(), free_.end(), std::greater<>());
    free_.pop_back();
    live_[slot] = true;
  }
  return SlotPlace{name_.number, offset, blob.size()};
}

Status SlotsFile::free(const SlotPlace& place, bool erase) {
  const auto slot = slot_at(place);
  if (!slot) return std::unexpected(slot.error());
  require(live_[*slot], "a slot is freed once");
  live_[*slot] = false;
  const auto number = static_cast<std::uint32_t>(*slot);
  give_back(number);
  torn_.push_back(number);
  unsynced_ = true;
  if (erase) {
    if (auto done = file_->write(place.offset, empty_slot(name_, place.offset)); !done) return done;
    torn_.pop_back();
    return {};
  }
  auto head = read_slot_head(*file_, name_, place.offset);
  if (!head && head.error().code != Errc::corrupt) return std::unexpected(head.error());
  if (!head) return mend_torn();  // no longer needed, so it may become empty
  head->state = SlotState::free;
  if (auto done = file_->write(place.offset, slot_head_bytes(name_, place.offset, *head)); !done)
    return done;
  torn_.pop_back();
  return {};
}

Result<SlotContent> SlotsFile::read(const SlotPlace& place) const {
  return read_slot(*file_, name_, place);
}

Result<SlotContent> SlotsFile::read_at(std::uint64_t offset) const {
  const auto head = read_slot_head(*file_, name_, offset);
  if (!head) return std::unexpected(head.error());
  return read({name_.number, offset, head->blob_bytes});
}

Status SlotsFile::cut() {
  std::uint64_t slots = live_.size();
  while (slots > 0 && !live_[slots - 1]) --slots;
  if (slots == live_.size()) return {};
  if (auto done = file_->truncate(offset_of(slots)); !done) return done;
  unsynced_ = true;
  live_.resize(slots);
  std::erase_if(free_, [&](std::uint32_t slot) { return slot >= slots; });
  std::make_heap(free_.begin(), free_.end(), std::greater<>());
  std::erase_if(torn_, [&](std::uint32_t slot) { return slot >= slots; });
  end_torn_ = false;
  return {};
}

std::optional<std::uint64_t> SlotsFile::last_live(std::uint64_t before, bool downwards) const {
  std::uint64_t slot =
      before <= kSlotsFileHeadBytes ? 0 : (before - kSlotsFileHeadBytes) / name_.slot_bytes;
  slot = std::min<std::uint64_t>(slot, live_.size());
  while (slot > 0 && !live_[slot - 1]) --slot;
  if (slot == 0 || (downwards && (free_.empty() || free_.front() > slot - 1))) return std::nullopt;
  return offset_of(slot - 1);
}

Status SlotsFile::sync() {
  if (!unsynced_) return {};
  if (auto done = file_->sync(); !done) return done;
  unsynced_ = false;
  return {};
}

}  // namespace freshet
