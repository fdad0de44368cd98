freshet_module(predict
  USES base learn
  PUBLIC basket_forest.h baskets.h bayes.h change_history.h day_history.h day_lessons.h
         first_sight.h first_sight_task.h groups.h history.h nutch.h rate.h relearn.h
         shipped_first_sight.h site_clock.h
  LINKS PkgConfig::zstd fmt::fmt
  SOURCES basket_forest.cc baskets.cc bayes.cc change_history.cc day_history.cc day_lessons.cc
          first_sight.cc first_sight_task.cc first_sight_training.cc groups.cc history.cc nutch.cc
          rate.cc relearn.cc shipped_first_sight.cc site_clock.cc
  TESTS basket_forest_test.cc baskets_test.cc bayes_test.cc change_history_test.cc
        day_history_test.cc first_sight_task_test.cc first_sight_test.cc
        first_sight_training_test.cc groups_test.cc history_test.cc rate_test.cc relearn_test.cc
        shipped_first_sight_test.cc site_clock_test.cc)
# The first-sight models that ship are text beside the code; here they become part of the binary.
set(first_sight_any src/predict/shipped_first_sight_any.model)
set(first_sight_content src/predict/shipped_first_sight_content.model)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${first_sight_any}
             ${first_sight_content})
file(READ ${first_sight_any} FIRST_SIGHT_ANY)
file(READ ${first_sight_content} FIRST_SIGHT_CONTENT)
configure_file(src/predict/shipped_first_sight_text.cc.in shipped_first_sight_text.cc @ONLY)
target_sources(freshet_predict PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/shipped_first_sight_text.cc)
