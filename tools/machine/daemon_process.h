#pragma once
#include <signal.h>

#include <chrono>

// How a program behaves that serves until it is told to end.
namespace countersign {

// Together with what follows well within the ten seconds that a supervisor waits.
inline constexpr std::chrono::milliseconds kStopDeadline{7'000};

// Nobody else reads what we make, and memory that may hold keys and images
// reaches neither a core file nor another process of the same user.
void close_the_doors();

// As many connections as were asked for need as many descriptors.
void raise_descriptor_limit();

// Each of malloc's arenas reserves 64 MiB of address space, and threads that begin at one moment
// make many: where address space is limited, the later ones would find none for their stacks.
void spare_address_space();

// SIGTERM and SIGINT, blocked before any thread is made, so that all have it and
// wait_for() gets them. What would end the process in the middle is ignored.
sigset_t block_ending_signals();
void wait_for(const sigset_t& ending);

}  // namespace countersign
