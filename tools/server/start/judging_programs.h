#pragma once
#include <cstddef>
#include <memory>

#include "core/inspection/confined/confined_engine.h"
#include "core/result.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"
#include "tools/server/start/matcher_start.h"
#include "tools/server/start/reader_start.h"

namespace countersign {

std::size_t inspection_threads_of(const ServerSettings& settings);

// Twice the number of threads that one client's images may use alone: a client that is alone gets
// half (fair_queue.h), so a client whose images take long does not make all others wait for their
// end. If more threads run than there are cores, the operating system shares the cores.
constexpr std::size_t seats_of(std::size_t threads) { return 2 * threads; }

// A session has many images but is finalized once, and shows its last side once, so half as many
// workers compare faces, or print, as inspect images.
std::size_t comparing_workers_of(const ServerSettings& settings);

// The programs that look at images, each of which forks confined processes.
struct JudgingPrograms {
  std::unique_ptr<confined::ConfinedEngine> inspector;
  MatcherPtr matcher;  // null if no models were named
  ReaderPtr reader;    // null if there is none, of which no_reader says why
  NoReader no_reader;
};

// Starts the inspector, the matcher and the reader.
// REQUIRES: no other threads yet, and no secret was read; `operator_log` outlives the programs.
Result<JudgingPrograms, CannotServe> start_judging_programs(const ServerSettings& settings,
                                                            OperatorLog& operator_log);

}  // namespace countersign
