// The declarations of a watch: the name of each member in files and requests, its meaning and its
// limits. JSON, the watches file, help and the API's schema follow from this one table.
//
// each_field calls visitor.field(declaration, member) for each member, in the order in which they
// are written. `Owner` is the struct or the const struct.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "watch/tag_spec.h"
#include "watch/watch_spec.h"

namespace freshet {

struct FieldName {
  std::string_view name;
  std::string_view meaning;  // a noun phrase, with the unit and what is meant by none
  bool is_secret = false;    // shown only if asked for
  bool is_clock = false;     // a minute of the day, written as "08:30"
  bool is_required = false;  // must be given, and is always written
};

template <class Owner, class Struct>
concept MembersOf = std::same_as<std::remove_const_t<Owner>, Struct>;

// The words of a choice, in the order of its enumerators.
template <class E>
inline constexpr std::array<std::string_view, 0> kWordsOf = {};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<WatchScope> = {"page", "prefix", "site"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<WatchPart::Kind> = {"css", "xpath",
                                                                              "json_path", "regex"};
template <>
inline constexpr std::array<std::string_view, 7> kWordsOf<WatchTrigger::Kind> = {
    "appears", "disappears", "present", "absent", "above", "below", "changed_by"};
template <>
inline constexpr std::array<std::string_view, 7> kWordsOf<Weekday> = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<ChangeSide> = {"both", "added",
                                                                         "removed"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<Importance> = {"low", "normal", "high"};

template <MembersOf<WatchPart> Owner>
void each_field(Owner& part, auto& visitor) {
  visitor.field({.name = "kind", .meaning = "language of the expression", .is_required = true},
                part.kind);
  visitor.field({.name = "expression",
                 .meaning = "expression; a regular expression keeps its first group",
                 .is_required = true},
                part.expression);
}

template <MembersOf<TextPattern> Owner>
void each_field(Owner& pattern, auto& visitor) {
  visitor.field({.name = "text",
                 .meaning = "words, without regard to case, or an RE2 expression",
                 .is_required = true},
                pattern.text);
  visitor.field({.name = "regex", .meaning = "true if the text is an RE2 expression"},
                pattern.is_regex);
}

template <MembersOf<WatchTrigger> Owner>
void each_field(Owner& trigger, auto& visitor) {
  visitor.field({.name = "kind", .meaning = "condition on the new text", .is_required = true},
                trigger.kind);
  visitor.field(
      {.name = "pattern", .meaning = "text to look for; for appears, disappears, present, absent"},
      trigger.pattern);
  visitor.field({.name = "bound", .meaning = "number for above and below; percent for changed_by"},
                trigger.bound);
}

template <MembersOf<NameValue> Owner>
void each_field(Owner& header, auto& visitor) {
  visitor.field({.name = "name", .meaning = "name of the header", .is_required = true},
                header.name);
  visitor.field({.name = "value", .meaning = "value of the header"}, header.value);
}

template <MembersOf<WatchRequest> Owner>
void each_field(Owner& request, auto& visitor) {
  visitor.field({.name = "method", .meaning = "method of the request"}, request.method);
  visitor.field({.name = "headers", .meaning = "extra headers"}, request.headers);
  visitor.field({.name = "secret_headers",
                 .meaning = "extra headers whose values are never shown again",
                 .is_secret = true},
                request.secret_headers);
  visitor.field({.name = "body", .meaning = "body of the request"}, request.body);
  visitor.field({.name = "user", .meaning = "user of basic authentication; empty: none"},
                request.user);
  visitor.field({.name = "password",
                 .meaning = "password of basic authentication, never shown again",
                 .is_secret = true},
                request.password);
}

template <MembersOf<ActiveHours> Owner>
void each_field(Owner& hours, auto& visitor) {
  visitor.field(
      {.name = "day", .meaning = "day of the week on which they begin", .is_required = true},
      hours.day);
  visitor.field(
      {.name = "from", .meaning = "time of the day at which they begin", .is_clock = true},
      hours.from_minute);
  visitor.field({.name = "minutes", .meaning = "length in minutes; the hours may pass midnight"},
                hours.minutes);
}

template <MembersOf<WatchTimes> Owner>
void each_field(Owner& times, auto& visitor) {
  visitor.field({.name = "every", .meaning = "fixed interval between checks; none: a learned one"},
                times.every);
  visitor.field({.name = "cron", .meaning = "cron expression of five fields; empty: none"},
                times.cron);
  visitor.field({.name = "active", .meaning = "hours in which the page is checked; none: always"},
                times.active);
  visitor.field({.name = "zone", .meaning = "time zone of cron and active hours; empty: UTC"},
                times.zone);
}

template <MembersOf<WatchSpec> Owner>
void each_field(Owner& watch, auto& visitor) {
  visitor.field({.name = "url",
                 .meaning = "URL of the page; of a prefix or site, where it begins",
                 .is_required = true},
                watch.url);
  visitor.field({.name = "scope", .meaning = "one page, all pages below a prefix, or a site"},
                watch.scope);
  visitor.field({.name = "name", .meaning = "name shown to people; empty: the title of the page"},
                watch.name);
  visitor.field({.name = "note", .meaning = "note for people"}, watch.note);
  visitor.field({.name = "tags", .meaning = "tags"}, watch.tags);
  visitor.field(
      {.name = "parts", .meaning = "parts of the page that are compared; none: its content"},
      watch.parts);
  visitor.field(
      {.name = "removed_parts", .meaning = "parts that are removed first; css and xpath only"},
      watch.removed_parts);
  visitor.field({.name = "ignored", .meaning = "patterns; lines that contain one do not count"},
                watch.ignored);
  visitor.field(
      {.name = "kept", .meaning = "patterns; only lines that contain one count; none: all"},
      watch.kept);
  visitor.field({.name = "sorts_lines", .meaning = "lines are sorted before they are compared"},
                watch.sorts_lines);
  visitor.field({.name = "drops_repeated_lines", .meaning = "repeated lines count once"},
                watch.drops_repeated_lines);
  visitor.field({.name = "trims_lines", .meaning = "white space around lines does not count"},
                watch.trims_lines);
  visitor.field({.name = "keeps_number", .meaning = "first number of the text is kept as a series"},
                watch.keeps_number);
  visitor.field({.name = "triggers", .meaning = "conditions for a message; none: every change"},
                watch.triggers);
  visitor.field(
      {.name = "needs_all_triggers", .meaning = "all triggers must hold, not one of them"},
      watch.needs_all_triggers);
  visitor.field({.name = "side", .meaning = "lines that count: added, removed, or both"},
                watch.side);
  visitor.field(
      {.name = "only_new_lines", .meaning = "only lines that were never seen before count"},
      watch.only_new_lines);
  visitor.field({.name = "confirmations", .meaning = "checks that must find the same change"},
                watch.confirmations);
  visitor.field(
      {.name = "lost_after", .meaning = "checks without the part until that is told; 0: never"},
      watch.lost_after);
  visitor.field({.name = "tells_errors", .meaning = "errors of the page are told"},
                watch.tells_errors);
  visitor.field(
      {.name = "compares_error_pages", .meaning = "answers 4xx and 5xx are compared like others"},
      watch.compares_error_pages);
  visitor.field({.name = "request", .meaning = "request, if it is not a plain GET"}, watch.request);
  visitor.field({.name = "times", .meaning = "times of checks, if they are not learned"},
                watch.times);
  visitor.field({.name = "channels", .meaning = "channels, beside those of the tags"},
                watch.channels);
  visitor.field({.name = "error_channels", .meaning = "channels for errors; none: the same"},
                watch.error_channels);
  visitor.field({.name = "importance", .meaning = "importance of a change"}, watch.importance);
  visitor.field({.name = "paused", .meaning = "the page is not checked"}, watch.is_paused);
  visitor.field({.name = "muted", .meaning = "the page is checked, but nothing is sent"},
                watch.is_muted);
  visitor.field(
      {.name = "snoozed_until", .meaning = "time until which nothing is sent; none: not snoozed"},
      watch.snoozed_until);
  visitor.field({.name = "repeat_every",
                 .meaning = "interval of reminders until acknowledged; none: no reminders"},
                watch.repeat_every);
}

template <MembersOf<TagSpec> Owner>
void each_field(Owner& tag, auto& visitor) {
  visitor.field({.name = "note", .meaning = "note for people"}, tag.note);
  visitor.field({.name = "channels", .meaning = "channels of every watch with this tag"},
                tag.channels);
  visitor.field({.name = "error_channels", .meaning = "channels for errors; none: the same"},
                tag.error_channels);
  visitor.field(
      {.name = "removed_parts", .meaning = "parts that are removed first; css and xpath only"},
      tag.removed_parts);
  visitor.field({.name = "ignored", .meaning = "patterns; lines that contain one do not count"},
                tag.ignored);
  visitor.field({.name = "muted", .meaning = "nothing is sent for watches with this tag"},
                tag.is_muted);
}

}  // namespace freshet
