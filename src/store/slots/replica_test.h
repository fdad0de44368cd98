// A small page store around a slot store, for tests: numbered pages, a catalog in one file, and
// batches in the order that slot_store.h requires.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "store/slots/slot_scan.h"
#include "store/slots/slot_store.h"

namespace freshet {

struct Kept {
  std::uint32_t version = 0;
  SlotPlace place;
};
using Pages = std::map<std::uint32_t, Kept>;  // by the page's number

inline std::string url_of(std::uint32_t page) {
  return "https://site" + std::to_string(page % 50) + ".example/page/" + std::to_string(page);
}

// Returns the content of this version of the page; its size is one of `sizes`, varied a little.
inline std::string blob_of(std::uint32_t page, std::uint32_t version,
                           const std::vector<std::size_t>& sizes) {
  static const std::string noise = [] {
    std::string bytes;
    Random random(1);
    while (bytes.size() < 4u << 20) bytes.push_back(static_cast<char>(random.next() >> 56));
    return bytes;
  }();
  Random random(std::uint64_t{page} << 32 | version);
  const std::size_t typical = sizes[random.below(sizes.size())];
  const std::size_t size = typical + random.below(typical / 8 + 1) - typical / 16;
  return std::to_string(page) + "," + std::to_string(version) + ":" +
         noise.substr(random.below(noise.size() - size), size);
}

class Replica {
 public:
  Replica(Disk& disk, std::vector<std::size_t> sizes, SlotStoreOptions options = {})
      : disk_(disk), sizes_(std::move(sizes)), options_(options) {}

  // Called after each commit of a batch, with page and version.
  std::function<void(std::uint32_t, std::uint32_t)> acknowledged = [](auto, auto) {};
  std::function<void()> step = [] {};
  bool doubtful = false;        // a commit failed, so the state is unknown until the next open
  bool lasting_catalog = true;  // false: only in memory

  Status open() {
    doubtful = false;
    store.reset();
    if (auto read = read_catalog(); !read) return read;
    auto opened = SlotStore::open(
        disk_, home + "/slots",
        [&](const auto& visit) -> Status {
          for (const auto& [page, kept] : pages)
            if (auto done = visit(kept.place); !done) return done;
          return {};
        },
        options_);
    if (!opened) return std::unexpected(opened.error());
    store.emplace(*std::move(opened));
    return {};
  }

  // Puts new versions of these pages, all in one commit.
  Status update(const std::vector<std::uint32_t>& numbers, std::uint64_t tidy_bytes = 1 << 20) {
    Pages next;
    for (const std::uint32_t page : numbers) {
      if (next.contains(page)) continue;
      const std::uint32_t version = pages[page].version + 1;
      auto place =
          store->put(url_of(page), Time(Duration(version)), blob_of(page, version, sizes_));
      if (pages[page].version == 0) pages.erase(page);
      if (!place) return give_up(next, place.error());
      next[page] = {version, *place};
      step();
    }
    if (auto done = commit(next); !done) return done;
    auto moves = store->tidy(tidy_bytes);
    if (!moves) return std::unexpected(moves.error());
    moved += moves->size();
    if (moves->empty()) return {};
    next.clear();
    for (const SlotMove& move : *moves) {
      const auto page =
          static_cast<std::uint32_t>(std::stoul(move.url.substr(move.url.rfind('/') + 1)));
      EXPECT_EQ(pages.at(page).place, move.from);
      next[page] = {pages.at(page).version, move.to};
    }
    return commit(next);
  }

  Status remove(std::uint32_t page, Erase erase) {
    const SlotPlace place = pages.at(page).place;
    pages.erase(page);
    if (auto done = write_catalog(); !done) return done;
    return store->free(place, erase);
  }

  void expect_pages_right() {
    std::size_t wrong = 0;
    for (const auto& [page, kept] : pages) {
      const auto content = store->read(kept.place);
      if (!content || content->url != url_of(page) ||
          content->time != Time(Duration(kept.version)) ||
          content->blob != blob_of(page, kept.version, sizes_)) {
        ADD_FAILURE() << url_of(page)
                      << (content ? " holds something else" : content.error().message);
        if (++wrong > 5) return;
      }
    }
    EXPECT_EQ(store->live_slots(), pages.size());
  }

  // Returns the damage that a scan of the files finds.
  std::vector<std::string> damage() {
    std::vector<std::string> found;
    const auto done = scan_slot_store(
        disk_, home + "/slots",
        [&](const SlotsFileName&, const SlotSeen& seen) {
          if (!seen.head) found.push_back(seen.head.error().message);
          return true;
        },
        [&](const Error& error) { found.push_back(error.message); });
    if (!done) found.push_back(done.error().message);
    return found;
  }

  std::uint64_t live_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [page, kept] : pages) bytes += kept.place.length;
    return bytes;
  }

  Pages pages;
  std::optional<SlotStore> store;
  std::size_t moved = 0;
  std::string home = ".";

 private:
  // Frees what was put and will not be committed. The first error is returned, not one of freeing.
  Status give_up(const Pages& next, const Error& error) {
    for (const auto& [page, kept] : next) static_cast<void>(store->free(kept.place));
    return std::unexpected(error);
  }

  Status commit(const Pages& next) {
    if (auto done = store->sync(); !done) return give_up(next, done.error());
    step();
    std::vector<SlotPlace> old;
    for (const auto& [page, kept] : next) {
      if (pages.contains(page)) old.push_back(pages[page].place);
      pages[page] = kept;
    }
    if (auto done = write_catalog(); !done) {
      doubtful = true;
      return done;
    }
    for (const auto& [page, kept] : next) acknowledged(page, kept.version);
    Status first_error;
    for (const SlotPlace& place : old) {
      const auto done = store->free(place);
      if (!done && first_error) first_error = done;
    }
    step();
    return first_error;
  }

  Status write_catalog() {
    if (!lasting_catalog) return {};
    std::ostringstream text;
    for (const auto& [page, kept] : pages)
      text << page << ' ' << kept.version << ' ' << kept.place.file << ' ' << kept.place.offset
           << ' ' << kept.place.length << '\n';
    return replace_file(disk_, home + "/catalog", text.str());
  }

  Status read_catalog() {
    pages.clear();
    if (!disk_.exists(home + "/catalog")) return {};
    const auto text = read_whole(disk_, home + "/catalog", 1 << 24);
    if (!text) return std::unexpected(text.error());
    std::istringstream in(*text);
    std::uint32_t page = 0;
    Kept kept;
    while (in >> page >> kept.version >> kept.place.file >> kept.place.offset >> kept.place.length)
      pages[page] = kept;
    return {};
  }

  Disk& disk_;
  std::vector<std::size_t> sizes_;
  SlotStoreOptions options_;
};

}  // namespace freshet
