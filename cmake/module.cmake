# freshet_module(<name> [COLD] [USES <module>...] [PUBLIC <header>...] [LINKS <target>...]
#                SOURCES <file>... [TESTS <file>... [LONG <suite>...]])
#
# One folder, one library, one test binary. USES names the only modules it may include, PUBLIC the
# only headers that other modules may include (tests/house_test.cc enforces both), LONG the suites of
# tests that take long (cmake/suites.cmake). COLD: tests spend little time in this module,
# so under sanitizers it is compiled without optimising, which takes two thirds of the time.
# Clang takes what stable_sort of libstdc++ 12 calls within for our use of something deprecated; what
# is ours and deprecated, g++ finds.
# Files compiled together are to g++ headers of one file, in which a class should have no members
# from anonymous namespaces; they are not headers. When it optimises, g++ 12 takes `"x" + text` for an
# overlapping copy (GCC bug 105651), and members of aggregates that were moved for uninitialised; the
# sanitizers and clang find those that are real.
set(FRESHET_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations;-Wno-overlength-strings>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-restrict>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-maybe-uninitialized>)

# Under sanitizers tests are compiled without optimising, which takes half the time; the modules keep it,
# and it is they who work. Benchmarks only have to compile there.
set(FRESHET_TEST_OPTIONS ${FRESHET_WARNINGS} $<$<CONFIG:Debug>:-O0>)
set(FRESHET_BENCH_OPTIONS ${FRESHET_WARNINGS} "$<$<CONFIG:Debug>:-O0;-g0;-fno-sanitize=all>")

# freshet_tests(<program> [LONG <suite>...]): ctest runs the tests of this program, suite by suite.
function(freshet_tests program)
  cmake_parse_arguments(ARG "" "" "LONG" ${ARGN})
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake)
  file(GENERATE OUTPUT ${list} CONTENT "set(name ${program})
set(program \"$<TARGET_FILE:${program}>\")
set(long_suites \"${ARG_LONG}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/suites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()

function(freshet_module name)
  cmake_parse_arguments(ARG "COLD" "" "USES;PUBLIC;LINKS;SOURCES;TESTS;LONG" ${ARGN})
  list(TRANSFORM ARG_SOURCES PREPEND src/${name}/)
  list(TRANSFORM ARG_TESTS PREPEND src/${name}/)
  list(TRANSFORM ARG_USES PREPEND freshet_ OUTPUT_VARIABLE uses)

  add_library(freshet_${name} STATIC ${ARG_SOURCES})
  target_include_directories(freshet_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(freshet_${name} PRIVATE ${FRESHET_WARNINGS}
                         $<$<AND:$<BOOL:${ARG_COLD}>,$<CONFIG:Debug>>:-O0>)
  target_link_libraries(freshet_${name} PUBLIC ${uses} PRIVATE ${ARG_LINKS})

  if(ARG_TESTS AND BUILD_TESTING)
    add_executable(${name}_test ${ARG_TESTS})
    target_compile_options(${name}_test PRIVATE ${FRESHET_TEST_OPTIONS})
    target_link_libraries(${name}_test PRIVATE freshet_${name} freshet_testkit ${ARG_LINKS}
                          nlohmann_json::nlohmann_json GTest::gtest_main)
    freshet_tests(${name}_test LONG ${ARG_LONG})
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
    if(NOT TARGET fuzz_replay)
      add_library(fuzz_replay OBJECT fuzz/replay_main.cc)
      target_compile_options(fuzz_replay PRIVATE ${FRESHET_TEST_OPTIONS})
    endif()
    add_executable(${reader}_fuzz fuzz/${reader}_fuzz.cc)
    target_link_libraries(${reader}_fuzz PRIVATE fuzz_replay)
    add_test(NAME fuzz_corpus.${reader}
             COMMAND ${reader}_fuzz ${PROJECT_SOURCE_DIR}/fuzz/corpus/${reader})
    set_tests_properties(fuzz_corpus.${reader} PROPERTIES TIMEOUT 300)
  else()
    return()
  endif()
  target_compile_options(${reader}_fuzz PRIVATE ${FRESHET_WARNINGS}
                         $<$<NOT:$<BOOL:${FRESHET_FUZZ}>>:$<$<CONFIG:Debug>:-O0>>)
  target_link_libraries(${reader}_fuzz PRIVATE ${uses})
endfunction()

# freshet_bench(<name> USES <module>... [LINKS <target>...] [PARTS <file>...]): bench/<name>.cc and
# other files of it. Run from the bench preset; in a build with tests it is a target, but built only if
# asked for. scripts/lint compiles all of them, so that they cannot rot.
function(freshet_bench name)
  cmake_parse_arguments(ARG "" "" "USES;LINKS;PARTS" ${ARGN})
  list(TRANSFORM ARG_USES PREPEND freshet_ OUTPUT_VARIABLE uses)
  list(TRANSFORM ARG_PARTS PREPEND bench/)
  if(FRESHET_BENCH OR BUILD_TESTING)
    add_executable(${name} bench/${name}.cc ${ARG_PARTS})
    if(NOT FRESHET_BENCH)
      set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    target_compile_options(${name} PRIVATE ${FRESHET_BENCH_OPTIONS})
    target_link_libraries(${name} PRIVATE ${uses} freshet_testkit ${ARG_LINKS})
  endif()
endfunction()
