// The first-sight model of an archive: that which was learned from it, or else the one that ships.
// It is a file of the archive, `first-sight.model` (docs/formats/first-sight.md).
#pragma once

#include <memory>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "predict/first_sight.h"

namespace freshet {

std::string learned_model_path(const std::string& directory);
bool has_learned_model(Disk& disk, const std::string& directory);

// Whatever looks at pages of this archive for the first time asks this model. A file that is no
// model, or one of another version, is an error that says what to do.
Result<std::shared_ptr<const FirstSight>> first_sight_of(Disk& disk, const std::string& directory);

// After a crash there is the old model or the new one, whole.
Status keep_learned_model(Disk& disk, const std::string& directory, const FirstSight& model);

// From now on the one that ships is asked. Nothing to do if there is no other.
Status forget_learned_model(Disk& disk, const std::string& directory);

}  // namespace freshet
