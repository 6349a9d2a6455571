#pragma once
#include <cstdint>
#include <span>

namespace countersign {

// Serves servers on other machines with a judging program, until SIGTERM or SIGINT: then no more
// connections are accepted, and the submissions that are being judged are answered. `program` is
// the name of the judging program, which lies beside this one, `arguments` are those of its command
// line, and `engine_bytes` is the memory that its engine may allocate in addition to the pictures.
//
// Returns the exit status: 0 after a signal, 1 when it cannot serve, 2 for bad options.
// REQUIRES: called by main() before anything else was done.
int run_inspector_host(const char* program,
                       std::span<char* const> arguments,
                       std::uint64_t engine_bytes);

}  // namespace countersign
