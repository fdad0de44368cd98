// How numbers and moments are put into words for people, for the commands.
#pragma once

#include "base/wording.h"
