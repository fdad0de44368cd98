freshet_module(report COLD
  USES base catalog change coherence url
  PUBLIC coherence_html.h funnel.h page_history.h report.h report_html.h report_text.h
         schedulers.h site_coherence.h site_graph.h words.h
  LINKS fmt::fmt nlohmann_json::nlohmann_json
  SOURCES calendar.cc coherence_html.cc coherence_strip.cc drawing.cc equal_visiting.cc funnel.cc html_parts.cc page_history.cc plot_parts.cc
          plots.cc report.cc report_html.cc report_style.cc report_text.cc schedulers.cc
          schedulers_html.cc site_coherence.cc site_graph.cc words.cc
  TESTS coherence_html_test.cc equal_visiting_test.cc page_history_test.cc report_html_test.cc report_test.cc
        schedulers_test.cc words_test.cc)
