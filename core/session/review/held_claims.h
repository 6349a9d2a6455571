#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/session/review/review_event.h"
#include "core/session/review/review_reasons.h"
#include "core/utc_time.h"

// The limit on the cases that a reviewer holds at once. A registered reviewer's latest kClaimsMax
// claims keep others out; a further claim ends the oldest. So two small entries say whether a claim
// is in force, and nothing is counted. The server's view of claims and the audit of a log keep the
// same book, by the same functions, from the events alone.
namespace countersign {

inline constexpr std::size_t kClaimsMax = 3;

struct HeldClaim {
  SessionId session;
  UtcTime expires_at;
  bool operator==(const HeldClaim&) const = default;
};
template <>
inline constexpr auto fields_of<HeldClaim> = fields(Field{"session", &HeldClaim::session},
                                                    Field{"expiresAt", &HeldClaim::expires_at});
static_assert(record_is_sound<HeldClaim>);

// The claims of one reviewer. The claim that was made or renewed last is at the end.
struct HeldClaims {
  std::vector<HeldClaim> claims;
  bool operator==(const HeldClaims&) const = default;
};
template <>
inline constexpr auto fields_of<HeldClaims> = fields(Field{"claims", &HeldClaims::claims});
static_assert(record_is_sound<HeldClaims>);

// A book has these functions; a reviewer without claims has an empty list in it.
template <class Book>
concept ClaimBook = requires(Book book,
                             const Book& read,
                             const std::string& reviewer,
                             const SessionId& session,
                             HeldClaims claims,
                             std::optional<std::string> holder) {
  { read.claims_of(reviewer) } -> std::same_as<HeldClaims>;
  { read.holder_of(session) } -> std::same_as<std::optional<std::string>>;
  book.set_claims(reviewer, claims);
  book.set_holder(session, holder);
};

// The case was given back, decided, purged, or taken by somebody else.
void end_claim(ClaimBook auto& book, const SessionId& session) {
  const std::optional<std::string> holder = book.holder_of(session);
  if (!holder) return;
  HeldClaims held = book.claims_of(*holder);
  std::erase_if(held.claims, [&](const HeldClaim& claim) { return claim.session == session; });
  book.set_claims(*holder, held);
  book.set_holder(session, std::nullopt);
}

// The case was claimed at `at`. Claims that have lapsed then leave no place taken.
void note_claim(ClaimBook auto& book,
                const SessionId& session,
                const ReviewClaimed& event,
                UtcTime at) {
  end_claim(book, session);
  if (!is_registered_reviewer(event.reviewer)) return;
  HeldClaims held = book.claims_of(event.reviewer);
  held.claims.push_back({session, event.expires_at});
  const auto ends = [&](const HeldClaim& claim) {
    const bool is_over = claim.expires_at <= at;
    if (is_over) book.set_holder(claim.session, std::nullopt);
    return is_over;
  };
  std::erase_if(held.claims, ends);
  if (held.claims.size() > kClaimsMax) {
    book.set_holder(held.claims.front().session, std::nullopt);
    held.claims.erase(held.claims.begin());
  }
  const bool is_held =
      !held.claims.empty() && held.claims.back().session == session;  // it may have lapsed at once
  book.set_claims(event.reviewer, held);
  if (is_held) book.set_holder(session, event.reviewer);
}

// Whether the claim is one of the latest of its reviewer. One that is no registered reviewer's is
// not counted.
bool is_held(const ClaimBook auto& book, const SessionId& session, std::string_view reviewer) {
  return !is_registered_reviewer(reviewer) || book.holder_of(session) == reviewer;
}

}  // namespace countersign
