// Checks a WARC against its tags file and its rows, and derives the expected index lines.
#pragma once

#include "base/disk.h"
#include "base/error.h"
#include "store/archive.h"
#include "store/maintenance/findings.h"
#include "store/maintenance/verify_index.h"

namespace freshet {

Status verify_warc(Disk& disk, Archive& archive, const FileRow& warc, const FileRow& tags,
                   IndexCheck& index, Findings& findings);

}  // namespace freshet
