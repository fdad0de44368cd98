// The text of PDF documents, by the program pdftotext of poppler-utils.
//
// A document of the web is hostile, so it is read by a process of its own, with limits of time,
// memory and output, no files to write, no environment and no other open files. Design:
// docs/design/pdf.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

struct PdfLimits {
  std::chrono::milliseconds time = std::chrono::seconds(20);
  std::size_t memory_bytes = std::size_t{512} << 20;  // of address space
  std::size_t text_bytes = std::size_t{4} << 20;      // more are cut
  std::string program = "/usr/bin/pdftotext";
};

// Returns true if the program is installed.
bool has_pdf_reader(const PdfLimits& limits = {});

// Returns the text in reading order, in UTF-8, without page breaks. Blocks until it is read.
// Any thread may call it. Errc::not_found if the program is not installed, Errc::invalid if it
// cannot read the document, Errc::limit if it takes too long, Errc::unavailable if no process can
// be started.
Result<std::string> read_pdf_text(std::string_view bytes, const PdfLimits& limits = {});

}  // namespace freshet
