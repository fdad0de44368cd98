// The differences that a watch does not tell, and what it remembers to know them. Internal to
// watch/.
#pragma once

#include <cstdint>
#include <string_view>

#include "watch/page_part.h"
#include "watch/watch_hunks.h"
#include "watch/watch_spec.h"
#include "watch/watch_state.h"

namespace freshet {

// Returns the hash of the settings that say which lines are compared.
std::uint64_t compared_by(const WatchSpec& spec);

// Returns true if the watch does not compare all lines of the page.
bool has_line_filters(const WatchSpec& spec);

// Returns true if two titles differ in more than digits and white space, as in "(3) Inbox".
bool has_other_title(std::string_view old_title, std::string_view new_title);

// Returns true if the watch tells changes of so many percent of its words, and so far there are not
// as many: later texts are compared with the same one.
bool waits_for_more(const WatchSpec& spec, bool has_number);

// Returns the share of the new lines, 0 to 1, that are among the old ones.
double shared_lines(const WatchLines& old_lines, const WatchLines& new_lines);

// --- Noise of whole pages ---

// Records the places of differences that the judge called noise.
void remember_noisy_places(WatchState& state, const WatchHunks& noise);
// Removes hunks at places of noise, unless nothing else is left.
void leave_out_noise(const WatchState& state, WatchHunks& found);

// Records the differences of a candidate.
void remember_differences(WatchState& state, const WatchHunks& found);
// Keeps the differences that the candidate has too. Returns false if there is no candidate or none
// of them; then `found` is left as it is.
bool keep_lasting(const WatchState& state, WatchHunks& found);

// Records the lines of the text last told that `lines` does not have, before they are told.
void remember_removed_lines(WatchState& state, const WatchLines& lines);
// Returns true if a line that was told as removed is back. The judge takes a text that returns for
// noise; a person who was told that it is gone does not.
bool brings_back_removed_line(const WatchState& state, const WatchLines& lines);

// --- What the watch asks not to be told ---

// Records that these lines were seen.
void add_seen_lines(WatchState& state, const WatchLines& lines);

// Removes the hunks that the watch does not want: of the other side, of lines seen before; and of a
// feed, entries that have left it at its end.
void leave_out_untold(const WatchSpec& spec, const WatchState& state, const PartText& part,
                      WatchHunks& found);

}  // namespace freshet
