#include "clean/parking_phrases.h"

namespace freshet {
namespace {

struct ServiceMark {
  std::string_view mark;
  std::string_view service;
};

// Facts seen in parked pages up to 2024: attributes, paths and hosts of their loaders.
constexpr ServiceMark kServiceMarks[] = {
    {"data-adblockkey=", "AdSense for Domains"},
    {"/adsense/domains/caf.js", "AdSense for Domains"},
    {"/apps/domainpark/", "AdSense for Domains"},
    {"google_afd_request", "AdSense for Domains"},
    {"\"pubId\":\"dp-", "AdSense for Domains"},
    {"window.park=", "Bodis"},
    {"window.park =", "Bodis"},
    {"/parking-lander/", "GoDaddy"},
    {"LANDER_SYSTEM", "GoDaddy"},
    {"sedoparking.com/", "Sedo"},
    {"sedoParkingUrl", "Sedo"},
    {"d38psrni17bvxu.cloudfront.net/themes/", "ParkingCrew"},
    {"parking.parklogic.com/", "ParkLogic"},
    {"searchvity.com/?dn=", "Searchvity"},
    {"dsregredir.com/?", "Oversee"},
    {"sk-logabpstatus.php", "Skenzo"},
    {"cdn.dan.com/", "Dan"},
    {"//www.afternic.com/forsale/", "Afternic"},
    {"uniregistry.com/market", "Uniregistry"},
    {"parkingpage.namecheap.com", "Namecheap"},
};

// In lower case. A phrase says that the *domain* is offered, parked or gone, or heads a list of
// ads.
constexpr std::string_view kSalePhrases[] = {
    "domain may be for sale",
    "domain is for sale",
    "domain name is for sale",
    "buy this domain",
    "domain is parked",
    "domain has been parked",
    "domain parking",
    "parked free",
    "inquire about this domain",
    "make an offer",
    "domain has expired",
    "related searches",
    "related links",
    "sponsored listings",
    "domain is available",
    "get this domain",
    "domain for sale",
    "purchase this domain",
    "domain name has been registered",
    // German
    "domain zu verkaufen",
    "steht zum verkauf",
    "domain kaufen",
    "domain geparkt",
    "domain ist geparkt",
    "hnliche suchen",
    "verwandte suchen",
    "gesponserte",
    // French
    "domaine est \xc3\xa0 vendre",
    "domaine \xc3\xa0 vendre",
    "recherches associ\xc3\xa9"
    "es",
    "acheter ce domaine",
    "liens sponsoris\xc3\xa9s",
    "domaine parqu\xc3\xa9",
    // Italian
    "essere in vendita",
    "dominio in vendita",
    "dominio \xc3\xa8 in vendita",
    "ricerche correlate",
    "acquista questo dominio",
    "dominio parcheggiato",
    // Spanish, Portuguese
    "dominio est\xc3\xa1 en venta",
    "dominio en venta",
    "b\xc3\xbasquedas relacionadas",
    "compre este dominio",
    "dom\xc3\xadnio \xc3\xa0 venda",
    "dom\xc3\xadnio est\xc3\xa1 \xc3\xa0 venda",
    "pesquisas relacionadas",
    // Dutch, Polish, Turkish
    "domein is te koop",
    "domeinnaam te koop",
    "domein te koop",
    "gerelateerde zoekopdrachten",
    "domena na sprzeda\xc5\xbc",
    "domena jest zaparkowana",
    "sat\xc4\xb1l\xc4\xb1k domain",
    // Russian, Chinese, Japanese
    "\xd0\xb4\xd0\xbe\xd0\xbc\xd0\xb5\xd0\xbd "
    "\xd0\xbf\xd1\x80\xd0\xbe\xd0\xb4\xd0\xb0\xd0\xb5\xd1\x82\xd1\x81\xd1\x8f",
    "\xd0\xb4\xd0\xbe\xd0\xbc\xd0\xb5\xd0\xbd "
    "\xd0\xbf\xd1\x80\xd0\xb8\xd0\xbf\xd0\xb0\xd1\x80\xd0\xba\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd",
    "\xe5\x9f\x9f\xe5\x90\x8d\xe5\x87\xba\xe5\x94\xae",
    "\xe3\x83\x89\xe3\x83\xa1\xe3\x82\xa4\xe3\x83\xb3\xe3\x81\xaf\xe8\xb2\xa9\xe5\xa3\xb2",
};

}  // namespace

std::string_view find_parking_service(std::string_view html) {
  for (const ServiceMark& known : kServiceMarks)
    if (html.contains(known.mark)) return known.service;
  return {};
}

std::size_t count_sale_phrases(std::string_view text) {
  std::size_t count = 0;
  for (const std::string_view phrase : kSalePhrases) count += text.contains(phrase) ? 1 : 0;
  return count;
}

}  // namespace freshet
