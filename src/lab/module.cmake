freshet_module(lab
  USES base coherence learn predict schedule
  PUBLIC coherence_svg.h coherence_trial.h freshness_svg.h group_errors.h replay.h site_rates.h
         split.h trial.h
  LINKS fmt::fmt
  SOURCES coherence_svg.cc coherence_trial.cc freshness_svg.cc group_errors.cc live_replay.cc
          oracle_policy.cc replay.cc site_rates.cc split.cc trial.cc
  TESTS coherence_svg_test.cc coherence_trial_test.cc freshness_svg_test.cc live_replay_test.cc
        reference_figures_test.cc replay_test.cc site_policy_test.cc site_rates_test.cc split_test.cc
        trial_test.cc)
