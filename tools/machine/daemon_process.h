#pragma once
#include <signal.h>

#include <chrono>

// Process set-up of programs that serve until a signal ends them.
namespace countersign {

// The deadline for work in flight. Together with the rest of the shutdown it stays well within the
// ten seconds that a supervisor waits.
inline constexpr std::chrono::milliseconds kStopDeadline{7'000};

// Makes new files private to their owner, and keeps memory that may hold keys and images out of
// core files and away from other processes of the same user.
void close_the_doors();

// Raises the limit of open descriptors to the hard limit: each connection needs a descriptor.
void raise_descriptor_limit();

// Limits the number of malloc's arenas if the address space is limited. Each arena reserves 64 MiB
// of address space, and threads that start at the same moment create many arenas; later threads
// would then find no address space for their stacks.
void spare_address_space();

// Blocks SIGTERM and SIGINT and returns them. REQUIRES: no other thread exists yet, so that all
// threads inherit the mask and wait_for() gets the signals. Ignores SIGPIPE and SIGXFSZ, which
// would end the process in the middle of its work.
sigset_t block_ending_signals();
// The same with SIGHUP, for a program that reads its settings again at it.
sigset_t block_serving_signals();
// Waits for one of the blocked signals, and returns its number.
int wait_for(const sigset_t& blocked);

}  // namespace countersign
