#include <doctest/doctest.h>

#include <string>

#include "events/record/codec.h"
#include "tests/events/support/sample_log.h"
#include "tools/machine/text_view.h"
#include "tools/terminal/event_sentence.h"

namespace countersign::event_lines_test {

std::string said(const Event& event) { return sentence_of(event).text; }

template <class E>
std::string said(void (*fill)(E& event)) {
  E event;
  fill(event);
  return said(Event(event));
}

TEST_CASE("a document's events are summed up in words") {
  DocumentAccepted accepted;
  accepted.side = Side::Front;
  accepted.attempt = 1;
  accepted.attempts_remaining = 2;
  CHECK(said(accepted) == "document FRONT accepted, attempt 1 of 3");
  Issue warning;
  warning.severity = Severity::Warning;
  accepted.issues.resize(2, warning);
  CHECK(said(accepted) == "document FRONT accepted, attempt 1 of 3, 2 warnings");
  DocumentRejected rejected;
  rejected.side = Side::Back;
  rejected.attempt = 3;
  rejected.code = "DOCUMENT_BLURRY";
  CHECK(said(rejected) == "document BACK rejected: DOCUMENT_BLURRY, attempt 3 of 3");
  rejected.step_failed = true;
  CHECK(said(rejected) == "document BACK rejected: DOCUMENT_BLURRY, attempt 3 of 3, step failed");
  CHECK(sentence_of(accepted).style == Style::Good);
  CHECK(sentence_of(rejected).style == Style::Bad);
}

TEST_CASE("a face's events are summed up in words") {
  LivenessAccepted accepted;
  accepted.attempt = 1;
  accepted.attempts_remaining = 4;
  accepted.files.resize(3);
  CHECK(said(accepted) == "liveness accepted, attempt 1 of 5, 3 frames");
  LivenessRejected rejected;
  rejected.attempt = 2;
  rejected.attempts_remaining = 3;
  rejected.code = "ACTION_NOT_SEEN";
  rejected.failed_action = Action::TurnLeft;
  CHECK(said(rejected) == "liveness rejected: ACTION_NOT_SEEN at TURN_LEFT, attempt 2 of 5");
  ChallengeIssued challenge;
  CHECK(said(challenge) == "challenge issued for DOCUMENT");
  challenge.step = Step::Liveness;
  challenge.actions = {Action::TurnLeft, Action::LookUp};
  CHECK(said(challenge) == "challenge issued for LIVENESS: TURN_LEFT, LOOK_UP");
  CHECK(said<NonceConsumed>([](auto& event) { event.step = Step::Liveness; }) ==
        "nonce spent on a submission for LIVENESS");
}

TEST_CASE("a session's events are summed up in words") {
  SessionCreated created;
  created.attempts_allowed = 5;
  CHECK(said(created) == "session opened for FULL_CAPTURE, 5 attempts a step");
  created.sandbox = true;
  CHECK(said(created) == "session opened for FULL_CAPTURE in the sandbox, 5 attempts a step");
  SessionFinalized finalized;
  finalized.result = ResultStatus::Passed;
  CHECK(said(finalized) == "capture finalized: PASSED");
  finalized.result = ResultStatus::Review;
  finalized.reasons = {"CHECK_NOT_AVAILABLE", "DOCUMENT_EXPIRED"};
  CHECK(said(finalized) == "capture finalized: REVIEW (CHECK_NOT_AVAILABLE, DOCUMENT_EXPIRED)");
  CHECK(sentence_of(finalized).style == Style::Doubtful);
  CHECK(said(SessionExpired{EndReason::NotFinalized}) == "session expired, not finalized");
  CHECK(said(SessionCanceled{}) == "session canceled by its client");
  CHECK(said(SessionCanceled{StatedReason("letter 12")}) == "session canceled: letter 12");
  CHECK(said(LivenessNotPossible{}) == "liveness not possible for this person");
  CHECK(said(DocumentValuesRead{}) == "values of the document read");
  CHECK(said(DocumentValuesRead{StatedReason("letter 12")}) == "all sealed texts read: letter 12");
  CHECK(said(ConsentGiven{{"2026-11", {}}}) == "consent given to version 2026-11");
}

TEST_CASE("files' events are summed up in words") {
  CHECK(said(DocumentsDownloaded{std::nullopt, 5, 2'151'549}) ==
        "bundle downloaded: 5 files, 2.1 MiB");
  CHECK(said(DocumentsDownloaded{FileId{}, 1, 512}) == "file downloaded: 1 file, 512 B");
  CHECK(said(FilesPurged{PurgeReason::Retention, {FileId{}, FileId{}}, 2'151'549, {}}) ==
        "files purged by retention: 2 files, 2.1 MiB");
  CHECK(said(DocumentsDownloaded{FileId{}, 1, 512, StatedReason("export")}) ==
        "file downloaded: 1 file, 512 B: export");
  CHECK(said(FilesPurged{PurgeReason::Erasure, {}, 0, {}, StatedReason("letter 12")}) ==
        "files purged on request: 0 files, 0 B: letter 12");
  CHECK(said(FilesPurged{PurgeReason::Erasure, {}, 0, {}}) ==
        "files purged on request: 0 files, 0 B");
  CHECK(said(HoldSet{"case-1"}) == "legal hold set: case-1");
  CHECK(said(HandoffOffered{}) == "handoff to another device offered");
  CHECK(said(HandoffRefused{}) == "handoff refused: wrong number");
  CHECK(said(DeviceJoined{JoinedBy::Handoff, {}, {}, {}}) == "device joined by HANDOFF");
  CHECK(said(HandoffTakenBack{{}}) == "handoff taken back");
  CHECK(said(LinkRenewed{{}, UtcTime(0)}) == "link renewed until 1970-01-01T00:00:00.000000Z");
  CHECK(said(LinkTakenBack{}) == "link taken back");
  CHECK(said(HoldReleased{"closed"}) == "legal hold released: closed");
}

TEST_CASE("the events of a review are summed up in words") {
  CHECK(said(ReviewClaimed{"rvw_a", {}, {}, {}}) == "review taken by rvw_a");
  CHECK(said(ReviewClaimed{"rvw_a", {}, {}, "rvw_b"}) == "review taken by rvw_a from rvw_b");
  CHECK(said(ReviewReleased{"rvw_a"}) == "review given back by rvw_a");
  CHECK(said(ImageViewed{"rvw_a", {}}) ==
        "image 00000000-0000-0000-0000-000000000000 viewed by rvw_a");
  CHECK(said(ReviewOverdue{60'000}) == "review overdue");
  CHECK(said(ReviewUnassigned{"rvw_b"}) == "assigned review taken back by rvw_b");
  CHECK(said(ReviewHandedOver{"rvw_a"}) == "review handed to a supervisor by rvw_a");
  CHECK(said(ReviewDecided{ReviewDecision::Passed, {"A", "B"}, "anna", 1, true, {}}) ==
        "review decided by anna: PASSED (A, B)");
  CHECK(
      said(ReviewDecided{ReviewDecision::Failed, {"A"}, "rvw_a", 1, false, DecisionSignature{}}) ==
      "opinion on the review given by rvw_a: FAILED (A), signed");
  ReviewDecided unlooked;
  unlooked.reviewer = "rvw_a";
  unlooked.reasons = {"A"};
  unlooked.settles = true;
  unlooked.not_looked_at = {FileId()};
  CHECK(said(unlooked) == "review decided by rvw_a: PASSED (A), without a look");
  ReviewCorrected telling;
  telling.reasons = {"A"};
  telling.settles = true;
  telling.told = ToldSentence{"visit", "Please visit a branch."};
  CHECK(said(telling) == "review corrected: PASSED (A), tells visit");
  CHECK(said(ReviewCorrected{ReviewDecision::Failed, {"A"}, "", 1, true, {}}) ==
        "review corrected: FAILED (A)");
  CHECK(said(ReviewCorrected{ReviewDecision::Failed, {"A"}, "rvw_a", 1, false, {}}) ==
        "opinion on a correction given by rvw_a: FAILED (A)");
}

TEST_CASE("events of clients, keys and thresholds are summed up in words") {
  CHECK(said<ClientRegistered>([](auto& event) {
          event.name = "shop";
          event.secret_id = 1;
        }) == "client shop registered with secret 1");
  CHECK(said<ClientChanged>([](auto& event) { event.name = "shop"; }) == "client shop changed");
  CHECK(said<SecretAdded>([](auto& event) { event.secret_id = 2; }) == "secret 2 added");
  CHECK(said(SecretRevoked{1}) == "secret 1 revoked");
  CHECK(said(ClientDisabled{}) == "client disabled");
  CHECK(said(ClientDisabled{"moved"}) == "client disabled: moved");
  CHECK(said(ClientClosed{"moved", UtcTime(0)}) ==
        "client closed, all files purged at 1970-01-01T00:00:00.000000Z: moved");
  CHECK(said(CapturePageChanged{}) == "capture page changed, links on");
  CHECK(said<CapturePageChanged>([](auto& event) { event.page.links = false; }) ==
        "capture page changed, links off");
  CHECK(said(ClientLogoChanged{LogoFile{ImageFormat::WebP, 20, 10, 1, {}}, "AA"}) ==
        "logo changed: image/webp of 20 x 10 pixels");
  CHECK(said(ClientLogoChanged{}) == "logo removed");
  CHECK(said(ConsentTextChanged{ConsentVersion{"v2", {}}, "I agree.", {}}) ==
        "consent text changed: version v2");
  CHECK(said(ConsentTextChanged{}) == "consent text removed");
  CHECK(said(ConsentTextChanged{std::nullopt, {}, "de"}) == "consent text removed in de");
  CHECK(said(ReviewerRegistered{
            {{ReviewerRole::Reviewer, "svck_a"}, {ReviewerRole::Auditor, "*"}}}) ==
        "reviewer registered as reviewer of svck_a, auditor of *");
  CHECK(said(ReviewerChanged{{{ReviewerRole::Supervisor, "*"}}}) ==
        "reviewer is now supervisor of *");
  CHECK(said(ReviewerLinkMade{{}, UtcTime(0)}) ==
        "link for a passkey made, good until 1970-01-01T00:00:00.000000Z");
  CHECK(said<ReviewerKeyAdded>([](auto& event) { event.passkey.origin = "https://r.example"; }) ==
        "passkey registered by an earlier release, for https://r.example");
  CHECK(said<ReviewerKeyAdded>([](auto& event) { event.by = KeyWord::Passkey; }) ==
        "passkey registered by another passkey, for ");
  CHECK(said(ReviewerKeyRevoked{"AA", KeyWord::Operator, {}}) == "passkey revoked by an operator");
  CHECK(said(ReviewerDisabled{"left"}) == "reviewer disabled: left");
  CHECK(said(ReviewerLoggedIn{}) == "reviewer logged in with a passkey");
  CHECK(said(ReviewerLoggedIn{LoginMethod::OpenId, {}, 0}) ==
        "reviewer logged in with the identity provider");
  CHECK(said(LeavesReserved{"20261223-1", 4096, 8192}) ==
        "key slot 20261223-1: leaves 4096 to 8191 may be handed out");
  CHECK(said(KeyPunctured{SessionId(Uuid{}), {{"20261223-1", 7}, {"20261125-1", 0}}}) ==
        "key of session 00000000-0000-0000-0000-000000000000 erased, in 2 key slots");
  CHECK(said(KeyDestroyed{"20261223-1", 1}) ==
        "key slot 20261223-1 destroyed, the keys of 1 session kept");
  CHECK(said<MasterKeyRotated>([](auto& event) { event.slots = 3; }) ==
        "master key rotated, 3 key slots wrapped again");
  CHECK(said(ThresholdsRecorded{}) == "threshold set 000000000000 recorded");
  CHECK(said(LogBegun{"1.2.3"}) == "log begun by version 1.2.3");
}

TEST_CASE("events of webhooks are summed up in words") {
  const WebhookId webhook("whep_a");
  CHECK(said(WebhookRegistered{webhook, "https://a.example", {}}) ==
        "webhook whep_a registered: https://a.example");
  CHECK(said(WebhookChanged{webhook, "https://b.example", {}}) ==
        "webhook whep_a changed: https://b.example");
  CHECK(said(WebhookSecretRotated{webhook, 2, {}}) == "webhook whep_a got secret 2");
  CHECK(said(WebhookDisabled{webhook, WebhookStop::Gone}) ==
        "webhook whep_a disabled: its receiver answered 410");
  CHECK(said(WebhookEnabled{webhook}) == "webhook whep_a enabled");
  CHECK(said(WebhookReplayed{webhook, Sequence(7)}) == "webhook whep_a put back behind event 7");
  CHECK(said(WebhookDeleted{webhook}) == "webhook whep_a removed");
  CHECK(said(WebhookProven{webhook, "https://a.example"}) ==
        "webhook whep_a proven: https://a.example");
  CHECK(said(WebhookDisabled{webhook, WebhookStop::Unproven}) ==
        "webhook whep_a disabled: its address did not answer the challenge");
  CHECK(said(WebhookTested{webhook}) == "webhook whep_a tested");
}

std::string listed(const StoredEvent& event, const Screen& screen) {
  return text_view("{\"events\":[" + event.bytes + "]}", screen).plain();
}

TEST_CASE("an event is one line: short at a terminal, whole without one") {
  ClientChanged changed;
  changed.name = "a \x01\x1f shop";
  const RecordedEvent recorded{.sequence = Sequence(7),
                               .stream = StreamId("client-svck_1"),
                               .version = StreamVersion(1),
                               .previous = {},
                               .at = *parse_utc_time("2026-11-21T05:00:00.000123Z"),
                               .actor = {ActorKind::Operator, "uid:0"},
                               .request = {},
                               .idempotency = {},
                               .sealed = {},
                               .event = changed};
  const StoredEvent stored = encode_stored(recorded);
  CHECK(listed(stored, {}) ==
        "events:\n  7  2026-11-21T05:00:00.000123Z  ClientChanged  OPERATOR  "
        "client a \\x01\\x1f shop changed\n");
  CHECK(listed(stored, {.columns = 80}) ==
        "events:\n  7  2026-11-21 05:00:00Z  client a \\x01\\x1f shop changed\n");
  CHECK(listed(stored, {.columns = 40}) ==
        "events:\n  7  2026-11-21 05:00:00Z\n    client a \\x01\\x1f shop changed\n");
}

TEST_CASE("each event of a log has its sentence") {
  SampleLog log(1);
  for (int i = 0; i < 2'000; ++i) {
    const StoredEvent event = log.next();
    CAPTURE(event.bytes);
    const std::string line = listed(event, {.columns = 1'000});
    CHECK(line.find(said(event.recorded.event)) != std::string::npos);
  }
}

TEST_CASE("an event that cannot be read is named by its type") {
  CHECK(text_view(R"([{"sequence":1,"stream":"keys","at":"then","type":"From\u001bTomorrow",)"
                  R"("typeVersion":1,"actor":{"kind":"SWEEP"},"data":[1.5,{"a":{}},9e9]}])",
                  {.columns = 80})
            .plain() == "1  then  From\\x1bTomorrow\n");
}

}  // namespace countersign::event_lines_test
