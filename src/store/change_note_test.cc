#include "store/change_note.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(ChangeNote, IsWrittenAndReadBack) {
  const ChangeNote note{.outcome = CheckOutcome::changed, .change = 2, .score = 0.731};
  EXPECT_EQ(change_note_text(note), "changed minor 0.731");
  EXPECT_EQ(change_note_text({.outcome = CheckOutcome::same, .change = 5}),
            "same structure changed 0.000");
  for (std::uint8_t outcome = 1; outcome <= 5; ++outcome)
    for (std::uint8_t change = 0; change <= 5; ++change) {
      const ChangeNote one{
          .outcome = static_cast<CheckOutcome>(outcome), .change = change, .score = 0.5};
      EXPECT_EQ(parse_change_note(change_note_text(one)), one);
    }
}

TEST(ChangeNote, IsReadOnlyIfItIsWhole) {
  for (const char* text :
       {"", "changed", "changed minor", "changed minor ", "changed minor x", "changed minor 1.5",
        "changed minor -0.1", "changed minor nan", "changed structure 0.5", "changed minor 0.5 ",
        "Changed minor 0.5", "changed  minor 0.5", "minor changed 0.5", "changed minor 0.5\n"})
    EXPECT_EQ(parse_change_note(text), std::nullopt) << text;
}

TEST(ChangeNote, IsFoundAmongOtherFields) {
  EXPECT_EQ(find_change_note("via: https://a.example/\r\nfreshetChange: same none 0.000\r\n"),
            (ChangeNote{.outcome = CheckOutcome::same}));
  EXPECT_EQ(find_change_note("via: freshetChange: same none 0.000\r\n"), std::nullopt);
  EXPECT_EQ(find_change_note("via: x\r\n"), std::nullopt);
  EXPECT_EQ(find_change_note(std::string(100'000, 'x') + "\r\nfreshetChange: same none 0\r\n"),
            std::nullopt);
}

}  // namespace
}  // namespace freshet
