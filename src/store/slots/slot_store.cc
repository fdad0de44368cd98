#include "store/slots/slot_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/escape.h"
#include "store/slots/slot_table.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::uint64_t kFilesInEpoch = 1'000'000;  // numbers of files: epoch, then six digits
constexpr unsigned kSequenceBits = 40;              // sequence numbers: epoch, then a count
constexpr std::size_t kOpenSinglesMax = 32;
constexpr std::uint64_t kTypicalUrlBytes = 80;

// Estimates the size of a place; the length of its URL is not known.
std::uint64_t typical_bytes(const SlotPlace& place) {
  return kSlotHeadBytes + kTypicalUrlBytes + place.length;
}

// Returns the highest epoch of any file or slot, in case the table is lost.
Result<std::uint64_t> highest_epoch(Disk& disk, const std::string& directory,
                                    const std::vector<SlotsFileName>& names) {
  std::uint64_t highest = 0;
  for (const SlotsFileName& name : names) {
    highest = std::max(highest, name.number / kFilesInEpoch);
    auto file = disk.open(directory + "/" + name.text(), Access::read);
    if (!file) return std::unexpected(file.error());
    const auto size = (*file)->size();
    if (!size) return std::unexpected(size.error());
    for (std::uint64_t at = kSlotsFileHeadBytes; at < *size; at += name.slot_bytes) {
      if (const auto head = read_slot_head(**file, name, at))
        highest = std::max(highest, head->sequence >> kSequenceBits);
    }
  }
  return highest;
}

std::unexpected<Error> no_such_place(const SlotPlace& place) {
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("expected {} bytes at byte {} of the slots file with number "
                                       "{}, found no such slot",
                                       place.length, place.offset, place.file)});
}

}  // namespace

SlotStore::SlotStore(Disk& disk, std::string directory, SlotStoreOptions options)
    : disk_(&disk), directory_(std::move(directory)), options_(options) {}

Result<SlotStore> SlotStore::open(Disk& disk, std::string directory, const EachLive& each_live,
                                  SlotStoreOptions options) {
  if (auto done = disk.make_directories(directory); !done) return std::unexpected(done.error());
  if (auto done = disk.sync_directory(parent_directory(directory)); !done)
    return std::unexpected(done.error());
  SlotStore store(disk, std::move(directory), options);
  const auto listed = disk.list(store.directory_);
  if (!listed) return std::unexpected(listed.error());
  std::vector<SlotsFileName> names;
  for (const std::string& name : *listed)
    if (const auto file = SlotsFileName::parse(name)) names.push_back(*file);
  const auto was_closed = store.begin_epoch(names);
  if (!was_closed) return std::unexpected(was_closed.error());
  if (auto done = store.open_files(names); !done) return std::unexpected(done.error());
  auto marked = each_live([&](const SlotPlace& place) { return store.mark_live(place); });
  if (!marked) return std::unexpected(marked.error());
  if (auto done = store.settle(!*was_closed); !done) return std::unexpected(done.error());
  return store;
}

Result<bool> SlotStore::begin_epoch(const std::vector<SlotsFileName>& names) {
  auto table = read_slot_table(*disk_, directory_);
  if (!table && table.error().code != Errc::not_found && table.error().code != Errc::corrupt)
    return std::unexpected(table.error());
  if (!table) {
    const auto epoch = highest_epoch(*disk_, directory_, names);
    if (!epoch) return std::unexpected(epoch.error());
    table = SlotTable{*epoch, false, first_slot_classes()};
  }
  if (table->epoch >= kSlotEpochMax)
    return std::unexpected(Error{Errc::limit, fmt::format("{}: opened {} times, which is the limit",
                                                          visible(directory_), table->epoch)});
  epoch_ = table->epoch + 1;
  next_sequence_ = epoch_ << kSequenceBits;
  next_file_ = epoch_ * kFilesInEpoch;
  classes_ = table->classes;
  const auto written = write_slot_table(*disk_, directory_, {epoch_, false, classes_});
  if (!written) return std::unexpected(written.error());
  return table->closed;
}

Status SlotStore::open_files(const std::vector<SlotsFileName>& names) {
  for (const SlotsFileName& name : names) {
    if (files_.contains(name.number) || singles_.contains(name.number))
      return std::unexpected(
          Error{Errc::corrupt, fmt::format("{}/{}: expected one file with this number, found two",
                                           visible(directory_), name.text())});
    if (name.single) {
      singles_.emplace(name.number, name);
      leftovers_.push_back(name);  // unless it is marked live later
      continue;
    }
    auto file = SlotsFile::open(*disk_, directory_, name);
    if (!file) return std::unexpected(file.error());
    files_.emplace(name.number, *std::move(file));
  }
  return {};
}

Status SlotStore::mark_live(const SlotPlace& place) {
  sizes_.add(typical_bytes(place));
  if (const auto file = files_.find(place.file); file != files_.end())
    return file->second.mark_live(place);
  const auto single = singles_.find(place.file);
  if (single == singles_.end() || place.offset != kSlotsFileHeadBytes ||
      place.length > single->second.slot_bytes - kSlotHeadBytes ||
      std::erase(leftovers_, single->second) == 0)
    return no_such_place(place);
  return {};
}

Status SlotStore::settle(bool mend) {
  for (const SlotsFileName& name : leftovers_) singles_.erase(name.number);
  for (auto& [number, file] : files_) {
    if (auto done = file.settle(mend); !done) return done;
  }
  choose_files();
  return remove_leftovers();
}

Result<std::uint64_t> SlotStore::new_number() {
  if (next_file_ == (epoch_ + 1) * kFilesInEpoch) {
    const auto written = write_slot_table(*disk_, directory_, {epoch_ + 1, false, classes_});
    if (!written) return std::unexpected(written.error());
    ++epoch_;
    next_sequence_ = epoch_ << kSequenceBits;
  }
  return next_file_++;
}

Result<SlotsFile*> SlotStore::file_of(std::uint64_t slot_bytes) {
  if (const auto known = file_of_class_.find(slot_bytes); known != file_of_class_.end())
    return &files_.at(known->second);
  const auto number = new_number();
  if (!number) return std::unexpected(number.error());
  const SlotsFileName name{*number, slot_bytes, false};
  auto file = SlotsFile::open(*disk_, directory_, name);
  if (!file) return std::unexpected(file.error());
  if (auto done = file->settle(false); !done) {
    leftovers_.push_back(name);
    return std::unexpected(done.error());
  }
  directory_unsynced_ = true;
  file_of_class_[slot_bytes] = *number;
  return &files_.emplace(*number, *std::move(file)).first->second;
}

Result<SlotPlace> SlotStore::write_single(std::uint64_t slot_bytes, std::string_view url, Time time,
                                          std::uint64_t sequence, std::string_view blob) {
  const auto number = new_number();
  if (!number) return std::unexpected(number.error());
  const SlotsFileName name{*number, slot_bytes, true};
  auto file = disk_->open(path(name), Access::create);
  if (!file) return std::unexpected(file.error());
  const auto written = (*file)->write(
      0, slots_file_head(name) + used_slot(name, kSlotsFileHeadBytes, url, time, sequence, blob));
  if (!written) {
    leftovers_.push_back(name);
    return std::unexpected(written.error());
  }
  directory_unsynced_ = true;
  singles_.emplace(*number, name);
  unsynced_singles_.push_back(*std::move(file));
  const SlotPlace place{*number, kSlotsFileHeadBytes, blob.size()};
  if (unsynced_singles_.size() <= kOpenSinglesMax) return place;
  if (auto done = sync(); !done) {
    singles_.erase(*number);
    leftovers_.push_back(name);
    return std::unexpected(done.error());
  }
  return place;
}

Result<SlotPlace> SlotStore::write(std::string_view url, Time time, std::uint64_t sequence,
                                   std::string_view blob) {
  const std::uint64_t bytes = slot_bytes_needed(url.size(), blob.size());
  const auto slot_bytes = slot_class_of(classes_, bytes);
  Result<SlotPlace> place;
  if (slot_bytes) {
    const auto file = file_of(*slot_bytes);
    if (!file) return std::unexpected(file.error());
    place = (*file)->put(url, time, sequence, blob);
  } else {
    place = write_single(bytes, url, time, sequence, blob);
  }
  if (place) sizes_.add(typical_bytes(*place));
  return place;
}

Result<SlotPlace> SlotStore::put(std::string_view url, Time time, std::string_view blob) {
  require(!closed_, "nothing follows close");
  if (url.size() > kUrlBytesMax || blob.size() > kSlotBlobBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("a page of {} bytes with a URL of {} bytes is too large for "
                                       "a slot",
                                       blob.size(), url.size())});
  ++puts_since_learning_;
  return write(url, time, next_sequence_++, blob);
}

Result<SlotContent> SlotStore::read(const SlotPlace& place) const {
  if (const auto file = files_.find(place.file); file != files_.end())
    return file->second.read(place);
  const auto single = singles_.find(place.file);
  if (single == singles_.end()) return no_such_place(place);
  auto file = disk_->open(path(single->second), Access::read);
  if (!file) return std::unexpected(file.error());
  return read_slot(**file, single->second, place);
}

Status SlotStore::sync() {
  for (auto& [number, file] : files_) {
    if (auto done = file.sync(); !done) return done;
  }
  while (!unsynced_singles_.empty()) {
    if (auto done = unsynced_singles_.back()->sync(); !done) return done;
    unsynced_singles_.pop_back();
  }
  if (!directory_unsynced_) return {};
  if (auto done = disk_->sync_directory(directory_); !done) return done;
  directory_unsynced_ = false;
  return {};
}

Status SlotStore::free(const SlotPlace& place, Erase erase) {
  require(!closed_, "nothing follows close");
  if (const auto file = files_.find(place.file); file != files_.end()) {
    sizes_.remove(typical_bytes(place));
    return file->second.free(place, erase == Erase::yes);
  }
  const auto single = singles_.find(place.file);
  if (single == singles_.end()) return no_such_place(place);
  sizes_.remove(typical_bytes(place));
  leftovers_.push_back(single->second);
  singles_.erase(single);
  return remove_leftovers();
}

Status SlotStore::close() {
  require(!closed_, "a store is closed once");
  if (auto done = mend(); !done) return done;
  if (auto done = sync(); !done) return done;
  if (auto done = write_slot_table(*disk_, directory_, {epoch_, true, classes_}); !done)
    return done;
  closed_ = true;
  return {};
}

}  // namespace freshet
