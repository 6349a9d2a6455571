#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/event/vault_file.h"
#include "http/device/action_draw.h"
#include "http/device/stored_image.h"
#include "tests/events/support/no_memory.h"
#include "tests/http/support/backend_calls.h"
#include "tests/http/support/rig.h"

namespace countersign::http::device_liveness_test {

std::string refusal_of(const Answer& answer) {
  return fmt::format("{} {}", answer.status, answer.code());
}

std::vector<std::string> frames(std::size_t count, std::string_view salt = "") {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < count; ++i) {
    made.push_back(good_image(fmt::format("frame {} {}", i, salt)));
  }
  return made;
}

TEST_CASE("frames that pass are stored as selfies, in their order") {
  Rig rig;
  rig.engine.be_capable_of({Action::TurnLeft, Action::TurnRight, Action::Blink}, false);
  const std::string token = rig.token(rig.add_client(), "LIVENESS");
  const Answer challenge = rig.device(Method::Post, "/api/sdk/liveness/challenge", token);
  CHECK(challenge["expiresInSeconds"] == "120");
  CHECK(challenge["actions"].starts_with(R"(["LOOK_STRAIGHT",)"));
  CHECK(challenge["actions"].find("TURN_") != std::string::npos);

  const auto sent = frames(12);
  Form form;
  form.text("nonce", challenge["nonce"]);
  for (const std::string& frame : sent) form.file("frames", frame);
  const Answer outcome = rig.send(rig.upload("/api/sdk/liveness", token, form));
  CHECK(outcome["ok"] == "true");
  CHECK(outcome["step"] == "LIVENESS");
  CHECK(outcome["stepComplete"] == "true");
  CHECK(outcome["sha256"] == to_hex(sha256(sent.front())));
  CHECK(outcome["fileIds"].find(outcome["fileId"]) == 2);
  CHECK(rig.files_on_disk() == 1);

  // The engine was asked for the actions that the nonce stands for.
  std::string asked = "[";
  for (const Action action : rig.engine.last_actions()) {
    asked += fmt::format("{}\"{}\"", asked.size() > 1 ? "," : "", name_of(action));
  }
  CHECK(asked + "]" == challenge["actions"]);
}

TEST_CASE("the frames of a submission are one file of the vault, which no other submission has") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::vector<std::size_t> sizes{70'000, 20, 300'000};
  std::vector<std::vector<std::string>> sent;
  std::vector<Session> sessions;
  for (const char* salt : {"first", "second"}) {
    const Answer created = rig.create(client, R"("purpose":"LIVENESS")");
    sent.emplace_back();
    for (const std::size_t size : sizes) {
      sent.back().push_back(good_image(salt + std::string(size, 'x')));
    }
    REQUIRE(rig.liveness(created["sessionToken"], sent.back())["ok"] == "true");
    const auto found = rig.data().queries().session(SessionId(*parse_uuid(created["sessionId"])));
    REQUIRE((found && *found));
    sessions.push_back(**found);
  }
  CHECK(rig.files_on_disk() == 2);
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    const std::vector<StoredFile>& files = sessions[i].files;
    REQUIRE(files.size() == sizes.size());
    CHECK(vault_files_of(files).size() == 1);
    CHECK(are_placed_well(files, sessions[1 - i].files));
    const auto key = rig.data().session_key(sessions[i].id);
    REQUIRE(key.has_value());
    for (std::size_t frame = 0; frame < files.size(); ++frame) {
      CHECK(files[frame].sha256 == Sha256(sha256(sent[i][frame])));
      CHECK(files[frame].size_bytes == sent[i][frame].size());
      CHECK((stored_image(rig.data(), sessions[i].id, *key, files[frame]) == sent[i][frame]));
    }
  }
}

TEST_CASE("frames of which one found no memory are 503, and none of them is judged") {
  Rig rig;
  const std::string token = rig.token(rig.add_client(), "LIVENESS");
  Form form;
  form.text("nonce", rig.nonce(token, "liveness"));
  for (const std::string& frame : frames(12)) form.file("frames", frame);
  {
    const NoMemory third_only(2, 1);
    const Answer refused = rig.send(rig.upload("/api/sdk/liveness", token, form));
    CHECK(refusal_of(refused) == "503 SVC_UNAVAILABLE");
    rig.settle();
    CHECK(third_only.failed() == 1);
  }
  CHECK(rig.files_on_disk() == 0);
  const Answer accepted = rig.send(rig.upload("/api/sdk/liveness", token, form));
  CHECK(accepted["ok"] == "true");
  CHECK(accepted["attemptsRemaining"] == "4");
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE("the liveness step waits for the document step, and a nonce is of one step alone") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  CHECK(refusal_of(rig.device(Method::Post, "/api/sdk/liveness/challenge", token)) ==
        "409 SVC_STEP_OUT_OF_SEQUENCE");
  auto request = rig.upload(
      "/api/sdk/liveness", token, Form().text("nonce", "x").file("frames", good_image()));
  const Answer early = rig.send(request);
  CHECK(refusal_of(early) == "409 SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(early["currentStep"] == "DOCUMENT");

  const std::string of_document = rig.nonce(token, "document");
  REQUIRE(rig.document(token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
  const Answer foreign = rig.send(rig.upload(
      "/api/sdk/liveness", token, Form().text("nonce", of_document).file("frames", good_image())));
  CHECK(refusal_of(foreign) == "400 SVC_CHALLENGE_INVALID");
  CHECK(foreign["reason"] == "UNKNOWN");
  CHECK(rig.liveness(token, frames(2))["ok"] == "true");
}

TEST_CASE("one to twelve frames, each within its limit") {
  Rig rig({.max_frame_bytes = 1000});
  const std::string token = rig.token(rig.add_client(), "LIVENESS");
  CHECK(refusal_of(rig.liveness(token, frames(13))) == "400 SVC_TOO_MANY_FRAMES");
  const Answer none = rig.liveness(token, {});
  CHECK(refusal_of(none) == "400 SVC_MISSING_PART");
  CHECK(none["field"] == "frames");
  const Answer large = rig.liveness(token, {good_image(), good_image(std::string(1000, 'x'))});
  CHECK(refusal_of(large) == "413 SVC_PAYLOAD_TOO_LARGE");
  CHECK(large["limitBytes"] == "1000");
  CHECK(refusal_of(rig.liveness(token, {good_image(), "no image"})) ==
        "415 SVC_UNSUPPORTED_MEDIA_TYPE");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  CHECK(rig.engine.liveness_calls() == 0);
  CHECK(rig.liveness(token, frames(1))["ok"] == "true");
}

TEST_CASE("frames that fail name the action that was not seen, and are not kept") {
  Rig rig({.attempts = 2});
  const std::string token = rig.token(rig.add_client(), "LIVENESS");
  auto sent = frames(2);
  sent.push_back(image_saying("LIVENESS_ACTION_NOT_PERFORMED"));
  const Answer failed = rig.liveness(token, sent);
  CHECK(failed.status == 200);
  CHECK(failed.code() == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(failed["failedAction"] == "LOOK_STRAIGHT");
  CHECK(failed["fileId"] == "null");
  CHECK(failed["fileIds"] == "[]");
  CHECK(failed["retryable"] == "true");
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
  const Answer last = rig.liveness(token, {image_saying("LIVENESS_NO_FACE")});
  CHECK(last.code() == "LIVENESS_ATTEMPTS_EXHAUSTED");
  CHECK(last["issues"].find("LIVENESS_NO_FACE") != std::string::npos);
  CHECK(refusal_of(rig.device(Method::Post, "/api/sdk/liveness/challenge", token)) ==
        "409 SVC_ATTEMPTS_EXHAUSTED");
}

TEST_CASE("frames of another session are a failure, and what was stored for it is removed") {
  Rig rig;
  const Credentials client = rig.add_client();
  REQUIRE(rig.liveness(rig.token(client, "LIVENESS"), frames(2))["ok"] == "true");
  CHECK(rig.files_on_disk() == 1);
  auto reused = frames(2, "new");
  reused.push_back(frames(1).front());
  const Answer failed = rig.liveness(rig.token(client, "LIVENESS"), reused);
  CHECK(failed.status == 200);
  CHECK(failed["ok"] == "false");
  rig.settle();
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE("frames of a refused recording are known in another session, until it is purged") {
  Rig rig;
  const Credentials client = rig.add_client();
  const Answer first = rig.create(client, R"("purpose":"LIVENESS")");
  const std::vector<std::string> refused = {
      good_image("a"), good_image("e"), image_saying("LIVENESS_NO_FACE", "b")};
  CHECK(rig.liveness(first["sessionToken"], refused).code() == "LIVENESS_NO_FACE");
  // In the same session they are judged again.
  CHECK(rig.liveness(first["sessionToken"], refused).code() == "LIVENESS_NO_FACE");
  CHECK(rig.liveness(first["sessionToken"], {good_image("a")})["ok"] == "true");

  const std::string second = rig.token(client, "LIVENESS");
  CHECK(rig.liveness(second, {good_image("c"), good_image("e")})["ok"] == "false");
  CHECK(rig.liveness(second, {good_image("d")})["ok"] == "true");
  rig.restart();
  const std::string third = rig.token(client, "LIVENESS");
  CHECK(rig.liveness(third, {good_image("e")})["ok"] == "false");
}

TEST_CASE("a device is not told that its frames were used before, and its backend is") {
  Rig rig;
  Backend backend(rig, rig.add_client());
  REQUIRE(rig.liveness(rig.token(backend.client(), "LIVENESS"), {good_image("a")})["ok"] == "true");
  const Answer created = rig.create(backend.client(), R"("purpose":"LIVENESS")");
  const std::string token = created["sessionToken"];
  const Answer alone = rig.liveness(token, {good_image("a")});
  CHECK(alone["ok"] == "false");
  CHECK(alone.code() == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(alone["issues"].find("LIVENESS_ACTION_NOT_PERFORMED") != std::string::npos);
  const Answer others = rig.liveness(token, {good_image("a"), image_saying("LIVENESS_NO_FACE")});
  CHECK(others.code() == "LIVENESS_NO_FACE");
  std::string told = alone.body + others.body;
  for (int attempt = 3; attempt <= 5; ++attempt) {
    told += rig.liveness(token, {good_image("a")}).body;
  }
  told += rig.status(token).body + rig.finalize(token).body;
  CHECK(told.find("LIVENESS_ATTEMPTS_EXHAUSTED") != std::string::npos);
  for (const char* word :
       {"REUSE", "reuse", "DUPLICATE", "another session", "before", "elsewhere"}) {
    CAPTURE(word);
    CHECK(told.find(word) == std::string::npos);
  }
  const std::string result =
      backend.get(Backend::path_of(created["sessionId"], "/result")).answer.body;
  CHECK(result.find(R"("code":"LIVENESS_FRAMES_REUSED")") != std::string::npos);
}

TEST_CASE("frames that another client's session has are taken as new ones") {
  Rig rig;
  const Credentials one = rig.add_client();
  const Credentials other = rig.add_client();
  REQUIRE(rig.liveness(rig.token(one, "LIVENESS"), {good_image("a")})["ok"] == "true");
  const std::vector<std::string> refused = {
      good_image("b"), good_image("c"), image_saying("LIVENESS_NO_FACE")};
  REQUIRE(rig.liveness(rig.token(one, "LIVENESS"), refused)["ok"] == "false");
  CHECK(rig.liveness(rig.token(other, "LIVENESS"), {good_image("a"), refused[0]})["ok"] == "true");
  rig.restart();
  CHECK(rig.liveness(rig.token(other, "LIVENESS"), {refused[1]})["ok"] == "true");
  CHECK(rig.liveness(rig.token(one, "LIVENESS"), {refused[1]})["ok"] == "false");
}

TEST_CASE("frames of a refused recording are new again once its session is purged") {
  Rig rig;
  const Credentials client = rig.add_client();
  const Answer first = rig.create(client, R"("purpose":"LIVENESS")");
  const std::vector<std::string> refused = {good_image("a"), image_saying("LIVENESS_NO_FACE", "b")};
  CHECK(rig.liveness(first["sessionToken"], refused).code() == "LIVENESS_NO_FACE");
  const std::string id = first["sessionId"];
  Backend backend(rig, client);
  REQUIRE(backend.call(Method::Post, Backend::path_of(id, "/purge")).answer.status == 200);
  CHECK(rig.liveness(rig.token(client, "LIVENESS"), {good_image("a")})["ok"] == "true");
  CHECK(rig.liveness(rig.token(client, "LIVENESS"), {refused.back()}).code() == "LIVENESS_NO_FACE");
}

TEST_CASE("a liveness submission with a key is compared frame by frame") {
  Rig rig;
  const std::string token = rig.token(rig.add_client(), "LIVENESS");
  const std::string nonce = rig.nonce(token, "liveness");
  const auto send = [&](const std::vector<std::string>& images) {
    Form form;
    form.text("nonce", nonce);
    for (const std::string& image : images) form.file("frames", image);
    auto request = rig.upload("/api/sdk/liveness", token, form);
    request.headers.add("Idempotency-Key", "k");
    return rig.send(request);
  };
  const Answer first = send(frames(3));
  REQUIRE(first["ok"] == "true");
  CHECK(send(frames(3)).body == first.body);
  CHECK(refusal_of(send(frames(2))) == "422 SVC_IDEMPOTENCY_MISMATCH");
  auto swapped = frames(3);
  std::swap(swapped[0], swapped[1]);
  CHECK(refusal_of(send(swapped)) == "422 SVC_IDEMPOTENCY_MISMATCH");
  CHECK(rig.files_on_disk() == 1);
}

}  // namespace countersign::http::device_liveness_test
