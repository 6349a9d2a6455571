#pragma once
#include <span>

// The part of `--listen` that is in the judging programs themselves: they hand it to
// `countersign-listener`, so that a program that decodes pictures has no TLS, and the one that has
// TLS decodes nothing.
namespace countersign {

// Whether the arguments, without the program's name, ask for a program that listens.
bool wants_to_listen(std::span<char* const> arguments);

// Becomes `countersign-listener`, of the folder of this program, for the judging program of that
// name. Returns the exit status if that fails.
int become_listener(const char* program, std::span<char* const> arguments);

// The lines of --help about these options.
extern const char* const kListenUsage;

}  // namespace countersign
