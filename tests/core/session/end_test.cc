#include "core/checks/document_signs.h"
#include "tests/core/session/session_scenarios.h"

namespace countersign::test::end_test {

FinalizeSession finalize_at(UtcTime at, std::vector<CheckOutcome> checks = {}) {
  FinalizeSession command;
  command.at = at;
  command.findings.checks = std::move(checks);
  return command;
}

CheckOutcome check_of(std::string name, CheckStatus status) {
  CheckOutcome outcome;
  outcome.check = std::move(name);
  outcome.status = status;
  return outcome;
}

TEST_CASE("finalize waits for every step of the purpose") {
  given({created()}).when(finalize_at(kNow)).then_refused(out_of_sequence(CurrentStep::Document));
  with_front().when(finalize_at(kNow)).then_refused(out_of_sequence(CurrentStep::Liveness));
  for (const Purpose purpose : {Purpose::FullCapture,
                                Purpose::DocumentVerification,
                                Purpose::Liveness,
                                Purpose::FaceMatch}) {
    CAPTURE(name_of(purpose));
    CHECK_FALSE(complete(purpose).when(finalize_at(kNow)).was_refused());
  }
}

TEST_CASE("a check that was not performed is never a pass") {
  const auto finalized =
      complete()
          .when(finalize_at(kNow, {check_of("FACE_MATCH", CheckStatus::NotPerformed)}))
          .event<SessionFinalized>();
  CHECK(finalized.result == ResultStatus::Review);
  CHECK(finalized.reasons == std::vector<std::string>{"CHECK_NOT_AVAILABLE"});
  CHECK(finalized.detail.find("FACE_MATCH") != std::string::npos);
}

TEST_CASE("a check that is not required keeps no capture from passing, and excuses no other") {
  CheckOutcome data = check_of("DOCUMENT_DATA", CheckStatus::NotPerformed);
  data.code = "CHECK_NOT_REQUIRED";
  const auto passed = complete().when(finalize_at(kNow, {data})).event<SessionFinalized>();
  CHECK(passed.result == ResultStatus::Passed);
  CHECK(passed.reasons.empty());
  const auto reviewed =
      complete()
          .when(finalize_at(kNow, {data, check_of("FACE_MATCH", CheckStatus::NotPerformed)}))
          .event<SessionFinalized>();
  CHECK(reviewed.result == ResultStatus::Review);
  CHECK(reviewed.reasons == std::vector<std::string>{"CHECK_NOT_AVAILABLE"});
  CHECK(reviewed.detail.find("DOCUMENT_DATA") == std::string::npos);
}

TEST_CASE("a card that is known by a face and print alone is for a person to judge") {
  CheckOutcome recognized = check_of("DOCUMENT_RECOGNITION", CheckStatus::Passed);
  recognized.value_milli = kFaceAndPrintMilli;
  const auto end_of = [&](DocumentType type, const std::vector<CheckOutcome>& checks) {
    Given past = with_front(Purpose::DocumentVerification, type);
    if (type != DocumentType::Passport) capture(past, document(2, Side::Back, type));
    return past.when(finalize_at(kNow, checks)).event<SessionFinalized>();
  };
  for (const DocumentType type :
       {DocumentType::IdCard, DocumentType::ResidencePermit, DocumentType::DrivingLicense}) {
    CAPTURE(name_of(type));
    const auto alone = end_of(type, {recognized});
    CHECK(alone.result == ResultStatus::Review);
    CHECK(alone.reasons == std::vector<std::string>{"DOCUMENT_NOT_RECOGNIZED"});
    for (const char* read : {"DOCUMENT_BARCODE", "DOCUMENT_MRZ_CHECK_DIGITS"}) {
      const auto both = end_of(type, {recognized, check_of(read, CheckStatus::Passed)});
      CHECK(both.result == ResultStatus::Passed);
      const auto unread = end_of(type, {recognized, check_of(read, CheckStatus::Warning)});
      CHECK(unread.result == ResultStatus::Review);
    }
  }
  CHECK(end_of(DocumentType::Passport, {recognized}).result == ResultStatus::Passed);
  // Engines before version 5 gave whole signs: their sessions are decided as they were.
  recognized.value_milli = 2000;
  CHECK(end_of(DocumentType::IdCard, {recognized}).result == ResultStatus::Passed);
  // Where nobody asked what shows a document, as in the sandbox, nothing is missed.
  CHECK(end_of(DocumentType::IdCard, {}).result == ResultStatus::Passed);
}

TEST_CASE("what looks like a copy is for a person to judge") {
  CheckOutcome copy = check_of("DOCUMENT_COPY", CheckStatus::Warning);
  copy.code = "DOCUMENT_COPY";
  const auto finalized = complete().when(finalize_at(kNow, {copy})).event<SessionFinalized>();
  CHECK(finalized.result == ResultStatus::Review);
  CHECK(finalized.reasons == std::vector<std::string>{"DOCUMENT_COPY"});
}

TEST_CASE("a failed check fails the capture, whatever was not performed") {
  CheckOutcome mismatch = check_of("FACE_MATCH", CheckStatus::Failed);
  mismatch.code = "FACE_MISMATCH";
  const auto finalized =
      complete()
          .when(finalize_at(kNow, {mismatch, check_of("OTHER", CheckStatus::NotPerformed)}))
          .event<SessionFinalized>();
  CHECK(finalized.result == ResultStatus::Failed);
  CHECK(finalized.reasons == std::vector<std::string>{"FACE_MISMATCH"});
}

TEST_CASE("after finalize the token is used and only the backend's commands remain") {
  Given past = complete();
  past.and_then(finalize_at(kNow));
  CHECK(past.session().status == SessionStatus::Completed);
  past.when(finalize_at(kNow)).then_refused(Refusal::SessionInvalid);
  past.when(ask(Step::Document)).then_refused(Refusal::SessionInvalid);
  past.when(document(1)).then_refused(Refusal::SessionInvalid);
  past.when(frames(2)).then_refused(Refusal::SessionInvalid);
  past.when(CancelSession{kNow}).then_refused(Refusal::SessionNotActive);
  past.when(ExpireSession{kExpiry}).then_refused(Refusal::NothingToDo);
  CHECK(past.when(DownloadDocuments{kNow}).event<DocumentsDownloaded>().file_count == 4);
}

TEST_CASE("a session expires once, with the reason it was left in") {
  given({created()}).when(ExpireSession{t(1799)}).then_refused(Refusal::NothingToDo);
  given({created()}).when(ExpireSession{kExpiry}).then({SessionExpired{EndReason::NeverStarted}});
  given({created(), challenged(1)})
      .when(ExpireSession{kExpiry})
      .then({SessionExpired{EndReason::NotFinalized}});
  given({created(), SessionExpired{EndReason::NeverStarted}})
      .when(ExpireSession{kExpiry})
      .then_refused(Refusal::NothingToDo);
}

TEST_CASE("a reader sees an expired session before the sweep records it") {
  const Given past({created()});
  CHECK(status_at(past.session(), t(1799)) == SessionStatus::Created);
  CHECK(status_at(past.session(), kExpiry) == SessionStatus::Expired);
  CHECK(end_reason_at(past.session(), kExpiry) == EndReason::NeverStarted);
  CHECK_FALSE(is_active(past.session(), kExpiry));
}

TEST_CASE("cancel ends an open session only") {
  given({created()}).when(CancelSession{kNow}).then({SessionCanceled{}});
  given({created()}).when(CancelSession{kExpiry}).then_refused(Refusal::SessionNotActive);
  given({created(), SessionCanceled{}})
      .when(CancelSession{kNow})
      .then_refused(Refusal::SessionNotActive);
}

TEST_CASE("an operator's reason is in each event of the end that the operator brought about") {
  const StatedReason why("letter 12");
  given({created()}).when(CancelSession{kNow, why}).then({SessionCanceled{why}});
  const auto erased = with_front().when(PurgeFiles{kNow, PurgeReason::Erasure, {}, why});
  CHECK(erased.event<SessionCanceled>().why == why);
  CHECK(erased.event<FilesPurged>().why == why);
  CHECK(complete().when(DownloadDocuments{kNow, {}, why}).event<DocumentsDownloaded>().why == why);
}

TEST_CASE("a download names the files it asked for") {
  const Given past = complete();
  CHECK(past.when(DownloadDocuments{kNow}).event<DocumentsDownloaded>().size_bytes == 2500);
  const auto one = past.when(DownloadDocuments{kNow, FileId(Uuid{1})}).event<DocumentsDownloaded>();
  CHECK(one.file_count == 1);
  CHECK(one.size_bytes == 1000);
  past.when(DownloadDocuments{kNow, FileId(Uuid{99})}).then_refused(Refusal::FileUnknown);
}

TEST_CASE("a purge lists what it deletes, happens once, and ends downloads") {
  Given past = complete();
  past.and_then(finalize_at(kNow));
  const PurgeFiles purge{kNow, PurgeReason::Retention, t(50)};
  const auto purged = past.when(purge).event<FilesPurged>();
  CHECK(purged.files.size() == 4);
  CHECK(purged.size_bytes == 2500);
  CHECK(purged.cutoff == t(50));
  past.and_then(purge);
  CHECK(past.session().files.size() == 4);  // the metadata stays
  past.when(purge).then_refused(Refusal::NothingToDo);
  past.when(DownloadDocuments{kNow}).then_refused(Refusal::FilesPurged);
}

TEST_CASE("a session without files is still downloadable after its purge") {
  Given past({created(), SessionCanceled{}});
  past.and_then(PurgeFiles{kNow, PurgeReason::Retention, {}});
  CHECK(past.when(DownloadDocuments{kNow}).event<DocumentsDownloaded>().file_count == 0);
}

TEST_CASE("retention waits for the end of a session and erasure brings it about") {
  const Given open = with_front();
  open.when(PurgeFiles{kNow, PurgeReason::Retention, {}}).then_refused(Refusal::NothingToDo);
  const auto erased = open.when(PurgeFiles{kNow, PurgeReason::Erasure, {}});
  erased.event<SessionCanceled>();
  CHECK(erased.event<FilesPurged>().reason == PurgeReason::Erasure);
}

TEST_CASE("a legal hold keeps retention and erasure out until it is released") {
  Given past = complete();
  past.and_then(finalize_at(kNow));
  past.and_then(SetHold{kNow, "case 7"});
  past.when(SetHold{kNow, "again"}).then_refused(Refusal::NothingToDo);
  past.when(PurgeFiles{kNow, PurgeReason::Retention, {}}).then_refused(Refusal::LegalHold);
  past.when(PurgeFiles{kNow, PurgeReason::Erasure, {}}).then_refused(Refusal::LegalHold);
  past.and_then(ReleaseHold{kNow, "closed"});
  CHECK_FALSE(past.when(PurgeFiles{kNow, PurgeReason::Retention, {}}).was_refused());
  past.when(ReleaseHold{kNow, "twice"}).then_refused(Refusal::NothingToDo);
}

}  // namespace countersign::test::end_test
