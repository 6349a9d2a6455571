#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"
#include "core/result.h"

namespace countersign::confined {

// The descriptor over which an inspector talks to the server; see message.h.
inline constexpr int kInspectorControl = 3;

// Makes the engine that the workers judge with, or returns a sentence on what is wrong with the
// program's arguments. The engine must now load everything that it needs from files, including the
// files that a library opens on its first use: a worker cannot open a file.
using EngineMaker =
    std::function<Result<std::unique_ptr<Engine>, std::string>(const InspectionLimits& limits)>;

// The main loop of an inspector program: a process without threads or secrets that forks a confined
// worker whenever the server asks for one, and never sees an image itself. Returns the exit status
// when the server has ended. Its workers end with it.
int run_inspector(const EngineMaker& make_engine);

// The texts that an inspector program prints of itself.
struct ProgramTexts {
  const char* name;  // of the program; --version prints it with kVersion
  const char* usage;
};
// The whole of main(): answers --version and --help, else runs the inspector.
int run_program(std::span<char* const> arguments,
                const ProgramTexts& texts,
                const EngineMaker& make_engine);

// Limits the memory of this process, because a damaged model may request any amount. Workers have
// limits of their own. Does nothing if !kConfines.
void limit_loading_memory(std::uint64_t bytes);

}  // namespace countersign::confined
