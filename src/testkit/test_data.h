// Third-party test data, which lives outside the project: $FRESHET_TEST_DATA, by default
// ../shared/data beside the checkout. Where it is absent a person sees a loud skip, and CI fails.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::testkit {

// Whether this is a run of continuous integration (CI=true), where nothing may go untested.
bool running_in_ci();

// Says that the running test lacks what it needs: fails it in CI, skips it elsewhere. The test must
// return at once.
void leave_untested(std::string_view why);

// True if `name` (a path below the data folder) is there. Otherwise the running test has been
// left untested, and must return at once.
bool has_test_data(std::string_view name);

// Where `name` is. Only after has_test_data(name).
std::filesystem::path test_data(std::string_view name);

std::string read_file(const std::filesystem::path& file);

// The 446 real pages, unpacked once into the build folder, in order of their names.
// Needs has_test_data("real-pages.tar.zst").
std::vector<std::filesystem::path> real_pages();

// The texts of those pages, brought to UTF-8 as freshet does, in the same order.
std::vector<std::string> real_page_texts();

// The inputs of html5lib's tree construction tests, as UTF-8. Needs
// has_test_data("html5lib-tests").
std::vector<std::string> tree_construction_inputs();

// A file or folder of the project itself, such as "tests/oracle".
std::filesystem::path project_path(std::string_view name);

}  // namespace freshet::testkit
