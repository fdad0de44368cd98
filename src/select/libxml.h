// The start of libxml2, which must happen before threads use it.
#pragma once

namespace freshet {

// Initialises the library on the first call. Thread-safe.
void begin_libxml();

}  // namespace freshet
