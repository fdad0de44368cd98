#include "cli/content_learning.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "app/new_file.h"
#include "base/disk.h"
#include "base/escape.h"
#include "clean/content_training.h"
#include "cli/number_option.h"

namespace freshet {
namespace {

constexpr std::size_t kMarkedPageBytesMax = std::size_t{64} << 20;
constexpr std::size_t kMarkedPagesMin = 20;  // fewer teach nothing

struct Truth {
  std::string site;
  std::string main_content;
};

Result<Truth> read_truth(Disk& disk, const std::string& path) {
  const auto text = read_whole(disk, path, kMarkedPageBytesMax);
  if (!text) return std::unexpected(text.error());
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  const auto field = [&](const char* name) -> const nlohmann::json* {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? &*found : nullptr;
  };
  const nlohmann::json* site = field("site");
  const nlohmann::json* content = field("main_content");
  if (!site || !content)
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("\"{}\" is not a JSON object with the texts site and "
                                         "main_content",
                                         visible(path))});
  return Truth{site->get<std::string>(), content->get<std::string>()};
}

Result<std::vector<ContentLesson>> read_lessons(Disk& disk, const std::string& directory,
                                                TokenNames& names) {
  const auto files = disk.list(directory + "/html");
  if (!files) return std::unexpected(files.error());
  std::vector<ContentLesson> lessons;
  for (const std::string& file : *files) {
    if (!file.ends_with(".html")) continue;
    const std::string name = file.substr(0, file.size() - std::string_view(".html").size());
    const auto html = read_whole(disk, directory + "/html/" + file, kMarkedPageBytesMax);
    if (!html) return std::unexpected(html.error());
    auto truth = read_truth(disk, directory + "/truth/" + name + ".json");
    if (!truth) return std::unexpected(truth.error());
    lessons.push_back(
        make_content_lesson(*html, std::move(truth->site), truth->main_content, names));
  }
  return lessons;
}

}  // namespace

CommandResult learn_content(const Session& session, const std::string& directory) {
  const auto& path = session.arguments.value("--model");
  if (!path) return wrong_usage("--content requires --model FILE");
  const auto seed = number_of<std::uint64_t>(session, "--seed", 1, 0, UINT64_MAX);
  if (!seed) return std::unexpected(seed.error());
  TokenNames names;
  const auto lessons = read_lessons(system_disk(), directory, names);
  if (!lessons) return could_not(lessons.error().message);
  if (lessons->size() < kMarkedPagesMin)
    return could_not(fmt::format("\"{}\" has {} marked pages, too few to learn from",
                                 visible(directory), lessons->size()));
  std::vector<const ContentLesson*> all;
  for (const ContentLesson& lesson : *lessons) all.push_back(&lesson);
  ContentTrainingOptions options;
  options.trees.seed = *seed;
  const auto model = train_content(all, names, content_notes(all, options), options);
  if (!model) return could_not(model.error().message);
  if (auto written = write_new_file(system_disk(), *path, model->write()); !written)
    return could_not(written.error().message);
  return {};
}

}  // namespace freshet
