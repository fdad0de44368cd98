#include "cli/seed_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "base/escape.h"
#include "base/log.h"
#include "crawl/seeds.h"
#include "url/host.h"

namespace freshet {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
constexpr std::size_t kSeedsMax = 10'000'000;

// Each URL once, in the order in which they came.
class UniqueSeeds {
 public:
  explicit UniqueSeeds(const SeedRefusal& refusal) : refusal_(refusal) {}

  // Why it is refused, if it is.
  std::optional<std::string> add(const Url& url) {
    if (auto why = refusal_(url)) return why;
    if (seen_.insert(std::string(url.href())).second) seeds_.push_back(url);
    return std::nullopt;
  }
  std::size_t size() const { return seeds_.size(); }
  std::vector<Url> take() { return std::move(seeds_); }

 private:
  const SeedRefusal& refusal_;
  std::unordered_set<std::string> seen_;
  std::vector<Url> seeds_;
};

void name_bad_lines(const SeedReader& reader, const std::string& name) {
  for (const BadSeedLine& bad : reader.bad_lines())
    log(LogLevel::warning, fmt::format("{}:{}: {}", visible(name), bad.line, visible(bad.why)));
  if (reader.bad_line_count() > reader.bad_lines().size()) {
    log(LogLevel::warning, fmt::format("{}: {} more lines are not seeds", visible(name),
                                       reader.bad_line_count() - reader.bad_lines().size()));
  }
}

void add_all(const std::vector<Seed>& read, const std::string& name, UniqueSeeds& seeds) {
  for (const Seed& seed : read)
    if (const auto why = seeds.add(seed.url))
      log(LogLevel::warning, fmt::format("{}:{}: {}", visible(name), seed.line, *why));
}

CommandResult read_list(const std::string& path, UniqueSeeds& seeds) {
  const bool is_stdin = path == "-";
  const std::string name = is_stdin ? "(standard input)" : path;
  const auto failed = [&] {
    return could_not(fmt::format("cannot read \"{}\": {}", visible(name),
                                 std::generic_category().message(errno)));
  };
  const int fd = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failed();
  SeedReader reader;
  std::array<char, kPieceBytes> piece;
  CommandResult result;
  while (result) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) result = failed();
    if (got <= 0) break;
    reader.read({piece.data(), static_cast<std::size_t>(got)});
    add_all(reader.take_seeds(), name, seeds);
    if (seeds.size() > kSeedsMax)
      result = could_not(fmt::format("\"{}\" has more than {} seeds", visible(name), kSeedsMax));
  }
  if (!is_stdin) ::close(fd);
  if (!result) return result;
  reader.finish();
  add_all(reader.take_seeds(), name, seeds);
  name_bad_lines(reader, name);
  return {};
}

std::vector<std::string> quoted(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths)
    names.push_back(path == "-" ? "standard input" : fmt::format("\"{}\"", visible(path)));
  return names;
}

}  // namespace

std::expected<std::vector<Url>, Failure> read_seeds(const Arguments& arguments,
                                                    const SeedRefusal& refusal) {
  UniqueSeeds seeds(refusal);
  for (const std::string& word : arguments.values("SEED")) {
    const LineSeeds read = read_seed_line(word);
    if (read.urls.empty()) {
      return wrong_usage(fmt::format("\"{}\" is not a seed: {}", visible(word),
                                     read.why_bad.empty() ? "it is empty" : visible(read.why_bad)));
    }
    for (const Url& url : read.urls)
      if (const auto why = seeds.add(url)) return wrong_usage(*why);
  }
  for (const std::string& path : arguments.values("--seeds"))
    if (auto done = read_list(path, seeds); !done) return std::unexpected(done.error());
  if (const auto& lists = arguments.values("--seeds"); !lists.empty() && seeds.size() == 0)
    return could_not(fmt::format("no seed was found in {}", fmt::join(quoted(lists), ", ")));
  return seeds.take();
}

std::optional<std::string> seed_refusal(const AddressGuard& guard, const Url& seed) {
  const auto host = Host::of(seed);
  if (!host) return std::nullopt;
  std::string name(host->name());
  if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
  const auto address = IpAddress::parse(name);
  const auto why = address ? guard.refusal(*address) : std::nullopt;
  if (!why) return std::nullopt;
  return fmt::format("the seed {} is refused ({}); --allow-net allows a network",
                     visible(seed.href()), *why);
}

std::vector<std::string> seed_hosts(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& word : arguments.values("SEED"))
    for (const Url& url : read_seed_line(word).urls)
      if (const auto host = Host::of(url)) names.emplace_back(host->name());
  return names;
}

}  // namespace freshet
