#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "tests/http/support/full_disk.h"
#include "tests/http/support/rig.h"

namespace countersign::http::device_document_test {

std::string refusal_of(const Answer& answer) {
  return fmt::format("{} {}", answer.status, answer.code());
}

// Sends a form whose nonce is not used yet.
Answer send_form(Rig& rig, const std::string& token, const Form& form, Headers more = {}) {
  auto request = rig.upload("/api/sdk/document", token, form);
  for (const auto& field : more) request.headers.add(field.name, field.value);
  return rig.send(request);
}

TEST_CASE("an image with its nonce alone completes the document step") {
  Rig rig;
  const std::string token = rig.token(rig.add_client(), "DOCUMENT_VERIFICATION");
  const std::string image = good_image("passport");
  const Answer outcome = rig.document(token, image);
  CHECK(outcome.status == 200);
  CHECK(outcome["ok"] == "true");
  CHECK(outcome["step"] == "DOCUMENT");
  CHECK(outcome["code"] == "null");
  CHECK(outcome["detail"] == "null");
  CHECK(outcome["attempt"] == "1");
  CHECK(outcome["attemptsRemaining"] == "4");
  CHECK(outcome["stepComplete"] == "true");
  CHECK(outcome["nextSide"] == "null");
  CHECK(outcome["retryable"] == "false");
  CHECK(parse_uuid(outcome["fileId"]).has_value());
  CHECK(outcome["sha256"] == to_hex(sha256(image)));
  CHECK(outcome["issues"] == "[]");
  CHECK(rig.files_on_disk() == 1);
  CHECK(rig.status(token)["currentStep"] == "FINALIZE");
}

TEST_CASE("a challenge is a nonce of at least 128 bits and the seconds that it lives") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Answer challenge = rig.device(Method::Post, "/api/sdk/document/challenge", token);
  CHECK(challenge.status == 200);
  CHECK(challenge["nonce"].size() >= 22);
  CHECK(challenge["expiresInSeconds"] == "300");
  CHECK(challenge["actions"].empty());
  CHECK(rig.nonce(token, "document") != challenge["nonce"]);
}

TEST_CASE("more than eight unused nonces of a step are not handed out") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  for (int i = 0; i < 8; ++i) (void)rig.nonce(token, "document");
  const Answer refused = rig.device(Method::Post, "/api/sdk/document/challenge", token);
  CHECK(refused.status == 429);
  CHECK_FALSE(refused.header("Retry-After").empty());
  rig.clock.move(std::chrono::seconds(300));
  (void)rig.nonce(token, "document");
}

TEST_CASE("a failed image says what is wrong, keeps no bytes and leaves an attempt less") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const std::string image = image_saying("DOCUMENT_BLURRY");
  const Answer outcome = rig.document(token, image);
  CHECK(outcome.status == 200);
  CHECK(outcome["ok"] == "false");
  CHECK(outcome.code() == "DOCUMENT_BLURRY");
  CHECK(outcome["detail"] == "Take it again.");
  CHECK(outcome["attempt"] == "1");
  CHECK(outcome["attemptsRemaining"] == "4");
  CHECK(outcome["stepComplete"] == "false");
  CHECK(outcome["retryable"] == "true");
  CHECK(outcome["fileId"] == "null");
  CHECK(outcome["sha256"] == to_hex(sha256(image)));
  CHECK(outcome["issues"] ==
        R"([{"code":"DOCUMENT_BLURRY","severity":"ERROR","value":12.5,"threshold":20,)"
        R"("hint":"Take it again."}])");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  const Answer warned = rig.document(token, image_saying("WARNING"));
  CHECK(warned["ok"] == "true");
  CHECK(warned["issues"].find(R"("severity":"WARNING","value":-0.04,"threshold":1)") !=
        std::string::npos);
}

TEST_CASE("the last attempt exhausts the step, and no challenge follows it") {
  Rig rig({.attempts = 2});
  const std::string token = rig.token(rig.add_client(), "DOCUMENT_VERIFICATION");
  CHECK(rig.document(token, image_saying("DOCUMENT_GLARE"))["attemptsRemaining"] == "1");
  const std::string spare = rig.nonce(token, "document");
  const Answer last = rig.document(token, image_saying("DOCUMENT_GLARE"));
  CHECK(last.code() == "DOCUMENT_ATTEMPTS_EXHAUSTED");
  CHECK(last["retryable"] == "false");
  CHECK(last["issues"].find("DOCUMENT_GLARE") != std::string::npos);
  CHECK(refusal_of(rig.device(Method::Post, "/api/sdk/document/challenge", token)) ==
        "409 SVC_ATTEMPTS_EXHAUSTED");
  CHECK(
      refusal_of(send_form(rig, token, Form().text("nonce", spare).file("image", good_image()))) ==
      "409 SVC_ATTEMPTS_EXHAUSTED");
  CHECK(rig.finalize(token)["result"] == "FAILED");
}

TEST_CASE("a two-sided card takes its front, then its back, each with a nonce of its own") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Answer early = rig.document(token, good_image("back"), "BACK", "ID_CARD");
  CHECK(refusal_of(early) == "409 SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(early["currentStep"] == "DOCUMENT");

  const Answer front = rig.document(token, good_image("front"), "front", "id_card");
  CHECK(front["ok"] == "true");
  CHECK(front["stepComplete"] == "false");
  CHECK(front["nextSide"] == "BACK");
  CHECK(refusal_of(rig.document(token, good_image("front"), "FRONT", "ID_CARD")) ==
        "409 SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(refusal_of(rig.device(Method::Post, "/api/sdk/liveness/challenge", token)) ==
        "409 SVC_STEP_OUT_OF_SEQUENCE");

  const Answer mismatch = rig.document(token, good_image("b"), "BACK", "DRIVING_LICENSE");
  CHECK(mismatch.status == 200);
  CHECK(mismatch.code() == "DOCUMENT_TYPE_MISMATCH");
  CHECK(mismatch["nextSide"] == "BACK");
  rig.settle();
  CHECK(rig.files_on_disk() == 1);

  const Answer back = rig.document(token, good_image("back"), "BACK");
  CHECK(back["stepComplete"] == "true");
  CHECK(back["nextSide"] == "null");
  CHECK(back["attempt"] == "2");
  CHECK(rig.files_on_disk() == 2);
  CHECK(rig.status(token)["stepsCompleted"] == R"(["DOCUMENT"])");
}

TEST_CASE("a document without a type may have a back, and needs none") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  CHECK(rig.document(token, good_image("front"))["stepComplete"] == "true");
  const Answer refused = rig.document(token, image_saying("DOCUMENT_BLURRY"), "BACK");
  CHECK(refused["ok"] == "false");
  CHECK(refused["stepComplete"] == "true");
  CHECK(refused["nextSide"] == "null");
  CHECK(refused["retryable"] == "true");
  CHECK(rig.status(token)["stepsCompleted"] == R"(["DOCUMENT"])");
  CHECK(rig.document(token, good_image("back"), "BACK")["ok"] == "true");
  CHECK(refusal_of(rig.device(Method::Post, "/api/sdk/document/challenge", token)) ==
        "409 SVC_STEP_OUT_OF_SEQUENCE");
  (void)rig.nonce(token, "liveness");
}

TEST_CASE("a nonce is used once, until it expires, and for its own session and step") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  const auto send = [&](const std::string& nonce) {
    return send_form(
        rig, token, Form().text("nonce", nonce).file("image", image_saying("DOCUMENT_NOISY")));
  };
  const std::string used = rig.nonce(token, "document");
  CHECK(send(used).status == 200);
  const Answer replayed = send(used);
  CHECK(refusal_of(replayed) == "400 SVC_CHALLENGE_INVALID");
  CHECK(replayed["reason"] == "ALREADY_USED");

  const std::string foreign = rig.nonce(rig.token(client), "document");
  CHECK(send(foreign)["reason"] == "UNKNOWN");
  CHECK(send("")["reason"] == "UNKNOWN");
  CHECK(send("made-up")["reason"] == "UNKNOWN");

  const std::string first = rig.nonce(token, "document");
  const std::string second = rig.nonce(token, "document");
  rig.clock.move(std::chrono::seconds(299));
  CHECK(send(first).status == 200);
  rig.clock.move(std::chrono::seconds(1));
  CHECK(send(second)["reason"] == "EXPIRED");
  CHECK(rig.engine.documents() == 2);
}

TEST_CASE("an envelope that is refused consumes neither nonce nor attempt") {
  Rig rig({.max_document_bytes = 1000});
  const std::string token = rig.token(rig.add_client());
  const std::string nonce = rig.nonce(token, "document");
  const auto form = [&] { return Form().text("nonce", nonce); };
  const auto refused = [&](const Form& bad) { return refusal_of(send_form(rig, token, bad)); };
  CHECK(refused(form()) == "400 SVC_MISSING_PART");
  CHECK(refused(Form().file("image", good_image())) == "400 SVC_MISSING_PART");
  CHECK(refused(form().text("nonce", nonce).file("image", good_image())) ==
        "400 SVC_INVALID_MULTIPART");
  CHECK(refused(form().file("image", good_image()).file("image", good_image())) ==
        "400 SVC_INVALID_MULTIPART");
  CHECK(refused(form().text("side", "TOP").file("image", good_image())) ==
        "400 SVC_INVALID_PARAMETER");
  CHECK(refused(form().text("documentType", "LIBRARY").file("image", good_image())) ==
        "400 SVC_INVALID_PARAMETER");
  CHECK(refused(form().text("side", std::string(257, 'x')).file("image", good_image())) ==
        "400 SVC_INVALID_PARAMETER");
  CHECK(refused(form().file("image", "")) == "415 SVC_UNSUPPORTED_MEDIA_TYPE");
  CHECK(refused(form().file("image", "GIF89a, and so on")) == "415 SVC_UNSUPPORTED_MEDIA_TYPE");
  CHECK(refused(form().file("image", good_image(std::string(1000, 'x')))) ==
        "413 SVC_PAYLOAD_TOO_LARGE");
  auto request = rig.upload("/api/sdk/document", token, form().file("image", good_image()));
  request.headers.set("Content-Type", "application/json");
  CHECK(refusal_of(rig.send(request)) == "415 SVC_UNSUPPORTED_MEDIA_TYPE");
  request.headers.set("Content-Type", "multipart/form-data");
  CHECK(refusal_of(rig.send(request)) == "400 SVC_INVALID_MULTIPART");
  request.headers.remove("Content-Type");
  CHECK(refusal_of(rig.send(request)) == "415 SVC_UNSUPPORTED_MEDIA_TYPE");
  rig.settle();
  CHECK(rig.engine.documents() == 0);
  CHECK(rig.files_on_disk() == 0);

  const Answer outcome = send_form(
      rig, token, form().text("other", "ignored").text("side", "").file("image", good_image()));
  CHECK(outcome["ok"] == "true");
  CHECK(outcome["attempt"] == "1");
}

TEST_CASE("a step that is not the purpose's, or whose turn is past, is refused before the body") {
  Rig rig;
  const std::string token = rig.token(rig.add_client(), "LIVENESS");
  auto exchange = std::make_shared<KeptExchange>();
  auto request = rig.upload("/api/sdk/document", token, Form().text("nonce", "x"));
  CHECK(rig.open(request, exchange) == nullptr);
  const Answer refused = exchange->wait();
  CHECK(refusal_of(refused) == "409 SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(refused["currentStep"] == "LIVENESS");
}

TEST_CASE("of 64 submissions of one nonce at a time exactly one is judged, and one looked at") {
  Rig rig({.uploads_a_session = 64, .device_rate = Rate{100'000, 60'000}});
  const std::string token = rig.token(rig.add_client());
  const std::string nonce = rig.nonce(token, "document");
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 64; ++i) {
    calls.push_back(rig.begin(
        rig.upload("/api/sdk/document",
                   token,
                   Form().text("nonce", nonce).file("image", good_image(std::to_string(i))))));
  }
  int judged = 0;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status == 200) {
      ++judged;
      continue;
    }
    CHECK(refusal_of(answer) == "400 SVC_CHALLENGE_INVALID");
    CHECK(answer["reason"] == "ALREADY_USED");
  }
  CHECK(judged == 1);
  CHECK(rig.engine.documents() == 1);
  rig.settle();
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE("a session's submissions are judged one at a time, whatever their nonces") {
  Rig rig({.uploads_a_session = 8, .device_rate = Rate{100'000, 60'000}});
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  rig.engine.on_document([&, opened] {
    most = std::max<int>(most, ++inside);
    opened.wait();
    --inside;
  });
  const std::string token = rig.token(rig.add_client());
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 6; ++i) {
    calls.push_back(rig.begin(
        rig.upload("/api/sdk/document",
                   token,
                   Form()
                       .text("nonce", rig.nonce(token, "document"))
                       .file("image", image_saying("DOCUMENT_TOO_DARK", std::to_string(i))))));
  }
  while (rig.service().claims.waiting() != 5) std::this_thread::yield();
  gate.set_value();
  int judged = 0;
  for (const auto& call : calls) judged += call->wait().status == 200 ? 1 : 0;
  CHECK(judged == 5);  // one for each attempt
  CHECK(most == 1);
}

TEST_CASE("a client's flood of submissions lets another client's next one have its turn") {
  Rig rig({.create_rate = Rate{100'000, 60'000}, .device_rate = Rate{100'000, 60'000}});
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  // One of the two threads is blocked throughout, so the order on the other one is that of the
  // turns.
  std::promise<void> end;
  std::promise<void> entered;
  REQUIRE(rig.service().inspection.submit([&entered, ended = end.get_future().share()] {
    entered.set_value();
    ended.wait();
  }));
  entered.get_future().wait();
  rig.engine.on_document([opened] { opened.wait(); });
  const Credentials flood = rig.add_client();
  const Credentials other = rig.add_client();
  const auto begin = [&](const std::string& token) {
    return rig.begin(rig.upload(
        "/api/sdk/document",
        token,
        Form().text("nonce", rig.nonce(token, "document")).file("image", good_image(token))));
  };
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 65; ++i) calls.push_back(begin(rig.token(flood)));
  while (rig.service().inspection.queued() != 64) std::this_thread::yield();
  const std::string token = rig.token(other);
  const auto theirs = begin(token);
  while (rig.service().inspection.queued() != 65) std::this_thread::yield();
  gate.set_value();
  CHECK(theirs->wait()["ok"] == "true");
  for (const auto& call : calls) CHECK(call->wait()["ok"] == "true");
  end.set_value();
  const std::vector<std::string> seen = rig.engine.documents_seen();
  REQUIRE(seen.size() == 66);
  CHECK(seen[2] == good_image(token));  // after the held one and one more of the flood
}

TEST_CASE("a submission that finds the queue full is 503, and its nonce is good for another") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  const Form form = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  // Both threads are blocked, and the client's queue is full.
  const auto held = std::make_shared<std::atomic<int>>(0);
  const auto hold = [&] {
    return rig.service().inspection.submit(ClientKey(client.key), [held, opened] {
      ++*held;
      opened.wait();
    });
  };
  while (hold() || *held < 2) std::this_thread::yield();
  while (hold()) {
  }
  CHECK(refusal_of(send_form(rig, token, form)) == "503 SVC_UNAVAILABLE");
  gate.set_value();
  while (rig.service().inspection.queued() > 0) std::this_thread::yield();
  const Answer accepted = send_form(rig, token, form);
  CHECK(accepted["ok"] == "true");
  CHECK(accepted["attemptsRemaining"] == "4");
}

TEST_CASE("a submission whose engine throws lets its session go") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Form form = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  rig.engine.on_document([] { throw std::runtime_error("a bug"); });
  CHECK(send_form(rig, token, form).status == 500);
  rig.engine.on_document({});
  CHECK(send_form(rig, token, form)["ok"] == "true");
}

TEST_CASE("no memory to look at an image is 503, and the nonce stays valid") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Form form = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  rig.engine.on_document([] { throw std::bad_alloc(); });
  const Answer refused = send_form(rig, token, form);
  CHECK(refusal_of(refused) == "503 SVC_UNAVAILABLE");
  CHECK(refused.header("Retry-After") == "1");
  CHECK(refused.header("Content-Type") == "application/problem+json");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  rig.engine.on_document({});
  const Answer accepted = send_form(rig, token, form);
  CHECK(accepted["ok"] == "true");
  CHECK(accepted["attemptsRemaining"] == "4");
}

TEST_CASE("the files of a submission that a full log refused are removed") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  const Form form = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  std::optional<FullDisk> full;
  rig.engine.on_document([&] {
    if (full) return;
    full.emplace("/log");
    // The log checks the free space again after a moment.
    while (rig.create(client).status != 503) rig.clock.move(std::chrono::seconds(1));
  });
  CHECK(refusal_of(send_form(rig, token, form)) == "503 SVC_UNAVAILABLE");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  full.reset();
  rig.engine.on_document({});
  const Form again = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  CHECK(send_form(rig, token, again)["ok"] == "true");
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE("a stored file is among the new files only until its event is there") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const auto new_files = [&] {
    const auto found = rig.data().vault().store().new_files();
    REQUIRE(found.has_value());
    return found->size();
  };
  std::size_t while_judged = 0;
  rig.engine.on_document([&] { while_judged = new_files(); });
  CHECK(send_form(
            rig,
            token,
            Form().text("nonce", rig.nonce(token, "document")).file("image", good_image()))["ok"] ==
        "true");
  rig.settle();
  CHECK(while_judged == 1);
  CHECK(new_files() == 0);
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE("an engine that breaks down is the machine's failure: 503, and the nonce stays valid") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Form form = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  rig.engine.break_down(true);
  const Answer broken = send_form(rig, token, form);
  CHECK(refusal_of(broken) == "503 SVC_UNAVAILABLE");
  CHECK_FALSE(broken.header("Retry-After").empty());
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  rig.engine.break_down(false);
  CHECK(send_form(rig, token, form)["ok"] == "true");
}

TEST_CASE("a submission with a key is answered again with the same bytes, also after a restart") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Form form = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  const Headers with_key = {{"Idempotency-Key", "front-1"}};
  const Answer first = send_form(rig, token, form, with_key);
  REQUIRE(first["ok"] == "true");
  const Answer again = send_form(rig, token, form, with_key);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  rig.restart();
  CHECK(send_form(rig, token, form, with_key).body == first.body);
  CHECK(rig.engine.documents() == 1);
  CHECK(rig.files_on_disk() == 1);

  const Form other = Form().text("nonce", "x").file("image", good_image("other"));
  CHECK(refusal_of(send_form(rig, token, other, with_key)) == "422 SVC_IDEMPOTENCY_MISMATCH");
  CHECK(refusal_of(rig.finalize(token, with_key)) == "422 SVC_IDEMPOTENCY_MISMATCH");
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE(
    "a submission with a key is answered again after its session has ended, and nothing else") {
  using End = std::function<void(Rig&, const Credentials&, const Answer&)>;
  const auto by_backend = [](const char* call) {
    return [call](Rig& rig, const Credentials& client, const Answer& created) {
      CHECK(rig.send({.method = Method::Post,
                      .path = "/api/svc/session/" + created["sessionId"] + call,
                      .headers = {{"X-Svc-Client-Key", client.key},
                                  {"X-Svc-Client-Secret", client.secret}}})
                .status == 200);
    };
  };
  const End finalize = [](Rig& rig, const Credentials&, const Answer& created) {
    CHECK(rig.finalize(created["sessionToken"]).status == 200);
  };
  const End expire = [](Rig& rig, const Credentials&, const Answer&) {
    rig.clock.move(rig.settings.session_ttl.get());
  };
  for (const End& end : {finalize, expire, End(by_backend("/cancel")), End(by_backend("/purge"))}) {
    Rig rig;
    const Credentials client = rig.add_client();
    const Answer created = rig.create(client, R"("purpose":"DOCUMENT_VERIFICATION")");
    const std::string token = created["sessionToken"];
    const Form form =
        Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
    const Headers with_key = {{"Idempotency-Key", "front-1"}};
    const Answer first = send_form(rig, token, form, with_key);
    REQUIRE(first["ok"] == "true");
    end(rig, client, created);
    const Answer again = send_form(rig, token, form, with_key);
    CHECK(again.status == 200);
    CHECK(again.body == first.body);
    CHECK(again.header("Idempotent-Replayed") == "true");

    const Form other = Form().text("nonce", "x").file("image", good_image("other"));
    CHECK(refusal_of(send_form(rig, token, other, with_key)) == "401 SVC_SESSION_INVALID");
    CHECK(send_form(rig, token, form, {{"Idempotency-Key", "front-2"}}).status == 401);
    CHECK(send_form(rig, token, form).status == 401);
    CHECK(rig.finalize(token, with_key).status == 401);
    CHECK(rig.device(Method::Get, "/api/sdk/status", token, with_key).status == 401);
    CHECK(rig.device(Method::Post, "/api/sdk/document/challenge", token, with_key).status == 401);
    CHECK(rig.engine.documents() == 1);
    rig.restart();
    CHECK(send_form(rig, token, form, with_key).body == first.body);
    rig.clock.move(std::chrono::hours(24));
    CHECK(send_form(rig, token, form, with_key).status == 401);
  }
}

TEST_CASE("a refused submission does not use its key up") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const Headers with_key = {{"Idempotency-Key", "front-1"}};
  const Form bad = Form().text("nonce", "unknown").file("image", good_image());
  CHECK(refusal_of(send_form(rig, token, bad, with_key)) == "400 SVC_CHALLENGE_INVALID");
  const Form missing = Form().file("image", good_image());
  CHECK(refusal_of(send_form(rig, token, missing, with_key)) == "400 SVC_MISSING_PART");
  const Form good = Form().text("nonce", rig.nonce(token, "document")).file("image", good_image());
  CHECK(send_form(rig, token, good, with_key)["ok"] == "true");
}

TEST_CASE("while a submission with a key is looked at, a second one is told to wait") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  std::promise<void> gate;
  std::shared_future<void> opened(gate.get_future());
  std::promise<void> looking;
  rig.engine.on_document([&, opened] {
    looking.set_value();
    opened.wait();
  });
  auto request =
      rig.upload("/api/sdk/document",
                 token,
                 Form().text("nonce", rig.nonce(token, "document")).file("image", good_image()));
  request.headers.add("Idempotency-Key", "k");
  const auto first = rig.begin(request);
  looking.get_future().wait();
  CHECK(refusal_of(rig.send(request)) == "409 SVC_IDEMPOTENCY_CONFLICT");
  gate.set_value();
  const Answer outcome = first->wait();
  CHECK(outcome["ok"] == "true");
  CHECK(rig.send(request).body == outcome.body);
}

TEST_CASE("neither tokens nor nonces nor images are found in the data folder") {
  Rig rig;
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client, "", {{"Idempotency-Key", "a-secret-key-of-a-client"}});
  const std::string token = created["sessionToken"];
  const std::string nonce = rig.nonce(token, "document");
  const std::string image = good_image("a picture of a person");
  REQUIRE(send_form(rig, token, Form().text("nonce", nonce).file("image", image))["ok"] == "true");
  rig.restart();  // writes out what was in memory
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(rig.folder.path())) {
    if (!entry.is_regular_file()) continue;
    ++files;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    INFO(entry.path().string());
    for (const std::string& secret : {token,
                                      nonce,
                                      client.secret,
                                      image,
                                      std::string("a-secret-key-of-a-client"),
                                      std::string("192.0.2.7")}) {
      CHECK(bytes.find(secret) == std::string::npos);
    }
  }
  CHECK(files > 3);
}

}  // namespace countersign::http::device_document_test
