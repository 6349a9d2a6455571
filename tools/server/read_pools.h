#pragma once
#include <cstddef>

#include "core/machine/threads/fair_pool.h"

namespace countersign {

// The threads that read for people and backends, so that those of the uploads do not, and that
// verify what passkeys have signed. Thread-safe.
struct ReadPools {
  static constexpr std::size_t kReaders = 4;
  static constexpr std::size_t kCeremonies = 2;

  // Lists, cases and proofs: half of the threads for one client or reviewer at most.
  FairPool reads{kReaders, {.each_client = 64, .all = 1024}, FairPool::Threads::HalfForOthers};
  // Reports, one at a time. As many of a reviewer wait as the rate lets through at once.
  FairPool reports{1, {.each_client = 8, .all = 64}};

  // An address, or a reviewer, has one at a time.
  FairPool ceremonies{
      kCeremonies, {.each_client = 64, .all = 512}, FairPool::Threads::HalfForOthers};

  void stop() {
    ceremonies.stop();
    reads.stop();
    reports.stop();
  }
};

}  // namespace countersign
