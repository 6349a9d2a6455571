#include "http/webhooks/endpoint_proof.h"

#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <string>

#include "core/text/json_document.h"
#include "events/crypto/os_random.h"

namespace countersign::http::endpoint_proof_test {

using namespace std::chrono_literals;
using Verdict = EndpointProof::Verdict;

constexpr UtcTime kNow(1'795'000'000'000'000);
const std::string kChallenge = "Jx0y6Zk9cQe2vB7mT4sN1wRhU8pLfA3dGiXoKbVtMyE";

TEST_CASE("the challenge alone, or as a member of an object, answers it, and nothing else does") {
  for (const std::string& good : {kChallenge,
                                  kChallenge + "\n",
                                  R"({"challenge":")" + kChallenge + "\"}",
                                  R"( {"ok": true, "challenge": ")" + kChallenge + "\"}\r\n"}) {
    CAPTURE(good);
    CHECK(answers_challenge(good, kChallenge));
  }
  OsRandom random;
  const std::string request = challenge_message(kChallenge, kNow, random).body;
  for (const std::string& bad : {std::string(),
                                 std::string("ok"),
                                 kChallenge.substr(1),
                                 kChallenge + kChallenge,
                                 "<p>" + kChallenge + "</p>",
                                 "\"" + kChallenge + "\"",
                                 R"(["challenge",")" + kChallenge + "\"]",
                                 R"({"challenge":[")" + kChallenge + "\"]}",
                                 std::string(R"({"challenge":"another"})"),
                                 R"({"Challenge":")" + kChallenge + "\"}",
                                 R"({"challenge":")" + kChallenge,
                                 request,
                                 R"({"data":)" + request + "}"}) {
    CAPTURE(bad);
    CHECK_FALSE(answers_challenge(bad, kChallenge));
  }
}

TEST_CASE("each attempt has a challenge of its own, and the attempts are bounded") {
  OsRandom random;
  UtcTime now = kNow;
  EndpointProof proof(now);
  std::set<std::string> challenges;
  for (std::uint32_t attempt = 1; attempt <= EndpointProof::kAttempts; ++attempt) {
    REQUIRE(proof.next_due().has_value());
    CHECK(*proof.next_due() >= now);
    now = *proof.next_due();
    const std::string challenge = proof.begin(random);
    CHECK(challenge.size() == 43);
    CHECK(challenges.insert(challenge).second);
    CHECK_FALSE(proof.next_due().has_value());
    const bool is_last = attempt == EndpointProof::kAttempts;
    CHECK(proof.finish(
              challenge, attempt % 2 == 0 ? std::optional("no") : std::nullopt, now, random) ==
          (is_last ? Verdict::GivenUp : Verdict::Later));
  }
  CHECK_FALSE(proof.next_due().has_value());
  CHECK(now - kNow < 2h);
}

TEST_CASE("the answer to an earlier challenge proves nothing") {
  OsRandom random;
  EndpointProof proof(kNow);
  const std::string first = proof.begin(random);
  CHECK(proof.finish("another", "another", kNow, random) == Verdict::Stale);
  CHECK(proof.finish(first, std::nullopt, kNow, random) == Verdict::Later);
  CHECK(proof.finish(first, first, kNow, random) == Verdict::Stale);
  const std::string second = proof.begin(random);
  CHECK(proof.finish(second, first, kNow, random) == Verdict::Later);
  const std::string third = proof.begin(random);
  CHECK(proof.finish(third, third, kNow, random) == Verdict::Proven);
}

TEST_CASE("a challenge has nothing of the client in it") {
  OsRandom random;
  const WebhookMessage one = challenge_message(kChallenge, kNow, random);
  CHECK(one.body == R"({"type":"webhook.challenge","timestamp":"2026-11-18T11:06:40.000000Z",)"
                    R"("data":{"challenge":")" +
                        kChallenge + "\"}}");
  CHECK(one.id.starts_with("msg_"));
  CHECK(one.id.find('.') == std::string::npos);
  CHECK(one.id != challenge_message(kChallenge, kNow, random).id);
}

}  // namespace countersign::http::endpoint_proof_test
