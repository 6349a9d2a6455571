#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/crypto/sha256.h"
#include "events/writer/submission.h"
#include "http/call/call.h"
#include "http/call/problem.h"
#include "http/limits/in_flight_keys.h"
#include "http/metrics/metrics.h"
#include "projections/queries/queries.h"

namespace countersign::http {

struct RepeatService;

// Returns the value of the Idempotency-Key header, 1 to 255 visible ASCII characters; nullopt if
// there is no such header.
inline constexpr std::size_t kIdempotencyKeyMax = 255;
Result<std::optional<std::string>, Problem> idempotency_key_of(const RequestHead& head);

// Hashes the meaning of a request. Each part is preceded by its length, so that two different
// requests never hash the same bytes.
class RequestDigest {
 public:
  explicit RequestDigest(std::string_view operation) { add(operation); }
  RequestDigest& add(std::string_view part);
  RequestDigest& add_optional(const std::optional<std::string>& part);
  Sha256 finish() { return Sha256(stream_.finish()); }

 private:
  Sha256Stream stream_;
};

// One request that carries an Idempotency-Key, from its head to its answer. While this object
// exists, no other request with the same key of the same owner is worked on.
//
// Threading: one thread at a time. Ownership: owns its place among the keys in flight.
class IdempotentRequest {
 public:
  const std::string& key() const { return key_; }
  IdempotencyRecord record(const Sha256& request) const { return {key_hash_, request}; }

  // The earlier use of the key, if there was one; read once, when the request began.
  struct Earlier {
    Sha256 request;
    Sequence last;
  };
  const std::optional<Earlier>& earlier() const { return earlier_; }

 private:
  friend class Idempotency;
  IdempotentRequest(InFlightKeys::Permit permit, std::string key, const Sha256& key_hash)
      : permit_(std::move(permit)), key_(std::move(key)), key_hash_(key_hash) {}

  InFlightKeys::Permit permit_;
  std::string key_;
  Sha256 key_hash_;
  std::optional<Earlier> earlier_;
};

// Begins requests that carry an Idempotency-Key and gives stored answers again. A key belongs to
// its client or to its session: an `owner` is the stream's name. Holds references only.
// Thread-safe.
class Idempotency {
 public:
  Idempotency(const Queries& queries,
              const Clock& clock,
              InFlightKeys& in_flight,
              const RepeatService& repeats,
              Metrics& metrics)
      : queries_(queries),
        clock_(clock),
        in_flight_(in_flight),
        repeats_(repeats),
        metrics_(metrics) {}

  // Refuses while another request with the same key is in flight.
  Result<IdempotentRequest, Problem> begin(const StreamId& owner, std::string key);

  // Returns whether a request with this key of the owner was answered and can be answered again.
  Result<bool, Problem> is_known(const StreamId& owner, std::string_view key) const;

  // Gives the stored answer again, made by the call's row (Endpoint::again) from the event `last`
  // and marked `Idempotent-Replayed: true`. Reads the log, so not for the writer's thread.
  void answer_again(const CallPtr& call, std::string_view key, Sequence last);

 private:
  const Queries& queries_;
  const Clock& clock_;
  InFlightKeys& in_flight_;
  const RepeatService& repeats_;
  Metrics& metrics_;
};

}  // namespace countersign::http
