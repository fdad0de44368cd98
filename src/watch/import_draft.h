// A watch while it is imported, with its notes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "watch/import_report.h"
#include "watch/value_tree.h"

namespace freshet {

class ImportDraft {
 public:
  // `source` is the id there; control characters are replaced.
  explicit ImportDraft(std::string_view source);

  WatchSpec watch;

  void taken(std::string_view field, std::string_view reason = "");
  void changed(std::string_view field, std::string_view reason);
  void left_out(std::string_view field, std::string_view reason);
  void state(std::string_view field);

  // Refuses the watch as a whole: without this field it would watch something else.
  void refuse(std::string_view field, std::string_view reason);

  // Takes the watch over, but paused: without this field it would be fetched in another way.
  void pause(std::string_view field, std::string_view reason);

  bool has_note(std::string_view field) const;

  // Reads a URL into the watch. Templates and other schemes refuse the watch.
  void read_url(std::string_view field, std::string_view text);

  // Reads a name for people; control characters are replaced.
  void read_name(std::string_view field, std::string_view text);

  // Reads one of several headers. Those that the program makes are left out.
  void read_header(std::string_view field, std::string_view name, std::string_view value);

  // Adds a header; those that may hold credentials become secret.
  void add_header(std::string_view name, std::string_view value);

  // Checks the watch and returns it with its notes.
  ImportedWatch finish();

 private:
  void note(ImportEffect effect, std::string_view field, std::string_view reason);

  ImportedWatch out_;
};

// Returns a text, or a number as it was written; "" for other values.
std::string scalar_text(const ValueTree& value);

// Returns true if a text has a Jinja2 template in it.
bool has_template(std::string_view text);

}  // namespace freshet
