# Read by ctest, not by cmake: asks `program` which tests it has and adds one for each suite of them,
# since a process of its own for each of a thousand small tests costs more than the tests. Those of the
# `long_suites` are added one by one, and begin first so that no core waits for the last of them.
if(NOT EXISTS "${program}")
  add_test(${name}_NOT_BUILT ${program})
  return()
endif()
execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed
                ERROR_VARIABLE complaint)
if(failed)
  message(FATAL_ERROR "${program} cannot list its tests: ${complaint}")
endif()

# A suite was skipped only if nothing in it failed, which would be said below what was skipped.
set(skipped "\\[  SKIPPED \\] [^[]*$")

string(REGEX REPLACE "[ ]*#[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" lines "${listed}")
foreach(line IN LISTS lines)
  if(line MATCHES "^  (.*)$")
    if(is_long)
      add_test("${suite}${CMAKE_MATCH_1}" "${program}" "--gtest_filter=${suite}${CMAKE_MATCH_1}")
      set_tests_properties("${suite}${CMAKE_MATCH_1}" PROPERTIES
                           TIMEOUT 900 COST 100 SKIP_REGULAR_EXPRESSION "${skipped}")
    endif()
  elseif(line MATCHES "\\.$")
    set(suite "${line}")
    set(is_long FALSE)
    foreach(long_suite IN LISTS long_suites)
      if("/${suite}" MATCHES "/${long_suite}[./]")
        set(is_long TRUE)
      endif()
    endforeach()
    if(NOT is_long)
      string(REGEX REPLACE "\\.$" "" shown "${name}.${suite}")
      add_test("${shown}" "${program}" "--gtest_filter=${suite}*")
      set_tests_properties("${shown}" PROPERTIES
                           TIMEOUT 900 SKIP_REGULAR_EXPRESSION "${skipped}")
    endif()
  endif()
endforeach()
