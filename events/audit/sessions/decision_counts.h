#pragma once
#include <cstdint>

#include "core/schema.h"

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
template <>
inline constexpr auto fields_of<PasskeyCounts> =
    fields(Field{"byPasskeys", &PasskeyCounts::by_passkeys},
           Field{"byLinks", &PasskeyCounts::by_links},
           Field{"byProviders", &PasskeyCounts::by_providers},
           Field{"unsaid", &PasskeyCounts::unsaid});
static_assert(record_is_sound<PasskeyCounts>);

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
template <>
inline constexpr auto fields_of<DecisionCounts> =
    fields(Field{"signed", &DecisionCounts::signed_by_reviewers},
           Field{"unsigned", &DecisionCounts::unsigned_by_reviewers},
           Field{"byClients", &DecisionCounts::by_clients},
           Field{"passkeys", &DecisionCounts::passkeys});
static_assert(record_is_sound<DecisionCounts>);

}  // namespace countersign
