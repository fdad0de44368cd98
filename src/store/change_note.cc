#include "store/change_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "warc/record.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 6> kClasses = {"none",  "cosmetic", "minor",
                                                      "major", "removed",  "structure changed"};

// Metadata records with notes are short; longer ones are not searched.
constexpr std::size_t kMetadataBytesMax = std::size_t{64} << 10;

}  // namespace

std::string change_note_text(const ChangeNote& note) {
  return fmt::format("{} {} {:.3f}", outcome_name(note.outcome),
                     kClasses[std::min<std::size_t>(note.change, kClasses.size() - 1)], note.score);
}

std::optional<ChangeNote> parse_change_note(std::string_view text) {
  const std::size_t first = text.find(' '), last = text.rfind(' ');
  if (first == last) return std::nullopt;  // no class between the spaces
  const std::string_view outcome = text.substr(0, first);
  const std::string_view kind = text.substr(first + 1, last - first - 1);
  const std::string_view number = text.substr(last + 1);
  const auto known_outcome = std::find(kOutcomeNames.begin(), kOutcomeNames.end(), outcome);
  const auto known_class = std::find(kClasses.begin(), kClasses.end(), kind);
  double score = 0;
  const char* end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, score, std::chars_format::fixed);
  const bool is_score = read.ec == std::errc() && read.ptr == end && score >= 0 && score <= 1;
  if (known_outcome == kOutcomeNames.end() || known_class == kClasses.end() || !is_score)
    return std::nullopt;
  return ChangeNote{.outcome = static_cast<CheckOutcome>(known_outcome - kOutcomeNames.begin() + 1),
                    .change = static_cast<std::uint8_t>(known_class - kClasses.begin()),
                    .score = score};
}

std::optional<ChangeNote> find_change_note(std::string_view block) {
  if (block.size() > kMetadataBytesMax || block.find(kChangeNoteField) == std::string_view::npos)
    return std::nullopt;
  for (const warc::Field& field : warc::parse_fields(block))
    if (field.name == kChangeNoteField) return parse_change_note(field.value);
  return std::nullopt;
}

}  // namespace freshet
