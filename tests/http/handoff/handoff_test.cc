#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <set>
#include <thread>

#include "http/secrets/credential_hash.h"
#include "tests/http/support/answer_bytes.h"
#include "tests/http/support/desk.h"
#include "tests/http/support/joining_calls.h"

// Handoffs: a device gives its session to another one.
namespace countersign::http::handoff_test {

struct Desktop {
  std::string session;
  std::string token;
};

Desktop open_desktop(Rig& rig, const std::string& more = "") {
  const Answer created = rig.create(rig.add_client(), more);
  REQUIRE_MESSAGE(created.status == 200, created.body);
  return {created["sessionId"], created["sessionToken"]};
}

struct Offer {
  std::string code;
  std::uint64_t number = 0;
};

Offer offer_of(Rig& rig, const std::string& token) {
  const Answer answer = handoff(rig, token);
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  return {answer["code"], std::stoull(answer["number"])};
}

std::vector<std::uint64_t> numbers_in(const Answer& answer) {
  rapidjson::Document document;
  document.Parse(answer["numbers"].c_str());
  std::vector<std::uint64_t> numbers;
  for (const auto& number : document.GetArray()) numbers.push_back(number.GetUint64());
  return numbers;
}

// One of the three numbers that is wrong.
std::uint64_t wrong_number(Rig& rig, const Offer& offer) {
  const auto numbers = numbers_in(rig.send(redemption(offer.code)));
  const auto wrong = std::ranges::find_if(numbers, [&](auto n) { return n != offer.number; });
  REQUIRE(wrong != numbers.end());
  return *wrong;
}

TEST_CASE("a device offers its session: a code, its address, its QR code and a number") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  const Answer answer = handoff(rig, desktop.token);
  CHECK(answer.status == 200);
  CHECK(answer.header("Cache-Control") == "no-store");
  CHECK(answer["code"].size() == 54);
  CHECK(answer["url"] == "https://verify.example/capture#c=" + answer["code"]);
  CHECK(answer["expiresInSeconds"] == "120");
  const auto number = std::stoull(answer["number"]);
  CHECK(number >= 10);
  CHECK(number <= 99);
  rapidjson::Document rows;
  rows.Parse(answer["rows"].c_str());
  for (const auto& row : rows.GetArray()) CHECK(row.GetStringLength() == rows.Size());

  const auto offered = events_of<HandoffOffered>(rig, desktop.session);
  REQUIRE(offered.size() == 1);
  CHECK(offered[0].code == hash_of_code(answer["code"]));
  CHECK(offered[0].expires_at == rig.clock.now() + std::chrono::minutes(2));
  CHECK(rig.status(desktop.token)["handedOff"] == "false");
}

TEST_CASE("an offer lasts no longer than its session") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  rig.clock.move(std::chrono::seconds(1800 - 45));
  CHECK(handoff(rig, desktop.token)["expiresInSeconds"] == "45");
}

TEST_CASE("without a public origin no session can be handed off") {
  Rig rig;
  const Desktop desktop = open_desktop(rig);
  const Answer refused = handoff(rig, desktop.token);
  CHECK(refused.status == 409);
  CHECK(refused.code() == "SVC_HANDOFF_UNAVAILABLE");
  CHECK(handoff(rig, "svct_" + std::string(43, 'A')).status == 401);
}

TEST_CASE("the other device knows who asks before it chooses, in its own language") {
  Rig rig(with_public_origin());
  Desk desk(rig);
  const Credentials client = rig.add_client(any_purpose(), true);
  const Answer created = rig.create(client, R"("purpose":"LIVENESS")");
  REQUIRE_MESSAGE(created.status == 200, created.body);
  const Offer offer = offer_of(rig, created["sessionToken"]);
  const auto asked = [&](const std::string& language) {
    Rig::Request request = redemption(offer.code);
    request.body.insert(request.body.size() - 1, R"(,"language":)" + language);
    return rig.send(request);
  };
  CHECK(asked("null")["clientName"] == "null");
  desk.done("client page", about(client.key, R"(,"name":"Example Bank")"));
  desk.done("client page", about(client.key, R"(,"language":"de","name":"Beispielbank")"));
  const Answer answer = asked("null");
  CHECK(answer["clientName"] == "Example Bank");
  CHECK(answer["purpose"] == "LIVENESS");
  CHECK(answer["sandbox"] == "true");
  CHECK(answer["language"] == "null");
  CHECK(asked(R"("fr")")["clientName"] == "Example Bank");
  CHECK(asked(R"("de")")["clientName"] == "Beispielbank");

  // With the token this is said by the page's own call.
  const Answer joined = rig.send(redemption(offer.code, offer.number));
  CHECK(joined["clientName"] == "null");
  CHECK(joined["purpose"] == "null");
  CHECK(joined["sandbox"] == "null");
}

TEST_CASE(
    "the other device chooses among three numbers, and with the right one it has the session") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  REQUIRE(rig.document(desktop.token, good_image())["ok"] == "true");
  const Offer offer = offer_of(rig, desktop.token);

  const Answer asked = rig.send(redemption(offer.code));
  CHECK(asked.status == 200);
  CHECK(asked["sessionToken"] == "null");
  CHECK(asked["expiresAt"] == "null");
  const auto numbers = numbers_in(asked);
  CHECK(numbers.size() == 3);
  CHECK(std::ranges::count(numbers, offer.number) == 1);
  CHECK(rig.send(redemption(offer.code)).body == asked.body);  // always the same three
  CHECK(rig.document(desktop.token, image_saying("DOCUMENT_BLURRY")).status ==
        409);  // out of its turn, not handed off

  const Answer joined = rig.send(redemption(offer.code, offer.number));
  CHECK(joined.status == 200);
  CHECK(joined["numbers"] == "[]");
  const std::string phone = joined["sessionToken"];
  rig.restart();
  CHECK(rig.liveness(phone, {good_image("face")})["ok"] == "true");
  const Answer status = rig.status(desktop.token);
  CHECK(status["handedOff"] == "true");
  CHECK(status["currentStep"] == "FINALIZE");
  CHECK(rig.finalize(desktop.token).code() == "SVC_HANDED_OFF");
  CHECK(handoff(rig, desktop.token).code() == "SVC_HANDED_OFF");
  CHECK(rig.finalize(phone).status == 200);

  const auto events = events_of<DeviceJoined>(rig, desktop.session);
  REQUIRE(events.size() == 1);
  CHECK(events[0].how == JoinedBy::Handoff);
}

TEST_CASE("a wrong number spends the code, durably, and is answered like an unknown code") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  const Offer offer = offer_of(rig, desktop.token);
  const std::uint64_t wrong = wrong_number(rig, offer);
  const std::string unknown = bytes_of(rig.send(redemption(std::string(54, 'A'), wrong)));
  CHECK(bytes_of(rig.send(redemption(offer.code, wrong))) == unknown);
  CHECK(events_of<HandoffRefused>(rig, desktop.session).size() == 1);
  rig.restart();
  CHECK(bytes_of(rig.send(redemption(offer.code, offer.number))) == unknown);
  CHECK(bytes_of(rig.send(redemption(offer.code))) == unknown);
  CHECK(rig.status(desktop.token)["handedOff"] == "false");

  const Offer next = offer_of(rig, desktop.token);
  CHECK(rig.send(redemption(next.code, next.number)).status == 200);
}

TEST_CASE("a wrong number counts as failed authentication, and its key as unused") {
  ServiceSettings settings = with_public_origin();
  settings.auth_failure_rate = Rate{5, 60'000};  // one at once
  Rig rig(settings);
  const Desktop desktop = open_desktop(rig);
  const Offer offer = offer_of(rig, desktop.token);
  const std::uint64_t wrong = wrong_number(rig, offer);
  const Headers key = {{"Idempotency-Key", "k"}};
  CHECK(rig.send(redemption(offer.code, wrong, key)).status == 401);
  CHECK(rig.send(redemption(offer.code, wrong, key)).status == 429);
  const Offer next = offer_of(rig, desktop.token);
  CHECK(rig.send(redemption(next.code, next.number, key)).status == 200);
}

TEST_CASE("a code of a handoff ends after two minutes, with the next offer and with the session") {
  ServiceSettings settings = with_public_origin();
  settings.auth_failure_rate = Rate{1000, 60'000};
  Rig rig(settings);
  const Desktop desktop = open_desktop(rig);
  const Offer first = offer_of(rig, desktop.token);
  const Offer second = offer_of(rig, desktop.token);
  CHECK(rig.send(redemption(first.code)).status == 401);
  CHECK(rig.send(redemption(first.code, first.number)).status == 401);
  rig.clock.move(std::chrono::minutes(2) - std::chrono::microseconds(1));
  CHECK(rig.send(redemption(second.code)).status == 200);
  rig.clock.move(std::chrono::microseconds(1));
  CHECK(rig.send(redemption(second.code)).status == 401);
  CHECK(rig.send(redemption(second.code, second.number)).status == 401);

  const Desktop other = open_desktop(rig, R"("purpose":"DOCUMENT_VERIFICATION")");
  REQUIRE(rig.document(other.token, good_image("other"))["ok"] == "true");
  const Offer last = offer_of(rig, other.token);
  REQUIRE(rig.finalize(other.token).status == 200);
  CHECK(rig.send(redemption(last.code, last.number)).status == 401);
  CHECK(events_of<DeviceJoined>(rig, desktop.session).empty());
}

TEST_CASE("a handoff with a key is repeatable although its code is spent") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  const Offer offer = offer_of(rig, desktop.token);
  const Headers key = {{"Idempotency-Key", "phone"}};
  const Answer first = rig.send(redemption(offer.code, offer.number, key));
  REQUIRE(first.status == 200);
  rig.restart();
  const Answer again = rig.send(redemption(offer.code, offer.number, key));
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(rig.send(redemption(offer.code, offer.number)).status == 401);
  CHECK(rig.send(redemption(offer.code, offer.number, {{"Idempotency-Key", "x"}})).status == 401);
  CHECK(events_of<DeviceJoined>(rig, desktop.session).size() == 1);
}

TEST_CASE("of 64 simultaneous redemptions of a handoff one gets a token") {
  ServiceSettings settings = with_public_origin();
  settings.auth_failure_rate = Rate{100'000, 60'000};
  settings.device_rate = Rate{100'000, 60'000};
  Rig rig(settings);
  const Desktop desktop = open_desktop(rig);
  const Offer offer = offer_of(rig, desktop.token);
  std::vector<std::shared_ptr<KeptExchange>> calls(64);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (std::size_t j = i; j < calls.size(); j += 8) {
        calls[j] = rig.begin(redemption(offer.code, offer.number));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<std::string> tokens;
  std::set<std::string> refusals;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status == 200) {
      tokens.push_back(answer["sessionToken"]);
    } else {
      refusals.insert(bytes_of(answer));
    }
  }
  REQUIRE(tokens.size() == 1);
  CHECK(refusals.size() == 1);
  CHECK(refusals.begin()->starts_with("401\n"));
  CHECK(rig.status(tokens[0])["handedOff"] == "false");
  CHECK(events_of<DeviceJoined>(rig, desktop.session).size() == 1);
}

TEST_CASE("a device that joined by a handoff can hand off again") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  std::string token = desktop.token;
  for (int i = 0; i < 3; ++i) {
    const Offer offer = offer_of(rig, token);
    token = rig.send(redemption(offer.code, offer.number))["sessionToken"];
    CHECK(rig.status(token)["handedOff"] == "false");
  }
  CHECK(rig.status(desktop.token)["handedOff"] == "true");
}

TEST_CASE("the device that handed off goes on itself, and the other may only ask for the status") {
  Rig rig(with_public_origin());
  const Desktop desktop = open_desktop(rig);
  const auto take_back = [&](const std::string& token) {
    return rig.device(Method::Post, "/api/sdk/handoff/take-back", token);
  };
  CHECK(rig.status(desktop.token)["canTakeBack"] == "false");
  const Offer offer = offer_of(rig, desktop.token);
  const std::string phone = rig.send(redemption(offer.code, offer.number))["sessionToken"];
  REQUIRE(rig.document(phone, good_image())["ok"] == "true");
  CHECK(rig.status(desktop.token)["canTakeBack"] == "true");
  CHECK(rig.status(phone)["canTakeBack"] == "false");

  const Answer back = take_back(desktop.token);
  REQUIRE_MESSAGE(back.status == 200, back.body);
  CHECK(back["handedOff"] == "false");
  CHECK(back["canTakeBack"] == "false");
  CHECK(events_of<HandoffTakenBack>(rig, desktop.session).size() == 1);
  for (const bool restarted : {false, true}) {
    CAPTURE(restarted);
    if (restarted) rig.restart();
    CHECK(rig.status(phone)["handedOff"] == "true");
    CHECK(rig.status(phone)["canTakeBack"] == "false");
    CHECK(rig.device(Method::Post, "/api/sdk/liveness/challenge", phone).code() ==
          "SVC_HANDED_OFF");
    CHECK(take_back(phone).code() == "SVC_HANDED_OFF");
  }
  // Asking again changes nothing.
  CHECK(take_back(desktop.token).status == 200);
  CHECK(events_of<HandoffTakenBack>(rig, desktop.session).size() == 1);
  CHECK(rig.liveness(desktop.token, {good_image("1"), good_image("2")})["ok"] == "true");
  CHECK(rig.finalize(desktop.token).status == 200);
  CHECK(take_back(desktop.token).code() == "SVC_SESSION_INVALID");
}

TEST_CASE("a phone that lost the session takes no calls from the device that may take it back") {
  ServiceSettings settings = with_public_origin();
  settings.device_rate = Rate{10, 60'000};
  Rig rig(settings);
  const Desktop desktop = open_desktop(rig);
  const auto hand_over = [&] {
    const Offer offer = offer_of(rig, desktop.token);
    return rig.send(redemption(offer.code, offer.number))["sessionToken"];
  };
  const auto take_back = [&] {
    return rig.device(Method::Post, "/api/sdk/handoff/take-back", desktop.token).status;
  };
  const std::string lost = hand_over();
  REQUIRE(take_back() == 200);
  REQUIRE(hand_over().starts_with("svct_"));
  int answered = 0;
  for (int i = 0; i < 20; ++i) answered += rig.status(lost).status == 200 ? 1 : 0;
  CHECK(answered <= 10);
  CHECK(take_back() == 200);
}

TEST_CASE("the links and handoffs of a client that is disabled open nothing") {
  Rig rig(with_public_origin());
  Desk desk(rig);
  const Credentials client = rig.add_client();
  const auto link_of = [&](const Credentials& whose) {
    return code_in(rig.create(whose)["captureUrl"]);
  };
  const std::string unopened = link_of(client);
  const std::string opened = link_of(client);
  const std::string token = rig.send(redemption(opened))["sessionToken"];
  const std::string handed = handoff(rig, token)["code"];
  const std::string others = link_of(rig.add_client());
  const Answer unknown = rig.send(redemption(std::string(43, 'A')));
  desk.done("client disable", about(client.key));
  // One answer with an unknown code, so that nobody learns anything of the client.
  for (const std::string& code : {unopened, opened, handed}) {
    CHECK(bytes_of(rig.send(redemption(code))) == bytes_of(unknown));
  }
  CHECK(rig.send(redemption(others)).status == 200);
  // A capture that has begun may end.
  CHECK(rig.document(token, good_image())["ok"] == "true");
}

}  // namespace countersign::http::handoff_test
