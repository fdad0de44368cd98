freshet_module(coherence
  USES base
  LINKS fmt::fmt
  SOURCES best_nested.cc invariance.cc plan.cc plan_orders.cc sweep.cc verdict.cc
  TESTS best_nested_test.cc invariance_test.cc plan_test.cc sweep_test.cc verdict_test.cc)
