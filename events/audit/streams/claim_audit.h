#pragma once
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/session/review/held_claims.h"
#include "core/session/review/review.h"
#include "core/stream/recorded_event.h"
#include "events/audit/streams/session_hash.h"
#include "events/audit/streams/state_form.h"

namespace countersign {

// The claims that keep others out of a case, in a log that is read from its first event: the book
// of held_claims.h. Some hundred bytes for each reviewer. One thread at a time.
class ClaimAudit {
 public:
  // Takes each event of the log, in order, after it was judged.
  void learn(const RecordedEvent& recorded);
  // The reviewer whose claim on the case still keeps others out, as far as it is one of the
  // reviewer's latest; nullopt: none.
  std::optional<std::string> holder_of(const SessionId& session) const {
    return book_.holder_of(session);
  }

  // See state_form.h.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  struct Book {
    HeldClaims claims_of(const std::string& reviewer) const;
    std::optional<std::string> holder_of(const SessionId& session) const;
    void set_claims(const std::string& reviewer, const HeldClaims& claims);
    void set_holder(const SessionId& session, const std::optional<std::string>& holder);

    std::map<std::string, HeldClaims> claims;
    std::unordered_map<SessionId, std::string, HashOfSessionId> holders;
  };

  Book book_;
};

}  // namespace countersign
