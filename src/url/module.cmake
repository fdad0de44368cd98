freshet_module(url
  USES base
  PUBLIC host.h ip_address.h normal_form.h site.h surt.h url.h
  LINKS ICU::uc PkgConfig::psl
  SOURCES host.cc host_parser.cc idna.cc ip_address.cc normal_form.cc percent.cc site.cc surt.cc
          url.cc url_fast_path.cc url_parser.cc url_path.cc
  TESTS host_test.cc ip_address_test.cc normal_form_test.cc percent_test.cc site_test.cc
        surt_test.cc url_test.cc wpt_idna_test.cc wpt_url_test.cc)
