#include "pdf/pdf_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace freshet {
namespace {

// Returns a document of one page with this line.
std::string document_of(std::string_view line) {
  const std::string drawing = fmt::format("BT /F1 12 Tf 20 100 Td ({}) Tj ET", line);
  return fmt::format(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 "
      "5 0 R>>>>>>endobj\n4 0 obj<</Length {}>>stream\n{}\nendstream endobj\n"
      "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n",
      drawing.size(), drawing);
}

bool is_installed() {
  if (has_pdf_reader()) return true;
  []() { GTEST_SKIP() << "NOT TESTED: poppler-utils is not installed"; }();
  return false;
}

// A program that does this instead of reading.
PdfLimits limits_of_script(const std::string& name, const std::string& script) {
  const auto file = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return {.program = file.string()};
}

TEST(PdfText, IsReadByAProgram) {
  if (!is_installed()) return;
  const auto text = read_pdf_text(document_of("Price list of May"));
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->substr(0, 17), "Price list of May");
}

TEST(PdfText, OfADamagedDocumentIsAnError) {
  if (!is_installed()) return;
  const auto text = read_pdf_text("%PDF-1.4\nnothing");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::invalid);
}

TEST(PdfText, NeedsTheProgram) {
  const auto text = read_pdf_text("x", {.program = "/nonexistent/pdftotext"});
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::not_found);
  EXPECT_EQ(text.error().message,
            "there is no /nonexistent/pdftotext; install the package poppler-utils to read PDF "
            "documents");
}

TEST(PdfText, EndsAtTheLimitOfTime) {
  PdfLimits limits = limits_of_script("pdf_sleeps", "exec sleep 60");
  limits.time = std::chrono::milliseconds(100);
  const auto text = read_pdf_text("x", limits);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::limit);
}

TEST(PdfText, EndsAtTheLimitOfTimeEvenIfItsOutputHasEnded) {
  PdfLimits limits = limits_of_script("pdf_closes", "exec >&-; exec sleep 60");
  limits.time = std::chrono::milliseconds(200);
  const auto text = read_pdf_text("x", limits);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::limit);
}

// Returns true if a process of this number does something.
bool is_running(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z" && state != "X";
}

TEST(PdfText, LeavesNoProcessBehind) {
  const auto text = read_pdf_text(
      "x", limits_of_script("pdf_forks", "sleep 60 >/dev/null & echo $!; kill -0 $!; exit 0"));
  ASSERT_TRUE(text) << text.error().message;
  const std::string process = text->substr(0, text->find('\n'));
  for (int i = 0; is_running(process) && i < 1000; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(is_running(process));
}

TEST(PdfText, EndsAtTheLimitOfOutput) {
  PdfLimits limits = limits_of_script("pdf_yes", "exec yes");
  limits.text_bytes = 1000;
  const auto text = read_pdf_text("x", limits);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->size(), 1000u);
}

TEST(PdfText, IsUtf8EvenIfItIsCut) {
  PdfLimits limits = limits_of_script("pdf_latin", "exec yes \"$(printf 'caf\\351')\"");
  limits.text_bytes = 1000;
  const auto text = read_pdf_text("x", limits);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->substr(0, 7), "caf\uFFFD\n");
}

TEST(PdfText, IsReadWithoutFilesAndEnvironment) {
  const auto text = read_pdf_text(
      "hello",
      limits_of_script("pdf_looks",
                       "cat; echo; echo \"${PATH-none}\" >/dev/null; ls /proc/self/fd | wc -l; "
                       "env | sort | grep -v -e PWD -e SHLVL -e _="));
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "hello\n4\nHOME=/nonexistent\nLC_ALL=C.UTF-8\n");
}

TEST(PdfText, IsReadByAProgramThatMayWriteNoFile) {
  const auto file = std::filesystem::path(testing::TempDir()) / "freshet_pdf_written";
  std::filesystem::remove(file);
  const auto text = read_pdf_text(
      "x",
      limits_of_script("pdf_writes", "(echo x > " + file.string() + ") 2>/dev/null; echo done"));
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "done\n");
  EXPECT_EQ(std::filesystem::file_size(file), 0u);
}

}  // namespace
}  // namespace freshet
