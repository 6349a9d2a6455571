#include "http/caller/pending_call.h"

#include <doctest/doctest.h>

#include "core/random_source.h"
#include "tests/http/support/rig.h"

namespace countersign::http::pending_call_test {

const StreamId kOwner("session/of-the-test");

// A call of this client with an Idempotency-Key.
PendingCall call_with_key(Rig& rig, std::shared_ptr<Exchange> exchange, std::string_view key) {
  RequestHead head;
  head.headers.add("idempotency-key", std::string(key));
  Service& service = rig.service();
  auto call =
      std::make_shared<Call>(service.calls, std::move(head), std::move(exchange), rig.clock.now());
  return {service.idempotency, service.transfers, std::move(call), ClientKey("client")};
}

// Answers at whose sight the client sends its next request at once.
class EagerExchange final : public Exchange {
 public:
  explicit EagerExchange(Rig& rig) : rig_(rig) {}
  void respond(Response) override {
    const auto exchange = std::make_shared<KeptExchange>();
    next_is_taken = call_with_key(rig_, exchange, "a").take_key(kOwner);
    SessionClaims& claims = rig_.service().claims;
    claims.claim(SessionId(), [&](SessionClaims::Claim claim) { next_waited = claim->waited; });
  }
  void fail(Failure) noexcept override {}
  void resume() override {}
  bool client_gone() const override { return false; }

  bool next_is_taken = false;
  bool next_waited = true;

 private:
  Rig& rig_;
};

TEST_CASE("a key is taken by one call at a time, until that call is answered") {
  Rig rig;
  const auto first_answer = std::make_shared<KeptExchange>();
  const auto second_answer = std::make_shared<KeptExchange>();
  PendingCall first = call_with_key(rig, first_answer, "a");
  REQUIRE(first.take_key(kOwner));
  CHECK_FALSE(call_with_key(rig, second_answer, "a").take_key(kOwner));
  CHECK(second_answer->wait().code() == "SVC_IDEMPOTENCY_CONFLICT");
  first.reply_json("{}");
  CHECK(first_answer->wait().status == 200);
  CHECK(call_with_key(rig, std::make_shared<KeptExchange>(), "a").take_key(kOwner));
}

TEST_CASE("the key and the claim of a call are free before its client has the answer") {
  Rig rig;
  const auto exchange = std::make_shared<EagerExchange>(rig);
  PendingCall call = call_with_key(rig, exchange, "a");
  REQUIRE(call.take_key(kOwner));
  rig.service().claims.claim(SessionId(),
                             [&](SessionClaims::Claim claim) { call.hold(std::move(claim)); });
  call.refuse({.code = ProblemCode::Unavailable});
  CHECK(exchange->next_is_taken);
  CHECK_FALSE(exchange->next_waited);
}

TEST_CASE("a call whose key is malformed is refused, and one without a key takes none") {
  Rig rig;
  const auto exchange = std::make_shared<KeptExchange>();
  CHECK_FALSE(call_with_key(rig, exchange, "with a space").take_key(kOwner));
  CHECK(exchange->wait().code() == "SVC_INVALID_PARAMETER");
  PendingCall plain(
      rig.service().idempotency,
      rig.service().transfers,
      std::make_shared<Call>(
          rig.service().calls, RequestHead{}, std::make_shared<KeptExchange>(), rig.clock.now()),
      ClientKey("client"));
  REQUIRE(plain.take_key(kOwner));
  CHECK_FALSE(plain.record(Sha256()).has_value());
  CHECK(plain.use_of(Sha256()) == PendingCall::Use::New);
}

}  // namespace countersign::http::pending_call_test
