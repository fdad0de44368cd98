// Watches, channels, deliveries and accounts as lines for people.
#pragma once

#include <string>

#include "registrar/channels.h"
#include "registrar/deliveries.h"
#include "registrar/people.h"
#include "registrar/watch_files.h"
#include "registrar/watch_trial.h"
#include "registrar/watches.h"

namespace freshet {

std::string watch_line(const WatchView& watch);
std::string channel_line(const ChannelView& channel);
std::string delivery_line(const DeliveryView& delivery);
std::string person_line(const Person& person);
std::string invitation_line(const InvitationLink& link);
std::string applied_line(const FileApplied& applied);

// Returns a line for each watch of an import, and for each of its fields that was not taken over as
// it is.
std::string import_text(const ImportedWatches& imported, const ImportDone& done, bool is_trial);

// Returns the lines that are compared, and what would be told.
std::string trial_text(const WatchTrial& trial);

}  // namespace freshet
