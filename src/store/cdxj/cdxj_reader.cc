#include "store/cdxj/cdxj_reader.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "store/cdxj/sorted_lines.h"

namespace freshet {
namespace {

// Runs are searched by blocks: comparing with the first line that begins in a block tells the
// direction.
constexpr std::uint64_t kBlockBytes = 4096;

// The bytes cached of those first lines, so that a warm search reads one block. This is nearly
// always more than the key.
constexpr std::size_t kSampleBytesMax = 160;
constexpr std::size_t kSamplesMax = 65'536;  // of each run

// Returns the first string after all strings with this prefix; nothing if there is none.
std::optional<std::string> behind(std::string prefix) {
  while (!prefix.empty() && static_cast<unsigned char>(prefix.back()) == 0xFF) prefix.pop_back();
  if (prefix.empty()) return std::nullopt;
  prefix.back() = static_cast<char>(prefix.back() + 1);
  return prefix;
}

CdxjSpan starting_with(std::string prefix) {
  return {.from = prefix, .to = behind(std::move(prefix))};
}

// A sorted file, and the cached first lines of its blocks.
class Run {
 public:
  Run(std::unique_ptr<File> file, CdxjFile about)
      : file_(std::move(file)), about_(std::move(about)) {}

  // The lines from `from` on. The run outlives the source.
  Result<std::unique_ptr<LineSource>> lines_from(std::string_view from) {
    // Invariant: the first line of block `low` sorts before `from` (or low is 0), that of `high`
    // does not.
    std::uint64_t low = 0, high = about_.bytes / kBlockBytes + 1;
    std::uint64_t begin = 0;  // of that line in `low`
    while (high - low > 1 && !from.empty()) {
      const std::uint64_t middle = low + (high - low) / 2;
      const auto line = is_before(middle, from);
      if (!line) return std::unexpected(line.error());
      if (line->is_before) {
        low = middle;
        begin = line->begin;
      } else {
        high = middle;
      }
    }
    auto lines = std::make_unique<FileLines>(*file_, about_.path, begin, about_.bytes);
    if (auto done = lines->skip_to(from); !done) return std::unexpected(done.error());
    return lines;
  }

 private:
  struct Answer {
    bool is_before;
    std::uint64_t begin;
  };
  struct Sample {
    std::uint64_t begin;  // where the line begins; the end of the file if there is none
    std::string text;     // its first bytes
    bool is_whole;
  };

  Result<Answer> is_before(std::uint64_t block, std::string_view from) {
    auto known = samples_.find(block);
    if (known == samples_.end()) {
      if (samples_.size() >= kSamplesMax) samples_.clear();
      auto sample = read_sample(block, kSampleBytesMax);
      if (!sample) return std::unexpected(sample.error());
      known = samples_.emplace(block, *std::move(sample)).first;
    }
    const Sample& sample = known->second;
    if (sample.begin == about_.bytes) return Answer{.is_before = false, .begin = sample.begin};
    if (sample.is_whole || !from.starts_with(sample.text))
      return Answer{.is_before = sample.text < from, .begin = sample.begin};
    const auto whole = read_sample(block, kCdxjLineBytesMax);
    if (!whole) return std::unexpected(whole.error());
    return Answer{.is_before = whole->text < from, .begin = whole->begin};
  }

  // Reads the first line that begins in `block` (not the first block) or after it.
  Result<Sample> read_sample(std::uint64_t block, std::size_t bytes_max) {
    // A line begins after a line feed, which may be the last byte of the block before.
    FileLines lines(*file_, about_.path, block * kBlockBytes - 1, about_.bytes);
    const auto rest = lines.next();
    if (!rest) return std::unexpected(rest.error());
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return Sample{.begin = about_.bytes, .text = "", .is_whole = true};
    return Sample{.begin = lines.offset(),
                  .text = std::string((*line)->substr(0, bytes_max)),
                  .is_whole = (*line)->size() <= bytes_max};
  }

  std::unique_ptr<File> file_;
  CdxjFile about_;
  std::unordered_map<std::uint64_t, Sample> samples_;  // by block
};

Duration distance(Time a, Time b) { return a < b ? b - a : a - b; }

}  // namespace

CdxjRange cdxj_everything() { return {{.from = "", .to = std::nullopt}}; }

CdxjRange cdxj_captures_of(std::string_view url) { return {starting_with(cdxj_key(url) + ' ')}; }

CdxjRange cdxj_with_prefix(std::string_view key_prefix) {
  return {starting_with(std::string(key_prefix))};
}

CdxjRange cdxj_below(std::string_view url) { return cdxj_with_prefix(cdxj_key(url)); }

CdxjRange cdxj_host_of(std::string_view url) {
  const std::string key = cdxj_key(url);
  const std::size_t host_end = key.find(')');
  return cdxj_with_prefix(host_end == std::string::npos ? key : key.substr(0, host_end + 1));
}

CdxjRange cdxj_domain(std::string_view domain) {
  std::string key = cdxj_key("http://" + std::string(domain) + "/");
  key.resize(std::min(key.find(')'), key.size()));
  // In the order of the byte after the name: the host itself, subdomains, ports.
  return {starting_with(key + ')'), starting_with(key + ','), starting_with(key + ':')};
}

struct CdxjReader::Sources {
  std::vector<Run> runs;
  std::vector<SortedTail> tails;

  Result<MergedLines> lines_from(std::string_view from) {
    std::vector<std::unique_ptr<LineSource>> lines;
    for (Run& run : runs) {
      auto found = run.lines_from(from);
      if (!found) return std::unexpected(found.error());
      lines.push_back(*std::move(found));
    }
    for (const SortedTail& tail : tails) lines.push_back(tail.lines_from(from));
    return MergedLines(std::move(lines));
  }

  // Returns false if the visitor stopped.
  Result<bool> each(const CdxjSpan& span, const std::function<bool(const CdxjLine&)>& visit) {
    auto lines = lines_from(span.from);
    if (!lines) return std::unexpected(lines.error());
    while (true) {
      const auto line = lines->next();
      if (!line) return std::unexpected(line.error());
      if (!*line || (span.to && **line >= *span.to)) return true;
      const auto parsed = parse_line(**line);
      if (!parsed) {
        return std::unexpected(damaged_index(lines->source().path(), lines->source().offset(),
                                             parsed.error().message));
      }
      if (!visit(*parsed)) return false;
    }
  }
};

CdxjReader::CdxjReader(std::unique_ptr<Sources> sources) : sources_(std::move(sources)) {}
CdxjReader::CdxjReader(CdxjReader&&) noexcept = default;
CdxjReader& CdxjReader::operator=(CdxjReader&&) noexcept = default;
CdxjReader::~CdxjReader() = default;

Result<CdxjReader> CdxjReader::open(Disk& disk, const std::vector<CdxjFile>& files) {
  auto sources = std::make_unique<Sources>();
  for (const CdxjFile& file : files) {
    if (file.is_sorted) {
      auto opened = open_index_file(disk, file);
      if (!opened) return std::unexpected(opened.error());
      sources->runs.emplace_back(*std::move(opened), file);
    } else {
      auto tail = SortedTail::load(disk, file);
      if (!tail) return std::unexpected(tail.error());
      sources->tails.push_back(*std::move(tail));
    }
  }
  return CdxjReader(std::move(sources));
}

Status CdxjReader::each(const CdxjRange& range, const std::function<bool(const CdxjLine&)>& visit) {
  for (const CdxjSpan& span : range) {
    const auto more = sources_->each(span, visit);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
  }
  return {};
}

Result<std::optional<CdxjLine>> CdxjReader::nearest(std::string_view url, Time time) {
  url = url.substr(0, url.find('#'));
  time = std::clamp(time, kTimeMin, kTimeMax);  // so that differences do not overflow
  std::optional<CdxjLine> best;
  const auto is_better = [&](const CdxjLine& line) {
    if (!best) return true;
    const bool is_exact = line.url == url, best_is_exact = best->url == url;
    if (is_exact != best_is_exact) return is_exact;
    return distance(line.time, time) < distance(best->time, time);
  };
  auto done = each(cdxj_captures_of(url), [&](const CdxjLine& line) {
    if (is_better(line)) best = line;
    return true;
  });
  if (!done) return std::unexpected(done.error());
  return best;
}

}  // namespace freshet
