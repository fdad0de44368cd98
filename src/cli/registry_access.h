// The registry of a command: the file beside the archive, also while a server runs.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/command.h"
#include "registrar/member.h"
#include "registrar/refusal.h"
#include "registry/registry.h"

namespace freshet {

struct OpenRegistry {
  std::unique_ptr<Registry> registry;
  // An administrator at this machine. New things belong to the person of --person; by default to
  // the first administrator, or to nobody while there are no accounts.
  Member who;
};

// Makes the registry if it is not there.
std::expected<OpenRegistry, Failure> open_registry(const Session& session);

// The option that says whose the new things are.
inline constexpr Option kPersonOption = {"--person", "NAME",
                                         "Act for this person (default: the first administrator)"};

// Converts a refusal: a wrong member is wrong usage.
std::unexpected<Failure> failure_of(const Refusal& refusal);

// Reads the number of a watch, channel, ...; wrong usage names the word.
std::expected<std::int64_t, Failure> id_of(std::string_view what, const std::string& word);

// Returns the operands behind the action; wrong usage unless there are from `least` to `most`.
std::expected<std::vector<std::string>, Failure> words_of(const Session& session,
                                                          std::string_view what, std::size_t least,
                                                          std::size_t most = 1000);

// Writes a line of JSON.
void print_json(const Session& session, const std::string& json);

}  // namespace freshet
