// The changes of one transaction in the catalog: index of the archive, history and frontier
// together.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"

namespace freshet {

// Everything is committed or nothing. One exception: news and history of a lost lease are left out,
// so that a worker that was given up for dead cannot write over its successor.
// Snapshots have no fence. They are facts with a time and a place of their own, and overwrite
// nothing.
//
// Removals come before additions, so a place may change hands within one commit. Pages are settled
// last, so one that loses its only snapshot and gets another keeps its id.
struct Commit {
  std::vector<FileRow> files = {};         // added, or replaced where the id is known
  std::vector<FileId> dropped_files = {};  // after the snapshots that pointed there
  std::vector<NewSnapshot> snapshots =
      {};  // added; replaced where page, file and offset are the same
  std::vector<SnapshotPlace> removed = {};  // snapshots; a page without any goes too
  std::vector<std::pair<SnapshotPlace, SnapshotRow>> moved = {};  // the same version, now elsewhere

  std::vector<FrontierNews> news = {};  // in the order in which they came
  // After the snapshots, so a page may be added, checked and believed in one commit. Checks come
  // first, then beliefs, marks and events, each in the order in which they came.
  std::vector<PageNews> history = {};

  // The time of the commit. A page whose newest snapshot is later was fetched while the clock was
  // ahead; validators that are fetched now count as newer nevertheless.
  std::optional<Time> now = {};

  // Returns history that no lease protects; adds it at the first call.
  PageNews& unfenced_history() {
    if (history.empty() || history.back().fence) history.emplace_back();
    return history.back();
  }
};

}  // namespace freshet
