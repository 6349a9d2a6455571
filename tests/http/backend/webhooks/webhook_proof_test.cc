// A webhook's address is sent events only after it has answered a challenge.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "core/text/base64url.h"
#include "events/crypto/hmac.h"
#include "http/backend/webhooks/webhook_change.h"
#include "http/limits/rate_limiter.h"
#include "tests/http/webhooks/webhook_rig.h"

namespace countersign::http::webhook_proof_test {

using namespace std::chrono_literals;

std::optional<Response> ignores(const Received&, int) { return answer(204); }

// Lets time pass until all attempts to prove a webhook are over.
void fail_all_challenges(WebhookRig& rig, Receiver& receiver) {
  const std::string sample = "countersign_webhook_challenges_total{outcome=\"failed\"} " +
                             std::to_string(EndpointProof::kAttempts) + "\n";
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (;;) {
    PrometheusText page;
    rig.sender().write(page);
    if (page.take().find(sample) != std::string::npos) break;
    REQUIRE(std::chrono::steady_clock::now() < end);
    rig.pass(1min);
    std::this_thread::yield();
  }
  CHECK(receiver.wait_for_challenges(1).size() == EndpointProof::kAttempts);
}

Submission registering_unasked(const Credentials& client, const std::string& url) {
  return {.stream = webhooks_stream_of(ClientKey(client.key)),
          .command = WebhookCommand(RegisterWebhook{
              UtcTime(1), WebhookId("whep_AAAAAAAAAAAAAAAAAAAAAA"), url, {}, false}),
          .actor = {ActorKind::Client, client.key},
          .request = RequestId("r-1")};
}

TEST_CASE("an address is sent nothing but challenges, and few, until it has answered one") {
  WebhookRig rig;
  std::atomic<bool> is_willing{false};
  Receiver receiver([](const Received&, int) { return answer(204); },
                    [&](const Received& received, int) {
                      return is_willing ? answer_to(received.challenge) : answer(204);
                    });
  const Credentials client = rig.rig.add_client();
  const Answer added = rig.add_unproven(client, receiver.url());
  const std::string id = added["id"];
  CHECK(added["state"] == "PENDING");
  const std::string session = rig.open(client);
  fail_all_challenges(rig, receiver);
  rig.wait_for_webhook(client, id, WebhookState::Disabled);
  rig.pass(48h);
  const Answer listed = rig.call(client, Method::Get);
  CHECK(listed.body.find(R"("state":"DISABLED","enabled":false,"disabledReason":"UNPROVEN")") !=
        std::string::npos);
  CHECK(receiver.all().empty());
  const auto challenges = receiver.wait_for_challenges(EndpointProof::kAttempts);
  CHECK(challenges.size() == EndpointProof::kAttempts);
  std::set<std::string> different;
  for (const Received& each : challenges) {
    different.insert(each.challenge);
    // Signed as every delivery, so that a receiver answers nobody else.
    const std::string key = *from_base64(added["secret"].substr(6));
    const std::string text = each.id + "." + each.timestamp + "." + each.body;
    CHECK(each.signature.find("v1," + to_base64(hmac_sha256(bytes_of(key), text))) !=
          std::string::npos);
  }
  CHECK(different.size() == challenges.size());

  // An owner who is not locked out: enabled again, the webhook goes on, and nothing is lost.
  is_willing = true;
  CHECK(rig.call(client, Method::Patch, "/" + id, R"({"enabled":true})").status == 200);
  CHECK(receiver.wait_for(1)[0].session == session);
  CHECK(rig.call(client, Method::Get).body.find(R"("state":"ACTIVE")") != std::string::npos);
  const auto feed = rig.rig.data().queries().feed(ClientKey(client.key), Sequence(0), 100);
  REQUIRE(feed.has_value());
  const auto* proven = std::get_if<WebhookProven>(&feed->events.back().recorded.event);
  REQUIRE(proven != nullptr);
  CHECK(proven->url == receiver.url());
}

TEST_CASE("a server that echoes what it is sent is not taken for a receiver") {
  WebhookRig rig;
  Receiver echo([](const Received&, int) { return answer(204); },
                [](const Received& received, int) { return answer(200, received.body); });
  Receiver refusing([](const Received&, int) { return answer(204); },
                    [](const Received& received, int) { return answer(400, received.challenge); });
  const Credentials client = rig.rig.add_client();
  const std::string one = rig.add_unproven(client, echo.url())["id"];
  const std::string other = rig.add_unproven(client, refusing.url())["id"];
  rig.open(client);
  while (echo.wait_for_challenges(1).size() < EndpointProof::kAttempts ||
         refusing.wait_for_challenges(1).size() < EndpointProof::kAttempts) {
    rig.pass(1min);
    std::this_thread::yield();
  }
  rig.wait_for_webhook(client, one, WebhookState::Disabled);
  rig.wait_for_webhook(client, other, WebhookState::Disabled);
  CHECK(echo.all().empty());
  CHECK(refusing.all().empty());
}

TEST_CASE("another address of a webhook is challenged before it is sent anything") {
  WebhookRig rig;
  Receiver first;
  Receiver stranger([](const Received&, int) { return answer(204); }, ignores);
  Receiver second;
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add(client, first.url())["id"];
  rig.open(client);
  first.wait_for(1);
  const auto move_to = [&](const Receiver& receiver) {
    return rig.call(client, Method::Patch, "/" + id, R"({"url":")" + receiver.url() + "\"}");
  };
  CHECK(move_to(stranger)["state"] == "PENDING");
  rig.open(client);
  while (stranger.wait_for_challenges(1).size() < 2) {
    rig.pass(1min);
    std::this_thread::yield();
  }
  CHECK(stranger.all().empty());
  CHECK(first.all().size() == 1);
  CHECK(move_to(second)["state"] == "PENDING");
  second.wait_for(1);
  CHECK(stranger.all().empty());
  // Other types ask for no proof.
  const Answer typed = rig.call(client, Method::Patch, "/" + id, R"({"types":["session.step"]})");
  CHECK(typed["state"] == "ACTIVE");
}

TEST_CASE("a webhook of a log without challenges goes on without one") {
  WebhookRig rig;
  Receiver receiver([](const Received&, int) { return answer(204); }, ignores);
  const Credentials client = rig.rig.add_client();
  const Outcome outcome =
      rig.rig.data().writer().submit_and_wait(registering_unasked(client, receiver.url()));
  REQUIRE(std::holds_alternative<Committed>(outcome));
  const std::string session = rig.open(client);
  CHECK(receiver.wait_for(1)[0].session == session);
  rig.restart();
  rig.open(client);
  receiver.wait_for(2);
  CHECK(rig.call(client, Method::Get).body.find(R"("state":"ACTIVE")") != std::string::npos);
}

TEST_CASE("an address is challenged again after a restart, and proven once") {
  WebhookRig rig;
  Receiver receiver([](const Received&, int) { return answer(204); },
                    [](const Received& received, int n) {
                      return n == 1 ? answer(503) : answer_to(received.challenge);
                    });
  const Credentials client = rig.rig.add_client();
  const std::string id = rig.add_unproven(client, receiver.url())["id"];
  receiver.wait_for_challenges(1);
  rig.restart();
  rig.wait_for_webhook(client, id, WebhookState::Active);
  rig.restart();
  rig.open(client);
  receiver.wait_for(1);
  CHECK(receiver.wait_for_challenges(2).size() == 2);
}

TEST_CASE("addresses that hang at their challenge leave places for the others") {
  ServiceSettings settings = loopback_allowed();
  settings.webhooks.together = 4;
  settings.webhooks.timeout = std::chrono::minutes(10);
  WebhookRig rig(std::move(settings));
  Receiver hanging([](const Received&, int) { return answer(204); },
                   [](const Received&, int) { return std::nullopt; });
  const Credentials client = rig.rig.add_client();
  const Credentials another = rig.rig.add_client();
  Receiver receiver;
  rig.add(another, receiver.url());
  for (std::size_t i = 0; i < kWebhooksMax; ++i) rig.add_unproven(client, hanging.url());
  hanging.wait_for_challenges(2);
  std::set<std::string> sessions;
  for (int i = 0; i < 10; ++i) sessions.insert(rig.open(another));
  std::set<std::string> told;
  for (const Received& each : receiver.wait_for(10)) told.insert(each.session);
  CHECK(told == sessions);
  CHECK(hanging.wait_for_challenges(2).size() == 2);
}

TEST_CASE("a client has so many challenges sent an hour, and a webhook so many replays") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  const Credentials another = rig.rig.add_client();
  const std::string id = rig.add(client, receiver.url())["id"];
  std::uint64_t begun = 1;
  const auto moved = [&] {
    const std::string url = receiver.url() + std::to_string(++begun);
    return rig.call(client, Method::Patch, "/" + id, R"({"url":")" + url + "\"}").status;
  };
  while (moved() == 200) {
  }
  CHECK(begun == burst_of(kChallengeRate) + 1);
  CHECK(rig.call(client, Method::Post, "", R"({"url":")" + receiver.url() + "\"}").code() ==
        "SVC_RATE_LIMITED");
  // A call that sends nothing to an address is not counted, nor is another client's call.
  CHECK(rig.call(client, Method::Patch, "/" + id, R"({"types":["session.step"]})").status == 200);
  const std::string other = rig.add(another, receiver.url())["id"];

  std::uint64_t replays = 0;
  const auto replay = [&] {
    return rig.call(another, Method::Post, "/" + other + "/replay", R"({"after":0})");
  };
  Answer last = replay();
  for (; last.status == 200; ++replays) last = replay();
  CHECK(replays == burst_of(kReplayRate));
  CHECK(last.code() == "SVC_RATE_LIMITED");
  CHECK_FALSE(last.header("Retry-After").empty());
  CHECK(rig.call(client, Method::Post, "/" + id + "/replay", R"({"after":0})").status == 200);
}

}  // namespace countersign::http::webhook_proof_test
