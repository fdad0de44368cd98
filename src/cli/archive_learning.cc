#include "cli/archive_learning.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/learner_table.h"
#include "cli/progress.h"
#include "cli/wording.h"
#include "predict/first_sight_task.h"
#include "predict/shipped_first_sight.h"
#include "refresh/checked_pages.h"
#include "refresh/learned_model.h"

namespace freshet {
namespace {

// The model that the archive has now, and what people call it.
struct ModelBefore {
  std::shared_ptr<const FirstSight> model;
  std::string_view name;
};

// A file that cannot be used is no reason not to learn another.
ModelBefore model_before(const std::string& directory) {
  const bool is_learned = has_learned_model(system_disk(), directory);
  auto model = first_sight_of(system_disk(), directory);
  if (model)
    return {*std::move(model), is_learned ? "the one learned before" : "the one that ships"};
  log(LogLevel::warning, visible(model.error().message));
  return {std::shared_ptr<const FirstSight>(std::shared_ptr<const FirstSight>(),
                                            &shipped_first_sight(CountedChanges::content)),
          "the one that ships"};
}

std::expected<CheckedPages, Failure> read_pages(const Session& session, Archive& archive) {
  Progress progress(session, "reading pages");
  auto checked =
      read_checked_pages(archive, kPagesToLearnFromMax, [&](std::size_t read, std::size_t of) {
        progress.tell_line(fmt::format("{} of {}", read, of));
      });
  progress.clear();
  if (!checked) return could_not(checked.error());
  return *std::move(checked);
}

std::string pages_of_sites(std::size_t pages, std::size_t sites) {
  return fmt::format("{} of {}", counted(pages, "page", "pages"), counted(sites, "site", "sites"));
}

void print_words(const Session& session, const CheckedPages& checked, const Relearned& learned,
                 std::string_view before, const std::string& path) {
  Output& out = session.out;
  if (checked.found > checked.pages.size() + checked.unread)
    out.write(fmt::format("{} with enough checks; {} of them used\n",
                          counted(checked.found, "page", "pages"),
                          checked.pages.size() + checked.unread));
  if (checked.unread > 0)
    out.write(fmt::format("{} could not be read and {} left out\n",
                          counted(checked.unread, "page", "pages"),
                          checked.unread == 1 ? "was" : "were"));
  out.write(
      fmt::format("learned from {}, tried on {} {}\n",
                  pages_of_sites(learned.taught_pages, learned.taught_sites),
                  pages_of_sites(learned.asked_pages, learned.asked_sites),
                  learned.is_by_site
                      ? "that it had not seen"
                      : "that were held back (there are too few sites to hold back whole ones)"));
  out.write(fmt::format(
      "mean likelihood of the results of {}: {:.2f} % by the new model, {:.2f} % by {}\n",
      counted(learned.asked_checks, "check", "checks"), 100 * learned.probability,
      100 * learned.probability_before, before));
  if (learned.is_better())
    out.write(
        fmt::format("the new model predicts better; stored in {}, and used from the next crawl or "
                    "refresh of this archive on\n",
                    visible(path)));
  else
    out.write(fmt::format("the new model does not predict better; keeping {}\n", before));
}

// Prints the error of each learner on the pages of the archive.
struct TaskTable {
  FirstSightTask task;
  LearnerTable table;
};

void print_json(const Session& session, const CheckedPages& checked, const Relearned& learned,
                std::string_view before, const std::optional<TaskTable>& table) {
  JsonWriter json;
  json.begin_object().key("kept").value(learned.is_better() ? "new" : "before");
  json.key("before").value(before).key("held_back").value(learned.is_by_site ? "sites" : "pages");
  json.key("pages_found").value(std::uint64_t{checked.found});
  json.key("pages_unread").value(std::uint64_t{checked.unread});
  json.key("taught_pages").value(std::uint64_t{learned.taught_pages});
  json.key("taught_sites").value(std::uint64_t{learned.taught_sites});
  json.key("asked_pages").value(std::uint64_t{learned.asked_pages});
  json.key("asked_sites").value(std::uint64_t{learned.asked_sites});
  json.key("asked_checks").value(learned.asked_checks);
  json.key("probability").value(learned.probability);
  json.key("probability_before").value(learned.probability_before);
  if (table) write_table(json.key("table"), table->task, table->table);
  session.out.write(json.end_object().take() + "\n");
}

}  // namespace

CommandResult learn_from_archive(const Session& session, const ArchiveLearning& wish) {
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const std::string directory = archive->directory();
  const auto checked = read_pages(session, *archive);
  if (!checked) return std::unexpected(checked.error());
  if (checked->found == 0)
    return could_not(fmt::format(
        "nothing can be learned from \"{}\" yet: no page of it was checked {} times since it was "
        "first seen; freshet refresh checks them",
        visible(directory), kChecksToLearnFrom));
  const ModelBefore before = model_before(directory);
  FirstSightOptions options;
  options.classes = wish.classes;
  options.seed = wish.seed;
  auto learned =
      relearn(checked->pages, *before.model, wish.learner.learn, options,
              {fmt::format("{}, trained by freshet learn on an archive", wish.learner.meaning),
               fmt::format("changes that were judged to be some; seed {}", wish.seed)});
  if (!learned && learned.error().code == Errc::limit)
    return could_not(
        fmt::format("not enough was seen in \"{}\" to learn from: {}; go on with "
                    "freshet refresh",
                    visible(directory), learned.error().message));
  if (!learned) return could_not(learned.error());
  std::optional<TaskTable> table;
  if (wish.wants_table) {
    FirstSightTask task =
        first_sight_task(lessons_of(checked->pages, true, paper_first_sight()), wish.classes);
    auto made = make_learner_table(task, wish.seed);
    if (!made) return could_not(made.error());
    table = TaskTable{std::move(task), *std::move(made)};
  }
  if (learned->is_better())
    if (auto kept = keep_learned_model(system_disk(), directory, learned->model); !kept)
      return could_not(kept.error());
  if (session.arguments.has("--json")) {
    print_json(session, *checked, *learned, before.name, table);
    return {};
  }
  if (table) session.out.write(table_words(table->task, table->table) + "\n");
  print_words(session, *checked, *learned, before.name, learned_model_path(directory));
  return {};
}

CommandResult use_shipped_model(const Session& session) {
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const bool had_one = has_learned_model(system_disk(), archive->directory());
  if (auto forgotten = forget_learned_model(system_disk(), archive->directory()); !forgotten)
    return could_not(forgotten.error());
  session.out.write(had_one
                        ? "removed the learned model; the archive uses the shipped model again\n"
                        : "the archive uses the shipped model\n");
  return {};
}

}  // namespace freshet
