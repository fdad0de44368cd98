// Runs the command of a hook: no shell, a time limit, a small environment.
#pragma once

#include <cstddef>
#include <string_view>

#include "notify/answer.h"
#include "notify/compose.h"

namespace freshet {

inline constexpr std::size_t kHookOutputBytesMax = 16 << 10;

// The command gets `input` as a file on standard input; of what it writes the beginning is kept. It
// and its process group are killed when it ends or its time is over. It sees PATH, LANG and HOME
// and no other variable, works in "/", and has no other file of ours open. Blocks.
SendAnswer run_hook(const HookCommand& command, std::string_view input);

}  // namespace freshet
