#include "watch/import_changedetection.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "watch/cdio_source.h"
#include "watch/json_tree.h"

namespace freshet {
namespace {

std::string_view file_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The id in "datastore/<id>/watch.json".
std::string_view directory_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : file_name(path.substr(0, slash));
}

std::size_t count_values(const ValueTree& tree) {
  std::size_t count = 1;
  for (const ValueTree& item : tree.items) count += count_values(item);
  return count;
}

// Watches as the interface answers them: every member is a table with a URL.
bool is_answer(const ValueTree& tree) {
  return tree.is(ValueTree::Kind::table) && !tree.items.empty() &&
         std::ranges::all_of(tree.items, [](const ValueTree& item) { return item.member("url"); });
}

// The list of the interface has ten fields of each watch, and no settings.
bool is_list_answer(const ValueTree& tree) {
  return is_answer(tree) && tree.items.front().member("open_link") &&
         !tree.items.front().member("fetch_backend");
}

class CdioImport {
 public:
  // Sorts the content of a file; watches wait until the tags and settings are known.
  Status add(const SourceFile& file) {
    auto tree = read_json_tree(file.bytes);
    const std::string_view name = file_name(file.path);
    if (!tree) {
      if (name != "watch.json") {
        return std::unexpected(Error{
            tree.error().code, fmt::format("{}: {}", visible(file.path), tree.error().message)});
      }
      ImportDraft draft(directory_name(file.path));
      draft.refuse("", tree.error().message);
      broken_.push_back(draft.finish());
      return {};
    }
    // Each file has bounds of its own, but a small backup may hold thousands of large ones.
    values_ += count_values(*tree);
    if (values_ > kImportedValuesMax) {
      return std::unexpected(Error{
          Errc::limit, fmt::format("the files have more than {} values", kImportedValuesMax)});
    }
    if (is_list_answer(*tree)) {
      return std::unexpected(Error{
          Errc::invalid, fmt::format("{}: the list of watches has no settings; import a backup",
                                     visible(file.path))});
    }
    if (name == "tag.json")
      tags_.emplace_back(directory_name(file.path), std::move(*tree));
    else if (name == "watch.json")
      watches_.emplace_back(directory_name(file.path), std::move(*tree));
    else
      add_store(*tree);
    return {};
  }

  ImportedWatches finish() {
    read_cdio_settings(settings_tree_, settings_, channels_, out_.notes);
    for (const auto& [id, tree] : tags_) read_cdio_tag(id, tree, settings_, channels_, out_);
    for (auto& [id, tree] : watches_)
      out_.watches.push_back(read_cdio_watch(id, std::move(tree), settings_, channels_));
    std::ranges::move(broken_, std::back_inserter(out_.watches));
    out_.channels = channels_.take();
    return std::move(out_);
  }

  bool is_empty() const { return watches_.empty() && broken_.empty() && !has_settings_; }

 private:
  void add_store(const ValueTree& tree) {
    if (const ValueTree* const settings = tree.member("settings")) {
      settings_tree_ = *settings;
      has_settings_ = true;
      add_tags(*settings);
      note_others(tree);
    }
    const ValueTree* watching = tree.member("watching");
    if (!watching && is_answer(tree)) watching = &tree;
    if (!watching) return;
    for (std::size_t i = 0; i < watching->names.size(); ++i)  // a list has no names
      watches_.emplace_back(watching->names[i], watching->items[i]);
  }

  void add_tags(const ValueTree& settings) {
    const ValueTree* const application = settings.member("application");
    const ValueTree* const tags = application ? application->member("tags") : nullptr;
    if (!tags) return;
    for (std::size_t i = 0; i < tags->names.size(); ++i)
      tags_.emplace_back(tags->names[i], tags->items[i]);
  }

  void note_others(const ValueTree& tree) {
    for (const std::string& name : tree.names) {
      if (name != "settings" && name != "watching")
        out_.notes.push_back({ImportEffect::state, visible(name), ""});
    }
  }

  std::vector<std::pair<std::string, ValueTree>> tags_;
  std::vector<std::pair<std::string, ValueTree>> watches_;
  std::vector<ImportedWatch> broken_;
  ValueTree settings_tree_ = ValueTree::table();
  bool has_settings_ = false;
  std::size_t values_ = 0;  // of all files so far
  CdioSettings settings_;
  ChannelBook channels_;
  ImportedWatches out_;
};

}  // namespace

Result<ImportedWatches> import_changedetection(const std::vector<SourceFile>& files) {
  CdioImport import;
  for (const SourceFile& file : files)
    if (auto added = import.add(file); !added) return std::unexpected(added.error());
  if (import.is_empty()) {
    return std::unexpected(
        Error{Errc::invalid, "no watches of changedetection.io are in these files"});
  }
  return import.finish();
}

}  // namespace freshet
