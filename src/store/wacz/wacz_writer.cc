#include "store/wacz/wacz_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "base/json.h"
#include "store/cdxj/cdxj_sorter.h"
#include "store/cdxj/sorted_lines.h"
#include "store/wacz/page_choice.h"
#include "store/wacz/zip_writer.h"

namespace freshet {
namespace {

constexpr std::size_t kWaczCopyBytes = std::size_t{256} << 10;
constexpr std::string_view kWaczVersion = "1.1.1";

std::string warc_name(std::uint64_t number) {
  return number == 0 ? "data.warc.gz" : fmt::format("data-{:05}.warc.gz", number);
}

// Readers require a name for each resource besides its path.
std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Opens a file for writing and discards the content of an earlier attempt.
Result<std::unique_ptr<File>> open_fresh(Disk& disk, const std::string& path) {
  auto file = disk.open(path, Access::write);
  if (!file) return file;
  if (auto done = (*file)->truncate(0); !done) return std::unexpected(done.error());
  return file;
}

std::string page_json(const PageEntry& page, bool with_text) {
  JsonWriter json;
  json.begin_object();
  json.key("id").value(fmt::format("{:016x}", hash64(page.url + ' ' + iso_time(page.time))));
  json.key("url").value(page.url).key("ts").value(iso_time(page.time));
  json.key("title").value(page.title.empty() ? page.url : page.title);
  if (with_text && !page.text.empty()) json.key("text").value(page.text);
  return json.end_object().take() + '\n';
}

std::string pages_header(std::string_view id, std::string_view title, bool has_text) {
  JsonWriter json;
  json.begin_object().key("format").value("json-pages-1.0").key("id").value(id);
  json.key("title").value(title);
  if (has_text) json.key("hasText").value(true);
  return json.end_object().take() + '\n';
}

std::string datapackage_json(const WaczOptions& options, const std::vector<ZipEntry>& entries) {
  JsonWriter json;
  json.begin_object().key("profile").value("data-package").key("wacz_version").value(kWaczVersion);
  if (!options.title.empty()) json.key("title").value(options.title);
  if (!options.description.empty()) json.key("description").value(options.description);
  json.key("created").value(iso_time(options.created));
  json.key("software").value(options.software);
  if (!options.main_page_url.empty()) json.key("mainPageUrl").value(options.main_page_url);
  if (options.main_page_time) json.key("mainPageDate").value(iso_time(*options.main_page_time));
  json.key("resources").begin_array();
  for (const ZipEntry& entry : entries) {
    json.begin_object().key("name").value(last_name(entry.name)).key("path").value(entry.name);
    json.key("hash").value("sha256:" + entry.sha256).key("bytes").value(entry.bytes).end_object();
  }
  return json.end_array().end_object().take() + '\n';
}

std::string digest_json(std::string_view datapackage_sha256) {
  JsonWriter json;
  json.begin_object().key("path").value("datapackage.json");
  json.key("hash").value("sha256:" + std::string(datapackage_sha256));
  return json.end_object().take() + '\n';
}

}  // namespace

struct WaczWriter::State {
  State(Disk& on, std::string to, WaczOptions how, std::unique_ptr<File> zip_file,
        std::unique_ptr<File> pages_file, std::unique_ptr<File> titles_file)
      : disk(on),
        path(std::move(to)),
        options(std::move(how)),
        zip(std::move(zip_file), options.created),
        pages{.file = std::move(pages_file)},
        titles{.file = std::move(titles_file)},
        lines(on, index_path(path)) {}

  // Removes unfinished and temporary files. A failure is harmless: the next WACZ of this name
  // overwrites them.
  ~State() {
    static_cast<void>(disk.remove(pages_path(path)));
    static_cast<void>(disk.remove(titles_path(path)));
    if (disk.exists(index_path(path))) static_cast<void>(disk.remove(index_path(path)));
    if (!is_finished) static_cast<void>(disk.remove(zip_path(path)));
  }

  static std::string zip_path(const std::string& path) { return path + ".part"; }
  static std::string pages_path(const std::string& path) { return path + ".pages"; }
  static std::string titles_path(const std::string& path) { return path + ".titles"; }
  static std::string index_path(const std::string& path) { return path + ".index"; }

  Status begin_warc();
  Status place(std::uint64_t offset, std::optional<CdxjLine> line);
  Status copy(File& file, std::uint64_t offset, std::uint64_t length);
  Status write_entry(const std::string& name, std::string_view bytes);
  Status write_index();
  Status write_block_index(File& file, const CdxjFile& sorted);
  Status write_pages();
  std::vector<bool> listed_pages() const;

  Disk& disk;
  std::string path;
  WaczOptions options;
  ZipWriter zip;
  // The list of pages, with and without texts; the choice is made at the end.
  struct PageList {
    std::unique_ptr<File> file;
    std::uint64_t bytes = 0;
    std::vector<std::uint64_t> ends = {};  // of the lines

    Status add(std::string_view line) {
      if (auto done = file->write(bytes, line); !done) return done;
      bytes += line.size();
      ends.push_back(bytes);
      return {};
    }
  };
  Status copy_lines(const PageList& list, const std::vector<bool>& listed, bool wants_listed);
  PageList pages;
  PageList titles;
  std::vector<PageStart> starts;                           // of the pages of both
  std::vector<std::pair<std::string, std::string>> files;  // others, by path
  CdxjSorter lines;
  bool pages_have_text = false;
  bool has_home = false;
  std::uint64_t warcs = 0;
  std::string warc;  // the WARC being written; may be empty
  bool is_finished = false;
};

// Ensures that there is a WARC with room for one more record.
Status WaczWriter::State::begin_warc() {
  if (!warc.empty() && zip.entry_bytes() < options.warc_bytes_max) return {};
  if (!warc.empty())
    if (auto done = zip.end(); !done) return done;
  warc = warc_name(warcs++);
  if (auto done = zip.begin("archive/" + warc); !done) return done;
  return options.warcinfo ? zip.append(options.warcinfo(warc)) : Status();
}

// Registers the record from `offset` to the current end of the WARC.
Status WaczWriter::State::place(std::uint64_t offset, std::optional<CdxjLine> line) {
  if (!line || line->is_not_modified()) return {};
  line->filename = warc;
  line->offset = offset;
  line->length = zip.entry_bytes() - offset;
  return lines.add(*line);
}

Status WaczWriter::State::copy(File& file, std::uint64_t offset, std::uint64_t length) {
  std::string buffer;
  while (length > 0) {
    buffer.resize(std::min<std::uint64_t>(length, kWaczCopyBytes));
    const auto got = file.read(offset, buffer);
    if (!got) return std::unexpected(got.error());
    if (*got < buffer.size()) {
      return std::unexpected(
          Error{Errc::corrupt, fmt::format("offset {}: expected {} more bytes to copy into \"{}\"",
                                           offset + *got, length - *got, path)});
    }
    if (auto done = zip.append(buffer); !done) return done;
    offset += buffer.size();
    length -= buffer.size();
  }
  return {};
}

Status WaczWriter::State::write_entry(const std::string& name, std::string_view bytes) {
  if (auto done = zip.begin(name); !done) return done;
  if (auto done = zip.append(bytes); !done) return done;
  return zip.end();
}

Status WaczWriter::State::write_index() {
  const auto sorted = lines.finish();
  if (!sorted) return std::unexpected(sorted.error());
  auto file = disk.open(sorted->path, Access::read);
  if (!file) return std::unexpected(file.error());
  if (sorted->bytes > options.plain_index_bytes) return write_block_index(**file, *sorted);
  if (auto done = zip.begin("indexes/index.cdx"); !done) return done;
  if (auto done = copy(**file, 0, sorted->bytes); !done) return done;
  return zip.end();
}

Status WaczWriter::State::write_block_index(File& file, const CdxjFile& sorted) {
  BlockIndexWriter blocks("index.cdx.gz", options.lines_of_block);
  if (auto done = zip.begin("indexes/index.cdx.gz"); !done) return done;
  FileLines all(file, sorted.path, 0, sorted.bytes);
  while (true) {
    auto line = all.next();
    if (!line) return std::unexpected(line.error());
    if (auto done = zip.append(*line ? blocks.add(**line) : blocks.finish()); !done) return done;
    if (!*line) break;
  }
  if (auto done = zip.end(); !done) return done;
  return write_entry("indexes/index.idx", blocks.directory());
}

// The main page is listed however deep it lies.
std::vector<bool> WaczWriter::State::listed_pages() const {
  std::vector<PageStart> pages_of_list = starts;
  const std::uint64_t main = hash64(options.main_page_url);
  for (PageStart& page : pages_of_list)
    if (page.url_hash == main) page.depth = page.url_bytes = 0;
  return choose_listed(pages_of_list, options.listed_pages);
}

Status WaczWriter::State::copy_lines(const PageList& list, const std::vector<bool>& listed,
                                     bool wants_listed) {
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < listed.size(); begin = list.ends[i++]) {
    if (listed[i] != wants_listed) continue;
    if (auto done = copy(*list.file, begin, list.ends[i] - begin); !done) return done;
  }
  return {};
}

Status WaczWriter::State::write_pages() {
  const bool with_text =
      pages_have_text && options.texts != WaczOptions::Texts::never &&
      (options.texts == WaczOptions::Texts::always || pages.bytes <= options.small_pages_bytes);
  const PageList& list = with_text ? pages : titles;
  const std::vector<bool> listed = listed_pages();
  const bool is_split = std::find(listed.begin(), listed.end(), false) != listed.end();
  if (auto done = zip.begin("pages/pages.jsonl"); !done) return done;
  const std::string_view title = is_split ? "Pages to start from" : "All Pages";
  if (auto done = zip.append(pages_header("pages", title, with_text)); !done) return done;
  if (auto done = copy_lines(list, listed, true); !done) return done;
  if (auto done = zip.end(); !done || !is_split) return done;
  if (auto done = zip.begin("pages/extraPages.jsonl"); !done) return done;
  const std::string extra = pages_header("extraPages", "More pages", with_text);
  if (auto done = zip.append(extra); !done) return done;
  if (auto done = copy_lines(list, listed, false); !done) return done;
  return zip.end();
}

WaczWriter::WaczWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
WaczWriter::WaczWriter(WaczWriter&&) noexcept = default;
WaczWriter& WaczWriter::operator=(WaczWriter&&) noexcept = default;
WaczWriter::~WaczWriter() = default;

Result<WaczWriter> WaczWriter::create(Disk& disk, const std::string& path, WaczOptions options) {
  auto zip = open_fresh(disk, State::zip_path(path));
  if (!zip) return std::unexpected(zip.error());
  auto pages = open_fresh(disk, State::pages_path(path));
  if (!pages) {
    static_cast<void>(disk.remove(State::zip_path(path)));  // an empty file
    return std::unexpected(pages.error());
  }
  auto titles = open_fresh(disk, State::titles_path(path));
  if (!titles) {
    static_cast<void>(disk.remove(State::zip_path(path)));
    static_cast<void>(disk.remove(State::pages_path(path)));
    return std::unexpected(titles.error());
  }
  return WaczWriter(std::make_unique<State>(disk, path, std::move(options), *std::move(zip),
                                            *std::move(pages), *std::move(titles)));
}

Status WaczWriter::add(std::string_view member, std::optional<CdxjLine> line) {
  if (auto done = state_->begin_warc(); !done) return done;
  const std::uint64_t offset = state_->zip.entry_bytes();
  if (auto done = state_->zip.append(member); !done) return done;
  return state_->place(offset, std::move(line));
}

Status WaczWriter::add_from(File& file, std::uint64_t offset, std::uint64_t length,
                            std::optional<CdxjLine> line) {
  if (auto done = state_->begin_warc(); !done) return done;
  const std::uint64_t begin = state_->zip.entry_bytes();
  if (auto done = state_->copy(file, offset, length); !done) return done;
  return state_->place(begin, std::move(line));
}

Status WaczWriter::add_page(const PageEntry& page) {
  state_->pages_have_text |= !page.text.empty();
  state_->starts.push_back(page_start(page.url));
  if (auto done = state_->titles.add(page_json(page, false)); !done) return done;
  return state_->pages.add(page_json(page, true));
}

void WaczWriter::add_file(std::string path, std::string bytes) {
  state_->files.emplace_back(std::move(path), std::move(bytes));
}

void WaczWriter::propose_main_page(const std::string& url, Time time, bool is_home) {
  WaczOptions& options = state_->options;
  if (!options.main_page_url.empty() && (!is_home || state_->has_home)) return;
  state_->has_home = is_home;
  options.main_page_url = url;
  options.main_page_time = time;
}

Result<std::uint64_t> WaczWriter::finish() {
  State& state = *state_;
  require(!state.is_finished, "a WACZ is finished once");
  if (auto done = state.begin_warc(); !done) return std::unexpected(done.error());
  if (auto done = state.zip.end(); !done) return std::unexpected(done.error());
  if (auto done = state.write_index(); !done) return std::unexpected(done.error());
  if (auto done = state.write_pages(); !done) return std::unexpected(done.error());
  for (const auto& [path, bytes] : state.files)
    if (auto done = state.write_entry(path, bytes); !done) return std::unexpected(done.error());
  const std::string datapackage = datapackage_json(state.options, state.zip.entries());
  if (auto done = state.write_entry("datapackage.json", datapackage); !done)
    return std::unexpected(done.error());
  const std::string digest = digest_json(state.zip.entries().back().sha256);
  if (auto done = state.write_entry("datapackage-digest.json", digest); !done)
    return std::unexpected(done.error());
  auto bytes = state.zip.finish();
  if (!bytes) return bytes;
  if (auto done = state.disk.rename(State::zip_path(state.path), state.path); !done)
    return std::unexpected(done.error());
  state.is_finished = true;
  if (auto done = state.disk.sync_directory(parent_directory(state.path)); !done)
    return std::unexpected(done.error());
  return bytes;
}

}  // namespace freshet
