# freshet_module(<name> [USES <module>...] [LINKS <target>...] SOURCES <file>... [TESTS <file>...])
#
# One folder, one library, one test binary. USES names the only modules it may include.
include(GoogleTest)

# Clang takes what stable_sort of libstdc++ 12 calls within for our use of something deprecated; what
# is ours and deprecated, g++ finds.
set(FRESHET_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)

function(freshet_module name)
  cmake_parse_arguments(ARG "" "" "USES;LINKS;SOURCES;TESTS" ${ARGN})
  list(TRANSFORM ARG_SOURCES PREPEND src/${name}/)
  list(TRANSFORM ARG_TESTS PREPEND src/${name}/)
  list(TRANSFORM ARG_USES PREPEND freshet_ OUTPUT_VARIABLE uses)

  add_library(freshet_${name} STATIC ${ARG_SOURCES})
  target_include_directories(freshet_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(freshet_${name} PRIVATE ${FRESHET_WARNINGS})
  target_link_libraries(freshet_${name} PUBLIC ${uses} PRIVATE ${ARG_LINKS})

  if(ARG_TESTS AND BUILD_TESTING)
    add_executable(${name}_test ${ARG_TESTS})
    target_compile_options(${name}_test PRIVATE ${FRESHET_WARNINGS})
    target_link_libraries(${name}_test PRIVATE freshet_${name} freshet_testkit ${ARG_LINKS}
                          nlohmann_json::nlohmann_json GTest::gtest_main)
    gtest_discover_tests(${name}_test DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 900)
  endif()
endfunction()

# freshet_fuzz(<reader> USES <module>...): fuzz/<reader>_fuzz.cc with its kept corpus. Under clang
# (FRESHET_FUZZ) it is a libFuzzer program; in the tests the same entry point replays the corpus.
function(freshet_fuzz reader)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  list(TRANSFORM ARG_USES PREPEND freshet_ OUTPUT_VARIABLE uses)
  if(FRESHET_FUZZ)
    add_executable(${reader}_fuzz fuzz/${reader}_fuzz.cc)
    target_link_options(${reader}_fuzz PRIVATE -fsanitize=fuzzer)
  elseif(BUILD_TESTING)
    add_executable(${reader}_fuzz fuzz/${reader}_fuzz.cc fuzz/replay_main.cc)
    add_test(NAME fuzz_corpus.${reader}
             COMMAND ${reader}_fuzz ${PROJECT_SOURCE_DIR}/fuzz/corpus/${reader})
    set_tests_properties(fuzz_corpus.${reader} PROPERTIES TIMEOUT 300)
  else()
    return()
  endif()
  target_compile_options(${reader}_fuzz PRIVATE ${FRESHET_WARNINGS})
  target_link_libraries(${reader}_fuzz PRIVATE ${uses})
endfunction()

# freshet_bench(<name> USES <module>... [LINKS <target>...] [PARTS <file>...]): bench/<name>.cc and
# other files of it. Compiled with the tests so that it cannot rot, run from the bench preset.
function(freshet_bench name)
  cmake_parse_arguments(ARG "" "" "USES;LINKS;PARTS" ${ARGN})
  list(TRANSFORM ARG_USES PREPEND freshet_ OUTPUT_VARIABLE uses)
  list(TRANSFORM ARG_PARTS PREPEND bench/)
  if(FRESHET_BENCH OR BUILD_TESTING)
    add_executable(${name} bench/${name}.cc ${ARG_PARTS})
    target_compile_options(${name} PRIVATE ${FRESHET_WARNINGS})
    target_link_libraries(${name} PRIVATE ${uses} freshet_testkit ${ARG_LINKS})
  endif()
endfunction()
