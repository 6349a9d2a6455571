#include "http/caller/idempotency.h"

#include <algorithm>

#include "http/call/endpoint.h"
#include "http/call/machine_problem.h"
#include "http/wire/receipt_field.h"

namespace countersign::http {
namespace {

Sha256 key_hash_of(const StreamId& owner, std::string_view key) {
  return RequestDigest(owner.value()).add(key).finish();
}

}  // namespace

Result<std::optional<std::string>, Problem> idempotency_key_of(const RequestHead& head) {
  using Key = std::optional<std::string>;
  const auto value = head.headers.find("idempotency-key");
  if (!value) return Key{};
  const bool visible = std::ranges::all_of(*value, [](char c) { return c > 0x20 && c < 0x7f; });
  if (value->empty() || value->size() > kIdempotencyKeyMax || !visible ||
      head.headers.count("idempotency-key") > 1) {
    return Problem{
        .code = ProblemCode::InvalidParameter,
        .detail = "The Idempotency-Key must be given once, with 1 to 255 visible ASCII characters.",
        .field = "Idempotency-Key"};
  }
  return Key(std::string(*value));
}

RequestDigest& RequestDigest::add(std::string_view part) {
  stream_.update(std::to_string(part.size()) + ':');
  stream_.update(part);
  return *this;
}

RequestDigest& RequestDigest::add_optional(const std::optional<std::string>& part) {
  if (part) return add(*part);
  stream_.update(std::string_view("-:"));
  return *this;
}

Result<bool, Problem> Idempotency::is_known(const StreamId& owner, std::string_view key) const {
  const auto entry = queries_.idempotency(key_hash_of(owner, key), clock_.now());
  if (!entry) return problem_of(entry.error());
  return entry->has_value();
}

Result<IdempotentRequest, Problem> Idempotency::begin(const StreamId& owner, std::string key) {
  const Sha256 key_hash = key_hash_of(owner, key);
  auto permit = in_flight_.enter(key_hash);
  if (!permit) {
    return Problem{.code = ProblemCode::IdempotencyConflict,
                   .detail = "A request with this Idempotency-Key is still running.",
                   .retry_after_seconds = 1};
  }
  IdempotentRequest begun(std::move(*permit), std::move(key), key_hash);
  const auto entry = queries_.idempotency(key_hash, clock_.now());
  if (!entry) return problem_of(entry.error());
  if (*entry) begun.earlier_ = IdempotentRequest::Earlier{(*entry)->request, (*entry)->last};
  return begun;
}

void Idempotency::answer_again(const CallPtr& call, std::string_view key, Sequence last) {
  const auto events = queries_.events_of_append(last);
  if (!events) return call->refuse(problem_of(events.error()));
  if (events->empty()) return call->refuse(problem_of(StoreError::Corrupt));
  const Endpoint& row = *call->endpoint();
  check(row.again != nullptr, "a row that takes an Idempotency-Key makes its answers again");
  auto body = row.again(repeats_, key, events->back());
  if (!body) return call->refuse(problem_of(body.error()));
  metrics_.count(Counter::IdempotentReplays);
  Response response;
  response.headers.add("Content-Type", "application/json");
  response.headers.add("Idempotent-Replayed", "true");
  if (row.receipt) add_receipt_field(response, events->back().sequence);
  response.body = std::move(*body);
  call->reply(std::move(response));
}

}  // namespace countersign::http
