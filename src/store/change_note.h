// What a check found, as the metadata record of its snapshot says it in the field `freshetChange`:
// "changed minor 0.731". With it a catalog that was lost gets the judgements of its checks back.
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

// The value of the field: outcome, class in the judge's words, and score with three digits.
std::string change_note_text(const ChangeNote& note);

// Reads it; nothing if it is anything else.
std::optional<ChangeNote> parse_change_note(std::string_view text);

// The note among the fields of a metadata record (application/warc-fields), if there is one.
std::optional<ChangeNote> find_change_note(std::string_view block);

}  // namespace freshet
