#include "watch/import_report.h"

#include "watch/json_tree.h"
#include "watch/tree_fields.h"

namespace freshet {
namespace {

ValueTree notes_tree(const std::vector<ImportNote>& notes) {
  ValueTree list = ValueTree::list();
  for (const ImportNote& note : notes) {
    ValueTree tree = ValueTree::table();
    tree.add("field", ValueTree::of(std::string_view(note.field)));
    tree.add("effect", ValueTree::of(name_of(note.effect)));
    if (!note.reason.empty()) tree.add("reason", ValueTree::of(std::string_view(note.reason)));
    list.items.push_back(std::move(tree));
  }
  return list;
}

ValueTree watch_tree(const ImportedWatch& imported) {
  ValueTree tree = ValueTree::table();
  tree.add("source", ValueTree::of(std::string_view(imported.source)));
  tree.add("title", ValueTree::of(std::string_view(imported.title)));
  if (imported.watch)
    tree.add("watch", tree_of(*imported.watch, Secrets::left_out, Defaults::left_out));
  else
    tree.add("refusal", ValueTree::of(std::string_view(imported.refusal)));
  tree.add("notes", notes_tree(imported.notes));
  return tree;
}

}  // namespace

std::string_view name_of(ImportEffect effect) {
  switch (effect) {
    case ImportEffect::taken:
      return "taken";
    case ImportEffect::changed:
      return "changed";
    case ImportEffect::refused:
      return "refused";
    case ImportEffect::state:
      return "state";
  }
  return "taken";
}

std::string to_json(const ImportedWatches& imported) {
  ValueTree watches = ValueTree::list();
  for (const ImportedWatch& watch : imported.watches) watches.items.push_back(watch_tree(watch));
  ValueTree tags = ValueTree::list();
  for (const TagSpec& tag : imported.tags) {
    ValueTree tree = tree_of(tag, Defaults::left_out);
    tree.add("name", ValueTree::of(std::string_view(tag.name)));
    tags.items.push_back(std::move(tree));
  }
  ValueTree channels = ValueTree::list();
  for (const ImportedChannel& channel : imported.channels)
    channels.items.push_back(ValueTree::of(std::string_view(channel.name)));
  ValueTree tree = ValueTree::table();
  tree.add("watches", std::move(watches));
  tree.add("tags", std::move(tags));
  tree.add("channels", std::move(channels));
  tree.add("notes", notes_tree(imported.notes));
  return write_json(tree);
}

}  // namespace freshet
