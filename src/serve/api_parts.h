// The parts of the API. Each is a file of routes; a new one is a line here and in api_parts.cc.
#pragma once

#include "serve/api_route.h"

namespace freshet {

ApiPart archive_part();  // status, report, hosts, changes, captures
ApiPart page_part();
ApiPart job_part();
ApiPart watch_part();       // watches, tags
ApiPart watch_file_part();  // trials, imports, the watches file
ApiPart channel_part();     // channels, deliveries
ApiPart happening_part();   // happenings, rules, feeds
ApiPart people_part();      // login, accounts, invitations, tokens, audit
ApiPart server_part();      // state, settings, the document of the API

}  // namespace freshet
