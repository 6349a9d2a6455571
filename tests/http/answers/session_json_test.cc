#include "http/answers/session_json.h"

#include <doctest/doctest.h>

namespace countersign::http::session_json_test {

constexpr UtcTime t(std::int64_t seconds) { return UtcTime((1'795'000'000 + seconds) * 1'000'000); }

Digest digest(std::uint8_t fill) {
  Digest bytes{};
  bytes.fill(fill);
  return bytes;
}

Uuid uuid(std::uint8_t fill) {
  Uuid bytes{};
  bytes.fill(fill);
  return bytes;
}

StoredFile front() {
  StoredFile file;
  file.file = FileId(uuid(0x22));
  file.side = Side::Front;
  file.size_bytes = 1234;
  file.sha256 = Sha256(digest(0xab));
  return file;
}

StoredFile selfie() {
  StoredFile file;
  file.file = FileId(uuid(0x33));
  file.kind = FileKind::Selfie;
  file.seq = 2;
  file.format = ImageFormat::WebP;
  file.size_bytes = 99;
  file.sha256 = Sha256(digest(0xcd));
  return file;
}

Session created() {
  Session session;
  session.exists = true;
  session.id = SessionId(uuid(0x11));
  session.purpose = Purpose::FullCapture;
  session.attempts_allowed = 5;
  session.created_at = t(0);
  session.token_expires_at = session.expires_at = t(1800);
  session.last_sequence = 7;
  return session;
}

Session completed() {
  Session session = created();
  session.user_ref = "customer-1";
  session.labels = SessionLabels({{"campaign", "autumn-7"}, {"shop", "berlin"}});
  session.status = SessionStatus::Completed;
  session.started_at = t(10);
  session.ended_at = t(60);
  session.document_type = DocumentType::Passport;
  session.front = {1, true, {{"DOCUMENT_SHARPNESS", CheckStatus::Passed, {}, 12'500, 8'000}}};
  session.front.checks[0].side = Side::Front;
  session.liveness.accepted = true;
  session.liveness.attempts = 2;
  session.attempts = {{Step::Document, Side::Front, 1, t(20), true, {}},
                      {Step::Liveness, {}, 1, t(30), false, "LIVENESS_BLURRY"},
                      {Step::Liveness, {}, 2, t(40), true, {}}};
  session.files = {front(), selfie()};
  session.result = ResultStatus::Review;
  session.detail = "It needs a review.";
  session.reasons = {"CHECK_NOT_AVAILABLE"};
  session.engine = {"quality", "1"};
  session.consent = Consent{{"v1", Sha256(digest(0xef))}, t(5)};
  return session;
}

Session decided() {
  Session session = completed();
  session.review.asked = Sequence(7);
  session.review.decision = ReviewDecision::Failed;
  session.review.reasons = {"DOCUMENT_FORGED", "OURS"};
  session.review.reviewers = {"anna", "rvw_b"};
  session.review.is_signed = true;
  session.review.decided_at = t(90);
  return session;
}

// The names of the outermost object's members, in their order.
std::string shape_of(const std::string& json) {
  std::string names;
  int depth = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '{' || json[i] == '[') ++depth;
    if (json[i] == '}' || json[i] == ']') --depth;
    if (json[i] != '"') continue;
    const std::size_t end = json.find('"', i + 1);
    if (depth == 1 && json[end + 1] == ':') names += json.substr(i + 1, end - i - 1) + " ";
    i = end;
  }
  return names;
}

TEST_CASE("the status of a new session says what comes first") {
  CHECK(status_json(created(), t(1)) ==
        R"({"status":"CREATED","currentStep":"DOCUMENT","stepsCompleted":[],)"
        R"("resultStatus":"PENDING","purpose":"FULL_CAPTURE","sandbox":false,)"
        R"("expiresAt":"2026-11-18T11:36:40.000000Z","version":0,"handedOff":false,)"
        R"("canTakeBack":false,)"
        R"("steps":[)"
        R"({"step":"DOCUMENT","state":"PENDING","attemptsUsed":0,"attemptsRemaining":5,)"
        R"("requiredSides":["FRONT"],"capturedSides":[]},)"
        R"({"step":"LIVENESS","state":"PENDING","attemptsUsed":0,"attemptsRemaining":5,)"
        R"("requiredSides":[],"capturedSides":[]}]})");
}

TEST_CASE("the result record of a completed session is exactly this") {
  CHECK(result_json(completed(), t(61), {}) ==
        R"({"sessionId":"11111111-1111-1111-1111-111111111111","userRef":"customer-1",)"
        R"("labels":{"campaign":"autumn-7","shop":"berlin"},)"
        R"("purpose":"FULL_CAPTURE","sandbox":false,"status":"COMPLETED","endReason":null,)"
        R"("resultStatus":"REVIEW","automaticResult":"REVIEW","review":null,)"
        R"("predecessor":null,"successor":null,"detail":"It needs a review.",)"
        R"("reasons":["CHECK_NOT_AVAILABLE"],"createdAt":"2026-11-18T11:06:40.000000Z",)"
        R"("startedAt":"2026-11-18T11:06:50.000000Z",)"
        R"("completedAt":"2026-11-18T11:07:40.000000Z",)"
        R"("expiresAt":"2026-11-18T11:36:40.000000Z",)"
        R"("checks":[{"check":"DOCUMENT_SHARPNESS","status":"PASSED","code":null,)"
        R"("value":12.5,"threshold":8,"side":"FRONT","frame":null,"engine":null}],)"
        R"("attempts":[{"step":"DOCUMENT","side":"FRONT","attempt":1,)"
        R"("at":"2026-11-18T11:07:00.000000Z","ok":true,"code":null},)"
        R"({"step":"LIVENESS","side":null,"attempt":1,"at":"2026-11-18T11:07:10.000000Z",)"
        R"("ok":false,"code":"LIVENESS_BLURRY"},)"
        R"({"step":"LIVENESS","side":null,"attempt":2,"at":"2026-11-18T11:07:20.000000Z",)"
        R"("ok":true,"code":null}],)"
        R"("document":{"documentType":"PASSPORT","sidesCaptured":["FRONT"],"mrz":null,)"
        R"("barcode":null,"printed":null},)"
        R"("liveness":{"state":"COMPLETED","words":null},)"
        R"("files":{"stored":2,"purged":false,"purgeAt":"2026-12-18T11:07:40.000000Z"},)"
        R"("consent":{"version":"v1","sha256":")" +
            to_hex(digest(0xef)) +
            R"(","givenAt":"2026-11-18T11:06:45.000000Z"},)"
            R"("engine":{"name":"quality","version":"1","thresholds":null,"models":[]},)"
            R"("engines":[{"part":"FINALIZE","name":"quality","version":"1","thresholds":null,)"
            R"("models":[]}],"log":{"lastSequence":7}})");
}

TEST_CASE("what people decided counts, and stands beside what the machine said") {
  const std::string result = result_json(decided(), t(91), {}, {.note = "look \"here\""});
  CHECK(result.find(
            R"("resultStatus":"FAILED","automaticResult":"REVIEW","review":{"decision":"FAILED",)"
            R"("reasons":["DOCUMENT_FORGED","OURS"],"decidedAt":"2026-11-18T11:08:10.000000Z",)"
            R"("correctedAt":null,"reviewers":["anna","rvw_b"],"signed":true,)"
            R"("earlier":[],"note":"look \"here\"","withoutLook":null,)"
            R"("steps":[],"told":null},)"
            R"("predecessor":null,"successor":null,)"
            R"("detail":"A person reviewed the capture and failed it.",)"
            R"("reasons":["CHECK_NOT_AVAILABLE"])") != std::string::npos);
  Session corrected = decided();
  corrected.review.decision = ReviewDecision::Passed;
  corrected.review.corrected_at = t(100);
  corrected.review.earlier = {{ReviewDecision::Failed, {"DOCUMENT_FORGED"}, {"anna"}, true, t(90)}};
  const std::string after = result_json(corrected, t(101), {});
  CHECK(after.find(R"("resultStatus":"PASSED")") != std::string::npos);
  CHECK(after.find(R"("correctedAt":"2026-11-18T11:08:20.000000Z")") != std::string::npos);
  CHECK(after.find(R"("earlier":[{"decision":"FAILED","reasons":["DOCUMENT_FORGED"],)"
                   R"("decidedAt":"2026-11-18T11:08:10.000000Z","reviewers":["anna"],)"
                   R"("signed":true}],"note":null,"withoutLook":null,"steps":[],"told":null})") !=
        std::string::npos);
}

TEST_CASE("the result record has the same shape at every moment") {
  Session expired = created();
  Session canceled = created();
  canceled.status = SessionStatus::Canceled;
  canceled.end_reason = EndReason::Canceled;
  canceled.ended_at = t(5);
  Session purged = completed();
  purged.purged_at = t(100);
  const std::string shape = shape_of(result_json(completed(), t(61), {}));
  CHECK(shape_of(result_json(created(), t(1), {})) == shape);
  CHECK(shape_of(result_json(expired, t(1800), {})) == shape);
  CHECK(shape_of(result_json(canceled, t(6), {})) == shape);
  CHECK(shape_of(result_json(purged, t(101), {})) == shape);
  CHECK(shape_of(result_json(decided(), t(101), {})) == shape);
}

TEST_CASE("a session past its time reads as expired and was not evaluated") {
  const std::string result = result_json(created(), t(1800), {});
  CHECK(result.find(R"("status":"EXPIRED","endReason":"NEVER_STARTED")") != std::string::npos);
  CHECK(result.find(R"("resultStatus":"NOT_EVALUATED")") != std::string::npos);
  CHECK(result.find(R"("completedAt":"2026-11-18T11:36:40.000000Z")") != std::string::npos);
}

TEST_CASE("the stored file list has the specification's fields") {
  CHECK(documents_json(created()) == "[]");
  CHECK(documents_json(completed()) ==
        R"([{"id":"22222222-2222-2222-2222-222222222222","kind":"DOCUMENT","side":"FRONT",)"
        R"("seq":1,"contentType":"image/jpeg","sizeBytes":1234,)"
        R"("sha256":")" +
            to_hex(digest(0xab)) +
            R"(","createdAt":"2026-11-18T11:07:00.000000Z","purged":false},)"
            R"({"id":"33333333-3333-3333-3333-333333333333","kind":"SELFIE","side":null,)"
            R"("seq":2,"contentType":"image/webp","sizeBytes":99,"sha256":")" +
            to_hex(digest(0xcd)) +
            R"(","createdAt":"2026-11-18T11:07:20.000000Z","purged":false}])");
  Session purged = completed();
  purged.purged_at = t(100);
  CHECK(documents_json(purged).find(R"("purged":false)") == std::string::npos);
}

TEST_CASE("a file is named by its kind, side, order and id") {
  CHECK(name_of_file(front()) == "document-front-1-22222222-2222-2222-2222-222222222222.jpg");
  CHECK(name_of_file(selfie()) == "selfie-2-33333333-3333-3333-3333-333333333333.webp");
}

TEST_CASE("files are kept as long as the settings say, and while a hold is set") {
  const RetentionPeriods settings{std::chrono::hours(1), std::chrono::minutes(1)};
  CHECK(purge_time(completed(), t(61), settings) == t(60 + 3600));
  CHECK(purge_time(created(), t(1), settings) == t(1800 + 60));
  Session waiting = completed();
  waiting.review.asked = Sequence(7);
  CHECK(purge_time(waiting, t(61), settings) == t(60 + 3600));
  RetentionPeriods longer = settings;
  longer.review = std::chrono::hours(2);
  CHECK(purge_time(waiting, t(61), longer) == t(60 + 7200));
  CHECK(purge_time(decided(), t(91), longer) == t(90 + 3600));
  Session held = completed();
  held.held = true;
  CHECK_FALSE(purge_time(held, t(61), settings).has_value());
}

}  // namespace countersign::http::session_json_test
