#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include "tests/http/support/rig.h"

namespace countersign::http::device_finalize_test {

std::string refusal_of(const Answer& answer) {
  return fmt::format("{} {}", answer.status, answer.code());
}

std::string captured(Rig& rig, const Credentials& client, std::string_view purpose) {
  const std::string token = rig.token(client, purpose);
  REQUIRE(rig.document(token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
  REQUIRE(rig.liveness(token, {good_image(token + "1"), good_image(token + "2")})["ok"] == "true");
  return token;
}

std::shared_ptr<KeptExchange> begin_finalize(Rig& rig, const std::string& token) {
  return rig.begin({.method = Method::Post,
                    .path = "/api/sdk/finalize",
                    .headers = {{"Authorization", "Bearer " + token}}});
}

// Blocks every comparison of faces until open().
class Gate {
 public:
  explicit Gate(Rig& rig) {
    rig.engine.be_capable_of({}, true);
    rig.engine.on_match([opened = opened_] { opened.wait(); });
  }
  void open() { gate_.set_value(); }

 private:
  std::promise<void> gate_;
  std::shared_future<void> opened_ = gate_.get_future().share();
};

void wait_for_waiting(Rig& rig, std::size_t calls) {
  while (rig.service().claims.waiting() != calls) std::this_thread::yield();
}

TEST_CASE("a capture goes through every call of the specification") {
  Rig rig;
  rig.engine.be_capable_of({Action::TurnLeft}, true);
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client);
  const std::string token = created["sessionToken"];
  CHECK(rig.status(token)["status"] == "CREATED");
  CHECK(rig.status(token)["currentStep"] == "DOCUMENT");
  REQUIRE(rig.document(token, good_image("passport"))["ok"] == "true");
  CHECK(rig.status(token)["currentStep"] == "LIVENESS");
  CHECK(refusal_of(rig.finalize(token)) == "409 SVC_STEP_OUT_OF_SEQUENCE");
  const std::vector<std::string> frames{
      good_image("straight"), good_image("left"), good_image("again"), good_image("right")};
  REQUIRE(rig.liveness(token, frames)["ok"] == "true");
  CHECK(rig.status(token)["currentStep"] == "FINALIZE");

  const Answer outcome = rig.finalize(token);
  CHECK(outcome.status == 200);
  CHECK(outcome["result"] == "PASSED");
  CHECK_FALSE(outcome["detail"].empty());
  CHECK(rig.engine.matched() ==
        fmt::format("{}+{}", good_image("passport"), fmt::join(frames, "+")));

  const Answer result = rig.send(
      {.path = "/api/svc/session/" + created["sessionId"] + "/result",
       .headers = {{"X-Svc-Client-Key", client.key}, {"X-Svc-Client-Secret", client.secret}}});
  CHECK(result.status == 200);
  CHECK(result["status"] == "COMPLETED");
  CHECK(result["resultStatus"] == "PASSED");
}

TEST_CASE("after finalize the token is used, on every device path") {
  Rig rig;
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  REQUIRE(rig.finalize(token).status == 200);
  for (const char* path : {"/api/sdk/document/challenge",
                           "/api/sdk/document",
                           "/api/sdk/liveness/challenge",
                           "/api/sdk/liveness",
                           "/api/sdk/finalize"}) {
    CHECK(rig.device(Method::Post, path, token).status == 401);
  }
  CHECK(rig.status(token).status == 401);
  CHECK(rig.finalize(token, {{"Idempotency-Key", "k"}}).status == 401);
}

TEST_CASE("faces that cannot be compared end in REVIEW, and faces that differ fail") {
  Rig rig;
  const Credentials client = rig.add_client();
  CHECK(rig.finalize(captured(rig, client, "FACE_MATCH"))["result"] == "REVIEW");
  rig.engine.be_capable_of({}, true);
  CHECK(rig.finalize(captured(rig, client, "FACE_MATCH"))["result"] == "PASSED");
  rig.engine.fail_faces_with("FACE_MISMATCH");
  const Answer failed = rig.finalize(captured(rig, client, "FACE_MATCH"));
  CHECK(failed["result"] == "FAILED");
  CHECK(failed["detail"].find("FACE_MISMATCH") != std::string::npos);
  CHECK(failed.status == 200);
}

TEST_CASE("a capture whose step failed is finalized as failed, without a face to compare") {
  Rig rig({.attempts = 1});
  rig.engine.be_capable_of({}, true);
  const std::string token = rig.token(rig.add_client());
  CHECK(rig.document(token, image_saying("DOCUMENT_TOO_DARK")).code() ==
        "DOCUMENT_ATTEMPTS_EXHAUSTED");
  const Answer outcome = rig.finalize(token);
  CHECK(outcome["result"] == "FAILED");
  CHECK(rig.engine.matched().empty());
}

TEST_CASE("a finalize with a key is answered again, by that key alone, also after a restart") {
  Rig rig;
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  const Headers with_key = {{"Idempotency-Key", "end"}};
  const Answer first = rig.finalize(token, with_key);
  REQUIRE(first.status == 200);
  CHECK(first.header("Idempotent-Replayed").empty());
  const Answer again = rig.finalize(token, with_key);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(rig.finalize(token).status == 401);
  CHECK(rig.finalize(token, {{"Idempotency-Key", "other"}}).status == 401);
  CHECK(rig.device(Method::Get, "/api/sdk/status", token, with_key).status == 401);
  rig.restart();
  CHECK(rig.finalize(token, with_key).body == first.body);
  rig.clock.move(std::chrono::hours(24));
  CHECK(rig.finalize(token, with_key).status == 401);
}

TEST_CASE("a finalize with a key is answered again after its files were purged") {
  Rig rig;
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client, R"("purpose":"DOCUMENT_VERIFICATION")");
  const std::string token = created["sessionToken"];
  REQUIRE(rig.document(token, good_image())["ok"] == "true");
  const Headers with_key = {{"Idempotency-Key", "end"}};
  const Answer first = rig.finalize(token, with_key);
  REQUIRE(first.status == 200);
  CHECK(rig.send({.method = Method::Post,
                  .path = "/api/svc/session/" + created["sessionId"] + "/purge",
                  .headers = {{"X-Svc-Client-Key", client.key},
                              {"X-Svc-Client-Secret", client.secret}}})
            .status == 200);
  const Answer again = rig.finalize(token, with_key);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  CHECK(again.header("Svc-Log-Receipt") == first.header("Svc-Log-Receipt"));
  CHECK(rig.finalize(token).status == 401);
  CHECK(rig.finalize(token, {{"Idempotency-Key", "other"}}).status == 401);
  CHECK(rig.status(token).status == 401);
}

TEST_CASE("a finalize whose session is purged meanwhile is over at once") {
  Rig rig;
  Gate gate(rig);
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client);
  const std::string token = created["sessionToken"];
  REQUIRE(rig.document(token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
  REQUIRE(rig.liveness(token, {good_image("1"), good_image("2")})["ok"] == "true");
  const auto finalize = begin_finalize(rig, token);
  while (rig.engine.matches() < 1) std::this_thread::yield();
  CHECK(rig.send({.method = Method::Post,
                  .path = "/api/svc/session/" + created["sessionId"] + "/purge",
                  .headers = {{"X-Svc-Client-Key", client.key},
                              {"X-Svc-Client-Secret", client.secret}}})
            .status == 200);
  gate.open();
  // Not 503, which would ask for the same again.
  CHECK(refusal_of(finalize->wait()) == "401 SVC_SESSION_INVALID");
  CHECK(refusal_of(rig.finalize(token)) == "401 SVC_SESSION_INVALID");
}

TEST_CASE("no memory to compare faces is 503, and the session goes on") {
  Rig rig;
  rig.engine.be_capable_of({}, true);
  const std::string token = captured(rig, rig.add_client(), "FACE_MATCH");
  rig.engine.on_match([] { throw std::bad_alloc(); });
  CHECK(refusal_of(rig.finalize(token)) == "503 SVC_UNAVAILABLE");
  rig.engine.on_match({});
  CHECK(rig.finalize(token)["result"] == "PASSED");
}

TEST_CASE("of many finalizes at a time one ends the session") {
  Rig rig;
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 16; ++i) {
    calls.push_back(rig.begin({.method = Method::Post,
                               .path = "/api/sdk/finalize",
                               .headers = {{"Authorization", "Bearer " + token}}}));
  }
  int ended = 0;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status == 200) {
      ++ended;
    } else {
      CHECK(refusal_of(answer) == "401 SVC_SESSION_INVALID");
    }
  }
  CHECK(ended == 1);
}

TEST_CASE("of many finalizes at a time one compares the faces, and the others see its end") {
  Rig rig({.device_rate = Rate{100'000, 60'000}});
  Gate gate(rig);
  rig.engine.fail_faces_with("FACE_MISMATCH");
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 24; ++i) calls.push_back(begin_finalize(rig, token));
  wait_for_waiting(rig, 23);
  gate.open();
  int ended = 0;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status == 200) {
      ++ended;
      CHECK(answer["result"] == "FAILED");
    } else {
      CHECK(refusal_of(answer) == "401 SVC_SESSION_INVALID");
    }
  }
  CHECK(ended == 1);
  CHECK(rig.engine.matches() == 1);
}

TEST_CASE("a finalize that waits for another with its own key gets the stored answer after it") {
  Rig rig;
  Gate gate(rig);
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  const auto with_key = [&] {
    return rig.begin({.method = Method::Post,
                      .path = "/api/sdk/finalize",
                      .headers = {{"Authorization", "Bearer " + token}, {"Idempotency-Key", "k"}}});
  };
  const auto first = with_key();
  CHECK(refusal_of(with_key()->wait()) == "409 SVC_IDEMPOTENCY_CONFLICT");
  gate.open();
  const Answer ended = first->wait();
  CHECK(ended["result"] == "PASSED");
  const Answer again = with_key()->wait();
  CHECK(again.body == ended.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
}

TEST_CASE("after a finalize that could not be judged the next one tries, and counts") {
  Rig rig;
  Gate gate(rig);
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  rig.engine.break_down(true);
  const auto first = begin_finalize(rig, token);
  while (rig.engine.matches() < 1) std::this_thread::yield();
  const auto second = begin_finalize(rig, token);
  wait_for_waiting(rig, 1);
  // The first call fails when it continues. For the second call the engine works again.
  rig.engine.on_match([&rig] { rig.engine.break_down(false); });
  gate.open();
  CHECK(refusal_of(first->wait()) == "503 SVC_UNAVAILABLE");
  CHECK(second->wait()["result"] == "PASSED");
}

TEST_CASE("a finalize whose engine throws lets its session go") {
  Rig rig;
  rig.engine.be_capable_of({}, true);
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  rig.engine.on_match([] { throw std::runtime_error("a bug"); });
  CHECK(rig.finalize(token).status == 500);
  rig.engine.on_match({});
  CHECK(rig.finalize(token)["result"] == "PASSED");
}

TEST_CASE("a client that leaves keeps nobody from its session") {
  Rig rig;
  Gate gate(rig);
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  rig.engine.break_down(true);
  const auto first = begin_finalize(rig, token);
  while (rig.engine.matches() < 1) std::this_thread::yield();
  std::vector<std::shared_ptr<KeptExchange>> left;
  for (int i = 0; i < 3; ++i) left.push_back(begin_finalize(rig, token));
  const auto last = begin_finalize(rig, token);
  wait_for_waiting(rig, 4);
  for (const auto& call : left) call->gone = true;
  first->gone = true;
  rig.engine.on_match([&rig] { rig.engine.break_down(false); });
  gate.open();
  CHECK(last->wait()["result"] == "PASSED");
  CHECK(rig.engine.matches() == 2);  // the first and the last
}

TEST_CASE("a finalize finds a full queue without holding its session, and comes again") {
  Rig rig;
  Gate gate(rig);
  const Credentials client = rig.add_client();
  const std::string token = captured(rig, client, "FULL_CAPTURE");
  std::promise<void> filled;
  std::shared_future<void> emptied = filled.get_future().share();
  // Both threads are blocked, and the client's queue is full.
  const auto held = std::make_shared<std::atomic<int>>(0);
  const auto hold = [&] {
    return rig.service().faces.submit(ClientKey(client.key), [held, emptied] {
      ++*held;
      emptied.wait();
    });
  };
  while (hold() || *held < 2) std::this_thread::yield();
  while (hold()) {
  }
  CHECK(refusal_of(rig.finalize(token)) == "503 SVC_UNAVAILABLE");
  filled.set_value();
  gate.open();
  while (rig.service().faces.queued() > 0) std::this_thread::yield();
  CHECK(rig.finalize(token)["result"] == "PASSED");
}

TEST_CASE("sessions that wait for faces to be compared do not hold up uploads") {
  Rig rig;
  Gate gate(rig);
  const Credentials client = rig.add_client();
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 24; ++i) {
    calls.push_back(begin_finalize(rig, captured(rig, client, "FULL_CAPTURE")));
  }
  // While none of them is answered, uploads of the same client and of another one succeed.
  CHECK(rig.document(rig.token(client), good_image("theirs"))["ok"] == "true");
  CHECK(rig.document(rig.token(rig.add_client()), good_image("another's"))["ok"] == "true");
  for (const auto& call : calls) CHECK_FALSE(call->answered());
  gate.open();
  for (const auto& call : calls) CHECK(call->wait()["result"] == "PASSED");
}

TEST_CASE("calls that wait for their session are answered at the end of the server") {
  Rig rig;
  std::vector<std::shared_ptr<KeptExchange>> calls;
  Gate gate(rig);
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  for (int i = 0; i < 8; ++i) calls.push_back(begin_finalize(rig, token));
  wait_for_waiting(rig, 7);
  std::thread opener([&] { gate.open(); });
  rig.restart();
  opener.join();
  for (const auto& call : calls) {
    const int status = call->wait().status;
    CHECK((status == 200 || status == 401 || status == 503));
  }
  rig.engine.on_match({});
  const int again = rig.finalize(token).status;
  CHECK((again == 200 || again == 401));
}

}  // namespace countersign::http::device_finalize_test
