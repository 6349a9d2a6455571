#pragma once
#include <cstdint>

namespace countersign {

// The passkeys that were registered, by the word that each rests on (core/reviewer/key_change.h).
struct PasskeyCounts {
  std::uint64_t by_passkeys = 0;   // each signature was verified
  std::uint64_t by_links = 0;      // of operators
  std::uint64_t by_providers = 0;  // of identity
  std::uint64_t unsaid = 0;        // by earlier releases, on the word of a login

  PasskeyCounts& operator+=(const PasskeyCounts& other) {
    by_passkeys += other.by_passkeys;
    by_links += other.by_links;
    by_providers += other.by_providers;
    unsaid += other.unsaid;
    return *this;
  }
};

// The decisions of people that an audit found to be good.
struct DecisionCounts {
  std::uint64_t signed_by_reviewers = 0;    // each signature was verified
  std::uint64_t unsigned_by_reviewers = 0;  // of clients that accept them
  std::uint64_t by_clients = 0;             // by back offices and operators, who cannot sign
  PasskeyCounts passkeys{};                 // by which signatures are verified

  DecisionCounts& operator+=(const DecisionCounts& other) {
    signed_by_reviewers += other.signed_by_reviewers;
    unsigned_by_reviewers += other.unsigned_by_reviewers;
    by_clients += other.by_clients;
    passkeys += other.passkeys;
    return *this;
  }
};

}  // namespace countersign
