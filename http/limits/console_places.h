#pragma once
#include <cstdint>

#include "http/limits/fair_shares.h"

namespace countersign::http {

// The places that calls of the console hold while they wait. A call that waits holds its connection
// until its answer, and the console has few connections. So these groups have shares of their own:
// strangers who wait take no place from reviewers who are logged in, and whoever comes later finds
// a place in their own group, until there are as many callers in it as places. Thread-safe.
struct ConsolePlaces {
  static constexpr std::uint64_t kProvider = 80;
  static constexpr std::uint64_t kProviderEach = 16;
  static constexpr std::uint64_t kEntry = 32;
  static constexpr std::uint64_t kEntryEach = 8;
  static constexpr std::uint64_t kReviewers = 112;
  static constexpr std::uint64_t kReviewersEach = 24;

  // Logins that the identity provider is asked about, by address. An office may share one.
  FairShares provider{kProvider, kProviderEach};
  FairShares entry{kEntry, kEntryEach};              // ceremonies without a login, by address
  FairShares reviewers{kReviewers, kReviewersEach};  // calls with a login, by reviewer
};

}  // namespace countersign::http
