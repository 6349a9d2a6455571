#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace countersign {

// Returns the path of another program of this installation: in the folder of this program, or where
// packages put programs that nobody types, `libexec/countersign` and `lib/countersign` beside that
// folder. If it is in none of them, returns the path in the first. Links to this program are
// followed. REQUIRES: wrong_with_machine() has found nothing.
std::filesystem::path program_beside_us(const char* program);

// The same, for a program in the folder `here`.
std::filesystem::path program_beside(const std::filesystem::path& here, const char* program);

// Returns which file system that the programs need is not mounted, as a sentence for the operator:
// /proc, without which a program does not find the others and cannot limit their memory, or /dev.
std::optional<std::string> wrong_with_machine();

}  // namespace countersign
