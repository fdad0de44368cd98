#include "store/archive/commit_witness.h"

#include <fmt/format.h>

#include <charconv>

#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::string_view kWitnessHead = "freshet acknowledged ";
constexpr std::size_t kIncarnationBytes = 16;
constexpr std::size_t kCommitDigits = 19;
constexpr std::size_t kWitnessBytesMax = 4096;

std::string witness_path(const std::string& directory) { return directory + "/acknowledged"; }

// Has a fixed length, so that it can be overwritten in place.
std::string witness_text(const CommitMark& mark) {
  return fmt::format("{}{} {:019}\n", kWitnessHead, mark.incarnation, mark.commits);
}

std::optional<CommitMark> parse_witness(std::string_view text) {
  const std::size_t bytes = kWitnessHead.size() + kIncarnationBytes + 1 + kCommitDigits + 1;
  if (text.size() != bytes || !text.starts_with(kWitnessHead)) return std::nullopt;
  text.remove_prefix(kWitnessHead.size());
  CommitMark mark{.incarnation = std::string(text.substr(0, kIncarnationBytes))};
  const std::string_view number = text.substr(kIncarnationBytes + 1, kCommitDigits);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), mark.commits);
  if (error != std::errc() || end != number.data() + number.size() || mark.commits < 0)
    return std::nullopt;
  if (witness_text(mark).substr(kWitnessHead.size()) != text) return std::nullopt;
  return mark;
}

}  // namespace

Result<std::optional<CommitMark>> read_commit_mark(Disk& disk, const std::string& directory) {
  auto text = read_whole(disk, witness_path(directory), kWitnessBytesMax);
  if (text) return parse_witness(*text);
  if (text.error().code == Errc::not_found || text.error().code == Errc::limit) return std::nullopt;
  return std::unexpected(text.error());
}

Result<CommitMark> commit_mark_of(Catalog& catalog) {
  auto incarnation = catalog.incarnation();
  if (!incarnation) return std::unexpected(incarnation.error());
  auto commits = catalog.commits();
  if (!commits) return std::unexpected(commits.error());
  return CommitMark{.incarnation = *std::move(incarnation), .commits = *commits};
}

CatalogStanding standing_of(const CommitMark& catalog, const std::optional<CommitMark>& witness) {
  if (!witness) return CatalogStanding::unknown;
  if (witness->incarnation != catalog.incarnation) return CatalogStanding::foreign;
  return witness->commits > catalog.commits ? CatalogStanding::stale : CatalogStanding::current;
}

Status check_standing(CatalogStanding standing, const std::string& directory) {
  if (standing != CatalogStanding::stale && standing != CatalogStanding::foreign) return {};
  const std::string_view what = standing == CatalogStanding::stale
                                    ? "has lost commits: its log is gone, or it is an older copy"
                                    : "is not the one that this archive was written with";
  return std::unexpected(Error{
      Errc::corrupt, fmt::format("\"{}/catalog.sqlite\" {}; nothing was changed; restore the right "
                                 "one, or run freshet reindex to rebuild it from the records",
                                 visible(directory), what)});
}

Result<CommitWitness> CommitWitness::open(Disk& disk, const std::string& directory,
                                          const CommitMark& mark) {
  auto file = disk.open(witness_path(directory), Access::write);
  if (!file) return std::unexpected(file.error());
  const std::string text = witness_text(mark);
  if (auto wrote = (*file)->write(0, text); !wrote) return std::unexpected(wrote.error());
  if (auto cut = (*file)->truncate(text.size()); !cut) return std::unexpected(cut.error());
  if (auto synced = (*file)->sync(); !synced) return std::unexpected(synced.error());
  if (auto synced = disk.sync_directory(directory); !synced) return std::unexpected(synced.error());
  return CommitWitness(*std::move(file), mark.incarnation);
}

Status CommitWitness::note(std::int64_t commits) {
  return file_->write(0, witness_text({.incarnation = incarnation_, .commits = commits}));
}

Status forget_witness(Disk& disk, const std::string& directory) {
  if (!disk.exists(witness_path(directory))) return {};
  if (auto removed = disk.remove(witness_path(directory)); !removed) return removed;
  return disk.sync_directory(directory);
}

}  // namespace freshet
