#include "http/answers/answer_json.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "core/inspection/face/action_review.h"
#include "core/inspection/thresholds/threshold_table.h"
#include "core/session/sandbox.h"

// The bytes of each answer that can be repeated. An answer to a repeated request is made from the
// log again, by a newer program perhaps, so these bytes stay.
namespace countersign::http::answer_json_test {

constexpr UtcTime kExpiry(1'795'000'000'000'000);
const std::string kHash(64, 'a');

Sha256 hash() { return Sha256(*parse_digest(kHash)); }

StoredFile file(std::uint8_t fill) {
  Uuid id{};
  id.fill(fill);
  StoredFile stored;
  stored.file = FileId(id);
  stored.sha256 = hash();
  return stored;
}

Issue blurry(Severity severity) {
  return {"DOCUMENT_BLURRY", severity, 12'500, 20'000, "Hold the \"camera\" still."};
}

const std::string kBlurry = R"("value":12.5,"threshold":20,"hint":"Hold the \"camera\" still."}]})";

TEST_CASE("a created session is answered with exactly this") {
  SessionCreated created;
  created.purpose = Purpose::Liveness;
  created.expires_at = kExpiry;
  created.sandbox = true;
  Uuid id{};
  id.fill(0x11);
  const std::string begin =
      R"({"sessionId":"11111111-1111-1111-1111-111111111111","sessionToken":"svct_token",)";
  const std::string end =
      R"("expiresAt":"2026-11-18T11:06:40.000000Z",)"
      R"("linkExpiresAt":"2026-11-18T11:06:40.000000Z","purpose":"LIVENESS","sandbox":true})";
  CHECK(session_json(SessionId(id), "svct_token", std::nullopt, created) ==
        begin + R"("captureUrl":null,)" + end);
  CHECK(session_json(SessionId(id), "svct_token", "https://a.example/capture#c=x", created) ==
        begin + R"("captureUrl":"https://a.example/capture#c=x",)" + end);
}

TEST_CASE("a challenge has actions if it is one of liveness") {
  ChallengeIssued issued;
  CHECK(challenge_json("n-1", 300, {}, issued) ==
        R"({"nonce":"n-1","expiresInSeconds":300,"thresholds":null})");
  issued.step = Step::Liveness;
  CHECK(challenge_json("n-1", 300, {}, issued) ==
        R"({"nonce":"n-1","expiresInSeconds":300,"thresholds":null,"actions":[]})");
  issued.actions = {Action::TurnLeft, Action::Smile};
  CHECK(challenge_json("n-1", 300, ThresholdsJson{R"({"a":1})"}, issued) ==
        R"({"nonce":"n-1","expiresInSeconds":300,"thresholds":{"a":1},)"
        R"("actions":["TURN_LEFT","SMILE"]})");
}

TEST_CASE("the thresholds of a challenge have every level of the set") {
  Thresholds set;
  set.document.edge_width_mm = {.error = 0.125, .warning = 0.1};
  const std::string json = thresholds_json(set).json;
  CHECK(json.find(R"("document-edge-width":{"error":0.125,"warning":0.1})") != std::string::npos);
  std::size_t set_levels = 0;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    const bool is_there = json.find("\"" + std::string(info.name) + "\":{") != std::string::npos;
    if constexpr (std::is_same_v<decltype(value), const std::optional<Bounds>&>) {
      CHECK_MESSAGE(is_there == value.has_value(), info.name);
    } else {
      CHECK_MESSAGE(is_there, info.name);
    }
    set_levels += is_there ? 1 : 0;
  });
  CHECK(static_cast<std::size_t>(std::ranges::count(json, '{')) == set_levels + 1);
}

TEST_CASE("liveness that is not possible is answered with exactly this") {
  CHECK(outcome_json(LivenessNotPossible{}).value_or("") ==
        R"({"ok":true,"step":"LIVENESS","state":"NOT_POSSIBLE","code":null,)"
        R"("detail":"The step ends without a judgement; a review follows.",)"
        R"("attemptsRemaining":0,"stepComplete":true,"retryable":false,"issues":[]})");
}

TEST_CASE("an accepted document is answered with exactly this") {
  DocumentAccepted accepted;
  accepted.attempt = 2;
  accepted.attempts_remaining = 3;
  accepted.next_side = Side::Back;
  accepted.file = file(0x22);
  accepted.issues = {blurry(Severity::Warning)};
  CHECK(outcome_json(accepted).value_or("") ==
        R"({"ok":true,"step":"DOCUMENT","code":null,"detail":null,"attempt":2,)"
        R"("attemptsRemaining":3,"stepComplete":false,"nextSide":"BACK","retryable":false,)"
        R"("fileId":"22222222-2222-2222-2222-222222222222","sha256":")" +
            kHash + R"(","issues":[{"code":"DOCUMENT_BLURRY","severity":"WARNING",)" + kBlurry);
}

TEST_CASE("a rejected document is answered with exactly this") {
  DocumentRejected rejected;
  rejected.attempt = 4;
  rejected.attempts_remaining = 1;
  rejected.next_side = Side::Front;
  rejected.code = "DOCUMENT_BLURRY";
  rejected.image.sha256 = hash();
  rejected.issues = {blurry(Severity::Error)};
  const std::string rest = R"(,"fileId":null,"sha256":")" + kHash +
                           R"(","issues":[{"code":"DOCUMENT_BLURRY","severity":"ERROR",)" + kBlurry;
  CHECK(outcome_json(rejected).value_or("") ==
        R"({"ok":false,"step":"DOCUMENT","code":"DOCUMENT_BLURRY",)"
        R"("detail":"Hold the \"camera\" still.","attempt":4,"attemptsRemaining":1,)"
        R"("stepComplete":false,"nextSide":"FRONT","retryable":true)" +
            rest);
  rejected.attempts_remaining = 0;
  CHECK(outcome_json(rejected).value_or("") ==
        R"({"ok":false,"step":"DOCUMENT","code":"DOCUMENT_BLURRY",)"
        R"("detail":"No attempt is left. Hold the \"camera\" still.","attempt":4,)"
        R"("attemptsRemaining":0,"stepComplete":false,"nextSide":null,"retryable":false)" +
            rest);
}

TEST_CASE("an accepted recording is answered with all its files") {
  LivenessAccepted accepted;
  accepted.attempt = 1;
  accepted.attempts_remaining = 4;
  accepted.files = {file(0x33), file(0x44)};
  CHECK(outcome_json(accepted).value_or("") ==
        R"({"ok":true,"step":"LIVENESS","code":null,"detail":null,"attempt":1,)"
        R"("attemptsRemaining":4,"stepComplete":true,"nextSide":null,"retryable":false,)"
        R"("fileId":"33333333-3333-3333-3333-333333333333","sha256":")" +
            kHash +
            R"(","fileIds":["33333333-3333-3333-3333-333333333333",)"
            R"("44444444-4444-4444-4444-444444444444"],"issues":[]})");
}

TEST_CASE("a rejected recording names the failed action if there is one") {
  LivenessRejected rejected;
  rejected.attempt = 1;
  rejected.attempts_remaining = 4;
  rejected.code = "LIVENESS_NO_FACE";
  rejected.images = {{hash(), 5}};
  const std::string head =
      R"({"ok":false,"step":"LIVENESS","code":"LIVENESS_NO_FACE",)"
      R"("detail":"The submission was not accepted.","attempt":1,"attemptsRemaining":4,)"
      R"("stepComplete":false,"nextSide":null,"retryable":true,"fileId":null,"sha256":")" +
      kHash + R"(","fileIds":[],)";
  CHECK(outcome_json(rejected).value_or("") == head + R"("issues":[]})");
  rejected.failed_action = Action::LookUp;
  CHECK(outcome_json(rejected).value_or("") == head + R"("failedAction":"LOOK_UP","issues":[]})");
}

TEST_CASE("a device is not told that its accepted recording is suspected") {
  LivenessAccepted accepted;
  accepted.attempt = 1;
  accepted.attempts_remaining = 4;
  accepted.files = {file(0x33)};
  accepted.issues = {{"LIVENESS_BLURRY", Severity::Warning, 1'000, 2'000, "Hold it still."}};
  LivenessAccepted suspected = accepted;
  suspected.issues.insert(suspected.issues.begin(),
                          {"LIVENESS_NOT_LIVE", Severity::Warning, 500, 600, "Show your face."});
  CHECK(outcome_json(suspected) == outcome_json(accepted));
  suspected.engine.name = kSandboxEngineName;  // a tester has forced it
  CHECK(outcome_json(suspected).value_or("").find("LIVENESS_NOT_LIVE") != std::string::npos);
}

TEST_CASE(
    "a recording that was refused for its origin alone looks like one with another movement") {
  LivenessRejected reused;
  reused.attempt = 1;
  reused.attempts_remaining = 4;
  reused.code = "LIVENESS_FRAMES_REUSED";
  reused.images = {{hash(), 5}};
  const Issue blurred{"LIVENESS_BLURRY", Severity::Warning, 1'000, 2'000, "Hold it still."};
  reused.issues = {{"LIVENESS_FRAMES_REUSED", Severity::Error, 0, 0, "Capture new frames."},
                   blurred};
  const auto action = [](const char* check, std::int64_t value) {
    CheckOutcome outcome;
    outcome.check = check;
    outcome.status = CheckStatus::Passed;
    outcome.value_milli = value;
    outcome.threshold_milli = 12'000;
    return outcome;
  };
  reused.checks = {action("LIVENESS_DECODING", 0),
                   action("LIVENESS_TURN_LEFT", 21'000),
                   action("LIVENESS_TILT_RIGHT", 19'500)};

  LivenessRejected moved = reused;
  moved.code = "LIVENESS_ACTION_NOT_PERFORMED";
  moved.failed_action = Action::TiltRight;
  moved.issues = {blurred,
                  {"LIVENESS_ACTION_NOT_PERFORMED",
                   Severity::Error,
                   19'500,
                   12'000,
                   std::string(kOtherMovementHint)}};
  CHECK(outcome_json(reused) == outcome_json(moved));

  // With another fault it looks as if that were the only one.
  const Issue faceless{"LIVENESS_NO_FACE", Severity::Error, 0, 1'000, "Show your face."};
  reused.issues.push_back(faceless);
  moved.failed_action.reset();
  moved.code = faceless.code;
  moved.issues = {blurred, faceless};
  CHECK(outcome_json(reused) == outcome_json(moved));
  reused.code = moved.code = "LIVENESS_ATTEMPTS_EXHAUSTED";
  reused.attempts_remaining = moved.attempts_remaining = 0;
  CHECK(outcome_json(reused) == outcome_json(moved));
}

TEST_CASE("a document that was used before is answered like a new one") {
  DocumentAccepted known;
  known.attempt = 1;
  known.file = file(0x22);
  known.issues = {
      blurry(Severity::Warning),
      {"DOCUMENT_DUPLICATE_IMAGE", Severity::Warning, 1'000, 2'000, "Nearly this one."}};
  DocumentAccepted fresh = known;
  fresh.issues.pop_back();
  CHECK(outcome_json(known) == outcome_json(fresh));

  SessionFinalized finalized;
  finalized.result = ResultStatus::Review;
  finalized.detail =
      "The capture is complete and needs a review. Found: DOCUMENT_DUPLICATE_IMAGE. "
      "Not performed: DOCUMENT_AUTHENTICITY.";
  CHECK(finalize_json(finalized) ==
        R"({"result":"REVIEW","detail":"The capture is complete and needs a review.",)"
        R"("sandbox":false})");
}

TEST_CASE("a finalized session is answered with exactly this") {
  SessionFinalized finalized;
  finalized.result = ResultStatus::Passed;
  finalized.detail = "All checks passed.";
  finalized.engine = {"countersign-sandbox", "1"};
  CHECK(finalize_json(finalized) ==
        R"({"result":"PASSED","detail":"All checks passed.","sandbox":true})");
}

TEST_CASE("an event that ends no submission is not an outcome") {
  CHECK_FALSE(outcome_json(SessionCanceled{}).has_value());
}

}  // namespace countersign::http::answer_json_test
