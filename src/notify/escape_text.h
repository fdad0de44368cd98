// One escape for each target, so that text of a page never becomes markup, a mention or a field.
// Each is total; the text has been through shown_text.h before and may be cut by it, since these
// make text longer.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Slack's mrkdwn: & < > as entities, without which "<!channel>" in a title calls everybody. There
// is no escape for * _ ~ `, so where they could mark text (not inside a word) look-alikes are
// shown.
std::string slack_text(std::string_view text);

// Markdown of Discord, Mattermost, ntfy, Gotify and Teams: a backslash before all that marks; and
// an invisible character behind "@", so that "@everyone" calls nobody.
std::string markdown_text(std::string_view text);

// HTML and XML, as text or in a quoted attribute; Telegram, Matrix, Pushover, mail, Atom. Drops
// what XML 1.0 forbids.
std::string html_text(std::string_view text);

// Returns the text as it is, for targets without markup.
std::string plain_text(std::string_view text);

// Returns `url` if it is http or https, with all bytes percent-encoded that could end a link in any
// of these targets; otherwise "".
std::string link_target(std::string_view url);

}  // namespace freshet
