// The normal form of a link: two links with the same normal form count as the same page.
//
// A Url is already in the standard's form (case, default port, dot segments). The normal form goes
// further, for http and https:
//   - removes the fragment: it is never sent to the server;
//   - removes user name and password: they are never sent, and must not be stored;
//   - makes percent-encoding unique (RFC 3986, 6.2.2): "%7e" is "~", "%c3" is "%C3", and characters
//     not valid in a path or query are encoded ("|" is "%7C", a stray "%" is "%25");
//   - removes tracking parameters from the query;
//   - removes an empty query and the final dot of the host name.
// It does not guess: the order of parameters, letter case in paths, "www.", http or https and
// "index.html" may all matter, so they stay. URLs of other schemes only lose their fragment.
#pragma once

#include <string>
#include <vector>

#include "url/url.h"

namespace freshet {

struct NormalFormOptions {
  // Names of query parameters that do not change the page, case-insensitive. A '*' at the end
  // matches any suffix.
  std::vector<std::string> tracking_parameters = {
      "utm_*",     "gclid",   "gclsrc",      "dclid",     "gbraid", "wbraid", "_ga",
      "_gl",       "fbclid",  "msclkid",     "yclid",     "ysclid", "twclid", "ttclid",
      "li_fat_id", "igshid",  "igsh",        "mc_cid",    "mc_eid", "_hsenc", "_hsmi",
      "mkt_tok",   "vero_id", "oly_anon_id", "oly_enc_id"};
};

// Returns the URL without user name and password.
Url without_credentials(const Url& url);

// Idempotent. In the rare case that the encoded form would be longer than kUrlBytesMax, removes
// only the fragment and the credentials.
Url normal_form(const Url& url, const NormalFormOptions& options);

}  // namespace freshet
