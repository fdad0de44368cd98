// Finds the record that a new snapshot repeats. The snapshot is then written as a revisit record,
// without its body.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "store/archive.h"
#include "store/archive/batch.h"
#include "store/archive/repeats.h"
#include "warc/exchange.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

// Not thread-safe. Archive, batch and clock outlive it.
class Originals {
 public:
  Originals(Archive& archive, const Batch& batch, Clock& clock)
      : archive_(archive), batch_(batch), clock_(clock) {}

  // Returns the record that a revisit record for `exchange` refers to: of the page itself, or else
  // of another page of its host. Nothing if the exchange is to be kept whole, as in the layout
  // `slots`.
  Result<std::optional<warc::RevisitOf>> find(const warc::Exchange& exchange, const PageKey& page,
                                              const RepeatKey& key);

  // Remembers the body of a snapshot that was written.
  void note(const RepeatKey& key, warc::RevisitOf original) {
    repeats_.note(key, std::move(original));
  }

  // Snapshots may leave the archive: nothing that was noted is referred to any more.
  void forget() { repeats_.forget(); }

  // Returns the newest snapshot of the page with a body, those of the batch included.
  Result<std::optional<SnapshotRow>> last_with_body(const PageKey& page);

 private:
  Result<std::optional<SnapshotRow>> last_content(const PageKey& page);
  Result<std::optional<warc::RevisitOf>> original_of(const warc::Exchange& exchange,
                                                     const PageKey& page,
                                                     const Sha1Digest& payload);
  Result<warc::Header> whole_header(const std::string& url, const SnapshotRow& row);
  Result<std::optional<warc::RevisitOf>> original_of_other(const PageKey& page);

  Archive& archive_;
  const Batch& batch_;
  Clock& clock_;
  Repeats repeats_;
};

}  // namespace freshet
