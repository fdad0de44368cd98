#include "refresh/learned_model.h"

#include <fmt/format.h>

#include <utility>

#include "base/escape.h"
#include "predict/shipped_first_sight.h"

namespace freshet {

std::string learned_model_path(const std::string& directory) {
  return directory + "/first-sight.model";
}

bool has_learned_model(Disk& disk, const std::string& directory) {
  return disk.exists(learned_model_path(directory));
}

Result<std::shared_ptr<const FirstSight>> first_sight_of(Disk& disk, const std::string& directory) {
  const std::string path = learned_model_path(directory);
  auto text = read_whole(disk, path, kModelBytesMax);
  // Lives as long as the program: nothing is owned.
  if (!text && text.error().code == Errc::not_found)
    return std::shared_ptr<const FirstSight>(std::shared_ptr<const FirstSight>(),
                                             &shipped_first_sight(CountedChanges::content));
  if (!text) return std::unexpected(text.error());
  auto model = FirstSight::read(*text);
  if (!model)
    return std::unexpected(
        Error{model.error().code,
              fmt::format("the model in \"{}\" cannot be used: {} (freshet learn makes another, or "
                          "restores the shipped one)",
                          visible(path), model.error().message)});
  return std::make_shared<const FirstSight>(*std::move(model));
}

Status keep_learned_model(Disk& disk, const std::string& directory, const FirstSight& model) {
  return replace_file(disk, learned_model_path(directory), model.write());
}

Status forget_learned_model(Disk& disk, const std::string& directory) {
  if (!has_learned_model(disk, directory)) return {};
  const Status removed = disk.remove(learned_model_path(directory));
  return removed ? disk.sync_directory(directory) : removed;
}

}  // namespace freshet
