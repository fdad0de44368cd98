#include "store/answer_facts.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory_file.h"
#include "store/snapshot_facts.h"
#include "warc/http_date.h"
#include "warc/not_modified.h"
#include "warc/reader.h"

namespace freshet {
namespace {

constexpr std::uint64_t kFactsBytesMax = std::uint64_t{1} << 20;
constexpr std::string_view kFetchTimeField = "fetchTimeMs";
constexpr std::int64_t kFetchTimeMsMax = std::int64_t{24} * 60 * 60 * 1000;

std::optional<Duration> fetch_time(const std::vector<warc::Field>& metadata) {
  const auto text = warc::find_field(metadata, kFetchTimeField);
  if (!text) return std::nullopt;
  std::int64_t ms = 0;
  const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), ms);
  if (failed != std::errc{} || ms < 0 || ms > kFetchTimeMsMax) return std::nullopt;
  return std::chrono::milliseconds(ms);
}

void add_head(const warc::HttpHead& http, AnswerFacts& facts) {
  const auto date_in = [&](std::string_view name) -> std::optional<Time> {
    const auto text = http.find(name);
    return text ? parse_http_date(*text) : std::nullopt;
  };
  if (!facts.served && !http.find("Age")) facts.served = date_in("Date");
  if (!facts.last_modified) facts.last_modified = date_in("Last-Modified");
  if (!facts.validator.empty()) return;
  std::string_view etag = http.find("ETag").value_or("");
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  facts.validator = etag.empty() ? http.find("Last-Modified").value_or("") : etag;
}

// Reads the block up to the end of an HTTP head.
Result<std::string> read_head_block(warc::Reader& reader) {
  std::string block;
  std::array<char, 4096> piece{};
  while (!warc::has_whole_http_head(block)) {
    const auto got = reader.read_block(piece);
    if (!got) return std::unexpected(got.error());
    if (*got == 0) break;
    block.append(piece.data(), *got);
  }
  return block;
}

Result<std::string> read_small_block(warc::Reader& reader, std::uint64_t bytes) {
  if (bytes > kFactsBytesMax) return std::string();
  std::string block(bytes, '\0');
  std::size_t filled = 0;
  while (filled < block.size()) {
    const auto got = reader.read_block(std::span(block).subspan(filled));
    if (!got) return std::unexpected(got.error());
    if (*got == 0) break;
    filled += *got;
  }
  block.resize(filled);
  return block;
}

// Reads one record; true if it was the main one.
Result<bool> add_record(warc::Reader& reader, const warc::RecordHead& head, AnswerFacts& facts) {
  const warc::RecordType type = head.header.type();
  if (type == warc::RecordType::metadata) {
    const auto block = read_small_block(reader, head.block_bytes);
    if (!block) return std::unexpected(block.error());
    const std::vector<warc::Field> metadata = warc::parse_fields(*block);
    if (const auto took = fetch_time(metadata)) facts.took = took;
    add_head(warc::read_not_modified_head(metadata), facts);
    return false;
  }
  if (type != warc::RecordType::response && type != warc::RecordType::revisit) return false;
  if (is_http_block(head.header)) {
    const auto block = read_head_block(reader);
    if (!block) return std::unexpected(block.error());
    add_head(warc::read_http_head(*block), facts);
  }
  add_head(warc::head_of_not_modified(head.header), facts);
  return true;
}

}  // namespace

Result<AnswerFacts> read_answer_facts(Archive& archive, const std::string& url,
                                      const SnapshotRow& row) {
  auto members = archive.pages().read_members(url, row);
  if (!members) return std::unexpected(members.error());
  const std::uint64_t end = members->size();
  MemoryFile file{*std::move(members)};
  auto reader = warc::Reader::open(file, url, 0, end);
  if (!reader) return std::unexpected(reader.error());
  AnswerFacts facts;
  while (true) {
    const auto head = reader->next();
    if (!head) return std::unexpected(head.error());
    if (!*head) return facts;
    const auto is_main = add_record(*reader, **head, facts);
    if (!is_main) return std::unexpected(is_main.error());
    if (*is_main) return facts;
  }
}

}  // namespace freshet
