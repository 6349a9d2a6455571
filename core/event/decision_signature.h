#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/schema.h"

namespace countersign {

// The parts of a decision's statement that nobody can derive from the rest of the event.
struct SignedView {
  std::string log;  // its origin: the name in its checkpoints; empty of a log without checkpoints
  Sha256 root;      // of the tree of the events that were seen, RFC 6962 section 2.1
  // SHA-256 of a salt of 32 random bytes and the note. The salt is sealed with the note, so that
  // the hash tells nothing of a note that was purged.
  Sha256 note;
  bool operator==(const SignedView&) const = default;
};
template <>
inline constexpr auto fields_of<SignedView> = fields(Field{"log", &SignedView::log},
                                                     Field{"root", &SignedView::root},
                                                     Field{"note", &SignedView::note});
static_assert(record_is_sound<SignedView>);

// A reviewer's signature of a decision: the assertion of a passkey (W3C Web Authentication, 7.2).
// Its challenge is a purpose (core/reviewer/challenge_purpose.h) and the SHA-256 of the decision's
// statement (review_statement.h of core/session/review).
struct DecisionSignature {
  std::string key_id;              // of the passkey, as its registration names it
  std::uint64_t seen = 0;          // the size of the log that the reviewer's view was made from
  std::string authenticator_data;  // base64url of the bytes, as the two below
  std::string client_data;
  std::string signature;
  std::optional<SignedView> view{};  // none: an earlier release's statement and bare challenge
  bool operator==(const DecisionSignature&) const = default;
};
template <>
inline constexpr auto fields_of<DecisionSignature> =
    fields(Field{"keyId", &DecisionSignature::key_id},
           Field{"seen", &DecisionSignature::seen},
           Field{"authenticatorData", &DecisionSignature::authenticator_data},
           Field{"clientData", &DecisionSignature::client_data},
           Field{"signature", &DecisionSignature::signature},
           Field{"view", &DecisionSignature::view});
static_assert(record_is_sound<DecisionSignature>);

// The place of the counter of signatures in authenticator data (section 6.1): the last four bytes
// of the part that every assertion has.
inline constexpr std::size_t kSignCounterAt = 33;

// Reads the signature counter from authenticator data in base64url; 0 if the data is malformed.
std::uint32_t counter_in(std::string_view authenticator_data);
// The counter that the signature's authenticator gave.
std::uint32_t counter_of(const DecisionSignature& signature);

// The most bytes of a signature's texts together, so that an event stays far below its limit. The
// code that makes the command refuses longer texts.
inline constexpr std::size_t kDecisionSignatureBytesMax = 16384;

}  // namespace countersign
