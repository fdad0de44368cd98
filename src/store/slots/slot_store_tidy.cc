// Keeps a slot store small. See docs/design/store.md.
#include <algorithm>

#include "base/check.h"
#include "store/slots/slot_store.h"
#include "store/slots/slot_table.h"

namespace freshet {
namespace {

constexpr std::uint64_t kSpareSlots = 2;  // free slots per file that are always tolerated

}  // namespace

std::uint64_t SlotStore::file_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [number, file] : files_) bytes += file.bytes();
  for (const auto& [number, name] : singles_) bytes += kSlotsFileHeadBytes + name.slot_bytes;
  return bytes;
}

std::uint64_t SlotStore::live_slots() const {
  std::uint64_t slots = singles_.size();
  for (const auto& [number, file] : files_) slots += file.live_slots();
  return slots;
}

std::vector<SlotsFileName> SlotStore::files() const {
  std::vector<SlotsFileName> names;
  for (const auto& [number, file] : files_) names.push_back(file.name());
  for (const auto& [number, name] : singles_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

// A size may have two files, if one was retired and the other created meanwhile; the first is used.
void SlotStore::choose_files() {
  file_of_class_.clear();
  for (const auto& [number, file] : files_) {
    if (std::binary_search(classes_.begin(), classes_.end(), file.name().slot_bytes))
      file_of_class_.try_emplace(file.name().slot_bytes, number);
  }
}

bool SlotStore::is_retired(const SlotsFile& file) const {
  const auto chosen = file_of_class_.find(file.name().slot_bytes);
  return chosen == file_of_class_.end() || chosen->second != file.name().number;
}

Status SlotStore::remove_leftovers() {
  while (!leftovers_.empty()) {
    const auto done = disk_->remove(path(leftovers_.back()));
    if (!done && done.error().code != Errc::not_found) return done;
    directory_unsynced_ = true;
    leftovers_.pop_back();
  }
  return {};
}

Status SlotStore::mend() {
  for (auto file = files_.begin(); file != files_.end();) {
    if (auto done = file->second.mend_torn(); !done) return done;
    if (auto done = file->second.cut(); !done) return done;
    if (file->second.slots() > 0 || !is_retired(file->second)) {
      ++file;
      continue;
    }
    leftovers_.push_back(file->second.name());
    file = files_.erase(file);
  }
  return remove_leftovers();
}

Status SlotStore::relearn() {
  const std::uint64_t due = std::max(options_.relearn_after, sizes_.count() / 2);
  if (puts_since_learning_ < due || sizes_.count() < options_.relearn_after) return {};
  SlotClasses better = learn_slot_classes(sizes_);
  const double now = expected_bytes(sizes_, classes_);
  if (expected_bytes(sizes_, better) < (1 - options_.relearn_gain) * now) {
    if (auto done = write_slot_table(*disk_, directory_, {epoch_, false, better}); !done)
      return done;
    classes_ = std::move(better);
    choose_files();
  }
  puts_since_learning_ = 0;
  return {};
}

Status SlotStore::move_out(const SlotsFile& file, std::uint64_t slots_max, std::uint64_t bytes_max,
                           std::uint64_t& bytes, std::vector<SlotMove>& moves) {
  const bool downwards = !is_retired(file);
  std::uint64_t before = file.bytes();
  while (slots_max > 0 && bytes < bytes_max) {
    const auto offset = file.last_live(before, downwards);
    if (!offset) return {};
    before = *offset;
    bytes += file.name().slot_bytes;
    const auto content = file.read_at(*offset);
    // Damaged slots are not moved; verify reports them.
    if (!content && content.error().code == Errc::corrupt) continue;
    if (!content) return std::unexpected(content.error());
    const SlotPlace from{file.name().number, *offset, content->blob.size()};
    const auto to = write(content->url, content->time, content->sequence, content->blob);
    if (!to) return std::unexpected(to.error());
    moves.push_back({content->url, content->time, from, *to});
    --slots_max;
  }
  return {};
}

Result<std::vector<SlotMove>> SlotStore::tidy(std::uint64_t bytes_max) {
  require(!closed_, "nothing follows close");
  if (auto done = mend(); !done) return std::unexpected(done.error());
  if (auto done = relearn(); !done) return std::unexpected(done.error());
  std::vector<std::uint64_t> numbers;  // copied, because moving may add files
  for (const auto& [number, file] : files_) numbers.push_back(number);
  std::vector<SlotMove> moves;
  std::uint64_t bytes = 0;
  for (const std::uint64_t number : numbers) {
    const SlotsFile& file = files_.at(number);
    std::uint64_t slots = file.slots();
    if (!is_retired(file)) {
      const auto allowed =
          static_cast<std::uint64_t>(options_.free_share_max * static_cast<double>(file.slots()));
      if (file.free_slots() <= std::max(kSpareSlots, allowed)) continue;
      slots = file.free_slots() - allowed / 2;
    }
    const auto done = move_out(file, slots, bytes_max, bytes, moves);
    if (!done && moves.empty()) return std::unexpected(done.error());
    if (!done) break;
  }
  return moves;
}

}  // namespace freshet
