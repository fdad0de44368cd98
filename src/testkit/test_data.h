// Third-party test data outside the project: $FRESHET_TEST_DATA, by default ../shared/data beside
// the checkout. If it is absent the tests are skipped visibly, and CI fails.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::testkit {

// Returns true in continuous integration (CI=true), where no test may be skipped.
bool running_in_ci();

// Reports that the running test lacks a prerequisite: fails it in CI, skips it elsewhere. The test
// must return at once.
void leave_untested(std::string_view why);

// Returns true if `name` (a path below the data folder) exists. Otherwise the running test is
// marked untested, and must return at once.
bool has_test_data(std::string_view name);

// Returns the path of `name`. Only after has_test_data(name).
std::filesystem::path test_data(std::string_view name);

std::string read_file(const std::filesystem::path& file);

// Returns the 446 real pages, unpacked once into the build folder, ordered by name. Needs
// has_test_data("real-pages.tar.zst").
std::vector<std::filesystem::path> real_pages();

// Returns the texts of those pages, converted to UTF-8 as freshet does, in the same order.
std::vector<std::string> real_page_texts();

// Returns the inputs of html5lib's tree construction tests, as UTF-8. Needs
// has_test_data("html5lib-tests").
std::vector<std::string> tree_construction_inputs();

// Returns the path of a file or folder of the project itself, such as "tests/oracle".
std::filesystem::path project_path(std::string_view name);

}  // namespace freshet::testkit
