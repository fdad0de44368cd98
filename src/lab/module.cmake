freshet_module(lab
  USES base learn predict schedule
  LINKS fmt::fmt
  SOURCES freshness_svg.cc group_errors.cc live_replay.cc oracle_policy.cc replay.cc split.cc
          trial.cc
  TESTS freshness_svg_test.cc live_replay_test.cc reference_figures_test.cc replay_test.cc
        site_policy_test.cc split_test.cc trial_test.cc)
