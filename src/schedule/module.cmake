freshet_module(schedule
  USES base predict
  PUBLIC day_policy.h days.h live_policy.h plain_policies.h policy_registry.h refresh_policy.h
         score_policy.h shipped_training.h site_policy.h training.h
  LINKS fmt::fmt
  SOURCES daily_policy.cc day_policy.cc due_queue.cc hints.cc interval_policies.cc live_choice.cc
          live_plan.cc live_policy.cc live_state.cc optimal_rates.cc plain_policies.cc
          policy_registry.cc rolling_budget.cc score_policy.cc shipped_training.cc site_model.cc
          site_policy.cc
  TESTS daily_policy_test.cc due_queue_test.cc hints_test.cc live_appointments_test.cc
        live_bursts_test.cc live_policy_test.cc optimal_rates_test.cc policy_registry_test.cc
        rolling_budget_test.cc site_model_test.cc)
