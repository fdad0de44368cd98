freshet_module(coherence
  USES base
  PUBLIC blur.h capture_state.h defects.h invariance.h measures.h online_plan.h parts.h plan.h revisits.h
         sweep.h trust.h verdict.h
  LINKS fmt::fmt
  SOURCES best_nested.cc blur.cc capture_state.cc defects.cc invariance.cc measures.cc online_plan.cc
          parts.cc plan.cc plan_orders.cc revisits.cc sweep.cc trust.cc verdict.cc
  TESTS best_nested_test.cc blur_test.cc capture_state_test.cc defects_test.cc invariance_test.cc
        measures_test.cc online_plan_test.cc parts_test.cc plan_test.cc revisits_test.cc
        sweep_test.cc trust_test.cc verdict_test.cc)
