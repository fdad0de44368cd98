// Numbers and times in words, for the commands.
#pragma once

#include "base/wording.h"
