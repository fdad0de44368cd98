freshet_module(learn
  USES base
  PUBLIC boosting.h c45.h dataset.h decision_tree.h evaluate.h feature_search.h forest.h
         learners.h model_file.h model_text.h
  LINKS PkgConfig::xgboost fmt::fmt
  SOURCES arff.cc boosting.cc boosting_train.cc c45.cc c45_split.cc class_bags.cc csv.cc
          dataset.cc decision_tree.cc decision_tree_text.cc evaluate.cc feature_search.cc
          forest.cc learners.cc model_file.cc model_text.cc naive_bayes.cc nearest.cc
          print_number.cc text_scan.cc
  TESTS arff_test.cc c45_test.cc c45_weka_test.cc evaluate_test.cc learners_test.cc
        model_file_test.cc)
