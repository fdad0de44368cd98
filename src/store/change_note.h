// The result of a check, stored in the field `freshetChange` of the metadata record of its
// snapshot: "changed minor 0.731". A rebuilt catalog gets the judgements of its checks from these
// notes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "catalog/history_rows.h"

namespace freshet {

inline constexpr std::string_view kChangeNoteField = "freshetChange";

struct ChangeNote {
  CheckOutcome outcome = CheckOutcome::same;
  std::uint8_t change = 0;  // ChangeClass of change/judge.h
  double score = 0;         // 0 to 1

  friend bool operator==(const ChangeNote&, const ChangeNote&) = default;
};

// Returns the value of the field: outcome, class as the judge names it, and score with three
// digits.
std::string change_note_text(const ChangeNote& note);

// Reads such a value; nothing for any other text.
std::optional<ChangeNote> parse_change_note(std::string_view text);

// Returns the note among the fields of a metadata record (application/warc-fields), if any.
std::optional<ChangeNote> find_change_note(std::string_view block);

}  // namespace freshet
