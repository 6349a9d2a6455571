#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/ids.h"
#include "core/machine/threads/fair_pool.h"
#include "events/writer/submission.h"
#include "http/call/call.h"
#include "http/caller/idempotency.h"
#include "http/limits/session_claims.h"

namespace countersign::http {

// A call that changes something, with what it holds until its answer: the place of its
// Idempotency-Key among the keys in flight and, on some calls, its claim on the session. Both are
// free before the client has the answer, so that it can send its next request at once. Movable; an
// object that was moved from may only be destroyed.
//
// Threading: one thread at a time. `idempotency` and `transfers` must outlive this object.
class PendingCall {
 public:
  PendingCall(Idempotency& idempotency, FairPool& transfers, CallPtr call, ClientKey client)
      : idempotency_(idempotency),
        transfers_(transfers),
        call_(std::move(call)),
        client_(std::move(client)) {}

  const CallPtr& call() const { return call_; }
  const ClientKey& client() const { return client_; }

  // Takes the place of the request's Idempotency-Key, if it has one. Returns false after refusing
  // the call: the key is malformed, or a request with it is in flight.
  bool take_key(const StreamId& owner);
  // Returns whether an earlier request had the same key.
  bool has_earlier() const { return key_ && key_->earlier(); }
  // The last event of the earlier request. REQUIRES: has_earlier().
  Sequence earlier() const { return key_->earlier()->last; }
  // How a request with this meaning relates to its key; New without a key.
  enum class Use : std::uint8_t { New, Repeated, Other };
  Use use_of(const Sha256& meaning) const;
  // Returns the record of the request for the log; nullopt without a key.
  std::optional<IdempotencyRecord> record(const Sha256& meaning) const;
  // Returns the key; empty without one.
  std::string key() const { return key_ ? key_->key() : std::string(); }

  // Holds the claim until the answer.
  void hold(SessionClaims::Claim claim) { claim_.emplace(std::move(claim)); }
  // Returns whether the call has waited for its claim and the client has left meanwhile, so that
  // nobody would receive the answer.
  bool is_abandoned() const { return claim_ && (*claim_)->waited && call_->client_gone(); }

  // Each of these releases what the call holds and then answers it.
  void reply(Response response);
  void reply_json(std::string body);
  void refuse(const Problem& problem);
  // Gives the answer of the earlier request again. Reads the log. REQUIRES: has_earlier().
  void answer_earlier();
  // Gives the stored answer of the append that ended with `last` again, on the transfers pool.
  void answer_again_later(Sequence last);

 private:
  void release();

  Idempotency& idempotency_;
  FairPool& transfers_;
  CallPtr call_;
  ClientKey client_;
  std::optional<IdempotentRequest> key_;
  std::optional<SessionClaims::Claim> claim_;
};

}  // namespace countersign::http
