#pragma once
#include <cstddef>

#include "core/machine/threads/fair_pool.h"
#include "tools/options/settings.h"

namespace countersign {

// The threads that do the server's work, in a pool for each kind of work, so that none of one kind
// keeps a thread from another. Only the loops of the edges have other threads. Thread-safe.
struct ServerPools {
  // A download holds a thread for as long as its reader takes. Bundles read ahead on free ones.
  static constexpr std::size_t kTransferThreads = 16;
  static constexpr std::size_t kCeremonyThreads = 2;

  explicit ServerPools(const ServerSettings& settings);

  FairPool inspection;
  FairPool transfers;
  FairPool faces;
  FairPool reads;       // lists, cases and proofs
  FairPool reports;     // one at a time
  FairPool ceremonies;  // what passkeys have signed is verified here
  FairPool operators;
  FairPool long_work;  // of operators, in the background

  // Runs queued work to its end and refuses later work, so that the objects which the work uses may
  // go: the writer may still answer submissions whose callbacks post work. Idempotent.
  void stop();
};

// Inspection threads that may wait for the external engine with frames. The pool has as many
// additional threads, so that those waiting take none from the others.
std::size_t waiting_threads_of(const ServerSettings& settings);

}  // namespace countersign
