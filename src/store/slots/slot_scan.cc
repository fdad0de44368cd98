#include "store/slots/slot_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/escape.h"
#include "base/hash.h"
#include "store/slots/slot_table.h"

namespace freshet {

Status scan_slot_store(Disk& disk, const std::string& directory,
                       const std::function<bool(const SlotsFileName&, const SlotSeen&)>& visit,
                       const std::function<void(const Error&)>& damage) {
  const auto names = disk.list(directory);
  if (!names) return std::unexpected(names.error());
  std::vector<SlotsFileName> files;
  for (const std::string& name : *names) {
    if (const auto file = SlotsFileName::parse(name)) {
      files.push_back(*file);
    } else if (name != kSlotTableName && name != path_beside(kSlotTableName)) {
      damage({Errc::corrupt, fmt::format("{}/{}: expected slots, found another file",
                                         visible(directory), visible(name))});
    }
  }
  // If the creator of the archive was killed early, there may be no table yet.
  const auto table = read_slot_table(disk, directory);
  if (!table && !(files.empty() && table.error().code == Errc::not_found)) damage(table.error());
  std::sort(files.begin(), files.end());
  bool goes_on = true;
  for (const SlotsFileName& name : files) {
    auto file = disk.open(directory + "/" + name.text(), Access::read);
    if (!file) return std::unexpected(file.error());
    const auto visit_slot = [&](const SlotSeen& seen) { return goes_on = visit(name, seen); };
    if (auto done = scan_slots(**file, name, visit_slot, damage); !done) return done;
    if (!goes_on) break;
  }
  return {};
}

Result<std::vector<SlotPlace>> newest_slots(Disk& disk, const std::string& directory) {
  struct Newest {
    std::uint64_t sequence;
    SlotPlace place;
  };
  // URLs are identified by two hashes; 128 bits do not collide by chance.
  std::map<std::pair<std::uint64_t, std::uint64_t>, Newest> newest;
  const auto visit = [&](const SlotsFileName& name, const SlotSeen& seen) {
    if (!seen.head || seen.head->state != SlotState::used) return true;
    const Newest found{seen.head->sequence, {name.number, seen.offset, seen.head->blob_bytes}};
    auto [known, is_new] =
        newest.try_emplace({hash64(seen.url), hash64("second " + seen.url)}, found);
    if (!is_new && found.sequence > known->second.sequence) known->second = found;
    return true;
  };
  if (auto done = scan_slot_store(disk, directory, visit, [](const Error&) {}); !done)
    return std::unexpected(done.error());
  std::vector<SlotPlace> places;
  for (const auto& [url, found] : newest) places.push_back(found.place);
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace freshet
