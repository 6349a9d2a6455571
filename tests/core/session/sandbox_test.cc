#include "core/session/sandbox.h"

#include <doctest/doctest.h>

#include <set>

#include "core/stream/evolve.h"
#include "tests/core/session/session_scenarios.h"

namespace countersign::test::sandbox_test {

using Names = std::vector<std::string>;

SandboxScript read(const Names& names,
                   Step step = Step::Document,
                   Purpose purpose = Purpose::FullCapture) {
  const auto script = read_sandbox_names(names, step, purpose);
  REQUIRE(script.has_value());
  return *script;
}

std::optional<SandboxFault> fault_of(const Names& names,
                                     Step step = Step::Document,
                                     Purpose purpose = Purpose::FullCapture) {
  const auto script = read_sandbox_names(names, step, purpose);
  return script ? std::nullopt : std::optional(script.error());
}

std::string said(const SandboxScript& script) {
  std::string text;
  for (const Issue& issue : script.issues) {
    text += std::string(name_of(issue.severity)) + " " + issue.code + ";";
  }
  if (script.result) {
    text += std::string(name_of(script.result->status)) + " " + script.result->code.value_or("-");
  }
  return text;
}

SessionCreated sandboxed(Purpose purpose = Purpose::FullCapture) {
  SessionCreated event = created(purpose);
  event.sandbox = true;
  return event;
}

TEST_CASE("a file name is read without folders, extension and case") {
  for (const char* name : {"DOCUMENT_BLURRY",
                           "DOCUMENT_BLURRY.jpg",
                           "document_blurry.JPEG",
                           "Document_Blurry.",
                           "C:\\pictures\\DOCUMENT_BLURRY.png",
                           "a/b.c/DOCUMENT_BLURRY.webp"}) {
    CAPTURE(name);
    CHECK(said(read({name})) == "ERROR DOCUMENT_BLURRY;");
  }
}

TEST_CASE("a name that is not a word says nothing") {
  for (const char* name : {"",
                           ".",
                           "+",
                           "ok.jpg",
                           "document_1.jpg",
                           "x+y.jpg",
                           "DOCUMENT.jpg",
                           "front of DOCUMENT_BLURRY.jpg",
                           "result.jpg",
                           "result-PASSED.jpg"}) {
    CAPTURE(name);
    CHECK(said(read({name})) == "");
  }
  CHECK(said(read({})) == "");
}

TEST_CASE("words stand together, errors before warnings, each code once") {
  CHECK(said(read({"warning-DOCUMENT_GLARE+DOCUMENT_CROPPED+x+document_crOPPED.jpg"})) ==
        "ERROR DOCUMENT_CROPPED;WARNING DOCUMENT_GLARE;");
  CHECK(said(read({"warning-DOCUMENT_GLARE+DOCUMENT_GLARE.jpg"})) == "ERROR DOCUMENT_GLARE;");
  CHECK(said(read({"DOCUMENT_GLARE+warning-DOCUMENT_GLARE.jpg"})) == "ERROR DOCUMENT_GLARE;");
  CHECK(said(read({"1.jpg", "LIVENESS_NO_FACE.jpg", "LIVENESS_BLURRY.jpg"}, Step::Liveness)) ==
        "ERROR LIVENESS_NO_FACE;ERROR LIVENESS_BLURRY;");
  CHECK(said(read({"Warning-DOCUMENT_GLARE+Result-Review.jpg"})) ==
        "WARNING DOCUMENT_GLARE;NOT_PERFORMED CHECK_NOT_AVAILABLE");
}

TEST_CASE("a result is forced with the reason that its purpose can have") {
  CHECK(said(read({"result-FAILED"})) == "FAILED FACE_MISMATCH");
  CHECK(said(read({"FACE_MISMATCH"})) == "FAILED FACE_MISMATCH");
  CHECK(said(read({"FACE_NOT_COMPARABLE"})) == "NOT_PERFORMED FACE_NOT_COMPARABLE");
  CHECK(said(read({"result-FAILED"}, Step::Document, Purpose::DocumentVerification)) == "FAILED -");
  CHECK(fault_of({"FACE_MISMATCH"}, Step::Liveness, Purpose::Liveness) == SandboxFault::NoFaces);
  CHECK(fault_of({"result-PASSED", "result-FAILED"}) == SandboxFault::SeveralResults);
  CHECK_FALSE(fault_of({"result-FAILED", "FACE_MISMATCH", "ok"}));
}

TEST_CASE("a text that looks like a word of the format and is not one is a fault") {
  for (const char* name : {"DOCUMENT_BLURY.jpg",
                           "DOCUMENT_ATTEMPTS_EXHAUSTED.jpg",
                           "DOCUMENT_BLURRY.1.jpg",
                           "LIVENESS_.jpg",
                           "FACE_MATCH.jpg",
                           "result-EXPIRED.jpg",
                           "RESULT-.jpg",
                           "warning-.jpg",
                           "warning-FACE_MISMATCH.jpg",
                           "ok+warning-document_blury.jpg"}) {
    CAPTURE(name);
    CHECK(fault_of({name}) == SandboxFault::UnknownWord);
  }
  CHECK(fault_of({"LIVENESS_NO_FACE.jpg"}) == SandboxFault::OtherStep);
  CHECK(fault_of({"warning-LIVENESS_NO_FACE.jpg"}) == SandboxFault::OtherStep);
  CHECK(fault_of({"ok", "document_blurry.jpg"}, Step::Liveness) == SandboxFault::OtherStep);
}

TEST_CASE("the words are distinct, and each code's is of its step") {
  std::set<std::string> words;
  for (const SandboxWord& word : sandbox_words()) {
    CHECK(words.insert(std::string(word.word)).second);
    if (word.step) CHECK(word.word.starts_with(name_of(*word.step)));
  }
}

TEST_CASE("a sandbox is one from its registration, and its sessions are marked") {
  for (const bool sandbox : {false, true}) {
    ClientPolicy policy;
    policy.purposes = {Purpose::Liveness};
    const auto registered =
        decide(Client{},
               ClientCommand(RegisterClient{t(1), "shop", policy, SecretHash(digest(1)), sandbox}));
    REQUIRE(registered.has_value());
    Client client;
    RecordedEvent recorded;
    recorded.stream = stream_of(ClientKey("svck_a"));
    recorded.version = StreamVersion(1);
    recorded.event = std::get<ClientRegistered>(registered->front());
    evolve(client, recorded, Sha256());
    CHECK(client.sandbox == sandbox);
    recorded.event = ClientChanged{"other", policy};
    evolve(client, recorded, Sha256());
    CHECK(client.sandbox == sandbox);

    CreateSession create;
    create.client = ClientKey("svck_a");
    create.purpose = Purpose::Liveness;
    const auto opened = decide(client, 0, create);
    REQUIRE(opened.has_value());
    CHECK(std::get<SessionCreated>(opened->front()).sandbox == sandbox);
    CHECK(Given({opened->front()}).session().sandbox == sandbox);
  }
}

TEST_CASE("the worst result that was accepted is what finalize comes to, and it says so") {
  const auto capture_with = [](std::optional<CheckStatus> front, std::optional<CheckStatus> frame) {
    const auto check = [](CheckStatus status) {
      CheckOutcome outcome;
      outcome.check = kSandboxResultCheck;
      outcome.status = status;
      return outcome;
    };
    Given past({sandboxed()});
    SubmitDocument first = document(1);
    if (front) first.findings.checks = {check(*front)};
    SubmitLiveness second = frames(2);
    if (frame) second.findings.checks = {check(*frame)};
    capture(past, first);
    capture(past, second);
    return past;
  };
  using enum CheckStatus;
  CHECK_FALSE(sandbox_result_of(capture_with({}, {}).session()).result);
  CHECK(sandbox_result_of(capture_with(Failed, NotPerformed).session()).result->status == Failed);
  CHECK(sandbox_result_of(capture_with(NotPerformed, Failed).session()).result->status == Failed);
  CHECK(sandbox_result_of(capture_with({}, NotPerformed).session()).result->status == NotPerformed);

  const auto finalized = [&](std::optional<CheckStatus> front) {
    return capture_with(front, {}).when(FinalizeSession{kNow}).event<SessionFinalized>();
  };
  CHECK(finalized({}).result == ResultStatus::Passed);
  CHECK(finalized({}).detail ==
        "Sandbox: The capture is complete and every required check passed.");
  CHECK(finalized(Failed).result == ResultStatus::Failed);
  CHECK(finalized(Failed).reasons == std::vector<std::string>{"SANDBOX_RESULT"});
  CHECK(finalized(NotPerformed).result == ResultStatus::Review);
}

TEST_CASE("a check that could not be made says why, where it has a code") {
  CheckOutcome match;
  match.check = "FACE_MATCH";
  match.code = "FACE_NOT_COMPARABLE";
  FinalizeSession command{kNow};
  command.findings.checks = {match};
  const auto finalized = complete().when(command).event<SessionFinalized>();
  CHECK(finalized.result == ResultStatus::Review);
  CHECK(finalized.reasons == std::vector<std::string>{"FACE_NOT_COMPARABLE"});
  CHECK(finalized.detail ==
        "The capture is complete and needs a review. Not performed: FACE_MATCH.");
}

}  // namespace countersign::test::sandbox_test
