#include "store/cdxj/block_index.h"

#include <array>
#include <utility>

#include "base/digest.h"
#include "base/json.h"

namespace freshet {

BlockIndexWriter::BlockIndexWriter(std::string filename, std::size_t lines_of_block)
    : filename_(std::move(filename)), lines_of_block_(lines_of_block) {
  JsonWriter json;
  json.begin_object().key("format").value("cdxj-gzip-1.0").key("filename").value(filename_);
  directory_ = "!meta 0 " + json.end_object().take() + "\n";
}

std::string BlockIndexWriter::add(std::string_view line) {
  if (lines_ == 0) first_ = line.substr(0, line.find(" {"));
  block_.append(line).append("\n");
  return ++lines_ < lines_of_block_ ? std::string() : pack();
}

std::string BlockIndexWriter::finish() { return lines_ == 0 ? std::string() : pack(); }

std::string BlockIndexWriter::pack() {
  std::string packed;
  gzip_.append_member(packed, std::array<std::string_view, 1>{block_});
  JsonWriter json;
  json.begin_object().key("offset").value(written_).key("length").value(packed.size());
  json.key("digest").value("sha256:" + sha256_hex(packed));
  json.key("filename").value(filename_).end_object();
  directory_ += first_ + " " + json.take() + "\n";
  written_ += packed.size();
  block_.clear();
  lines_ = 0;
  return packed;
}

}  // namespace freshet
