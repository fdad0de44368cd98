// A record of another archive, to be checked and brought into our form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/random.h"
#include "base/time.h"
#include "store/import.h"
#include "warc/record.h"

namespace freshet {

struct ForeignRecord {
  warc::Header header;
  std::string block;

  // Returns true if one of them names the other, or both name the same record.
  bool goes_with(const ForeignRecord& other) const;
};

// The date that a record had before it was corrected.
inline constexpr std::string_view kWrittenDateField = "Freshet-Written-Date";

// A main record is a snapshot of a page; side records (request, metadata) go with it.
bool is_main_record(const warc::Header& header);
bool is_side_record(const warc::Header& header);

// Returns the reason why the record cannot be imported; nothing if it can. `where` begins the
// sentence.
std::optional<std::string> fault_in(const ForeignRecord& record, const std::string& where);

struct Mending {
  Time now;          // no date may be later
  Random& ids;       // for records without an id
  Imported& counts;  // of corrections
};
// Brings the record into our form: an id, URIs without brackets and credentials, a date that is not
// in the future, a correct payload digest. Marks main records as imported.
void mend(ForeignRecord& record, const Mending& mending);

// Returns the header as our own reader will find it, so that catalog and index say what the record
// says. Nothing if it grew past the limits of a reader.
std::optional<warc::Header> as_written(const warc::Header& header);

}  // namespace freshet
