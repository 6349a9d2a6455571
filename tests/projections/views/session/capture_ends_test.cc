#include "projections/views/session/capture_ends.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "projections/queries/queries.h"
#include "tests/events/support/frozen_log.h"
#include "tests/projections/support/history.h"

namespace countersign::capture_ends_test {

const ClientKey kAcme = client_key("acme");

Issue refusing(const std::string& code) { return {code, Severity::Error, 0, 0, {}}; }

struct Scene {
  History history;
  FrozenLog log{history};
  Queries queries{log, history.views()};
  UtcTime now = kStart;
  std::uint64_t last = 0;  // of the sessions, files and nonces

  Scene() { must(registering(kAcme, now)); }

  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }

  SessionId begin(Purpose purpose, const ClientKey& client = kAcme) {
    const SessionId session = session_id(++last);
    must(creating(client, session, now, purpose));
    return session;
  }
  // An empty code is a picture that is accepted.
  void send(const SessionId& session, Side side, const std::string& code) {
    must(challenging(session, Step::Document, ++last, now));
    SubmitDocument document{now, nonce(last), side, DocumentType::IdCard, {}, image(last)};
    if (!code.empty()) document.findings.issues.push_back(refusing(code));
    must(to_session(session, document));
  }
  void send_frames(const SessionId& session, const std::string& code) {
    must(challenging(session, Step::Liveness, ++last, now));
    SubmitLiveness frames{now, nonce(last), {}, {}, {image(last)}};
    if (!code.empty()) frames.findings.issues.push_back(refusing(code));
    must(to_session(session, frames));
  }
  void expire(const SessionId& session) { must(to_session(session, ExpireSession{now + kHour})); }
  void cancel(const SessionId& session) { must(to_session(session, CancelSession{now})); }

  std::uint64_t captures(CaptureEnd end, CapturePlace place, const std::string& code) {
    const auto ends = queries.capture_ends();
    REQUIRE(ends);
    for (const CaptureEnds& each : *ends) {
      if (each.end == end && each.place == place && each.code == code) return each.captures;
    }
    return 0;
  }
  std::uint64_t all() {
    std::uint64_t sum = 0;
    const auto ends = queries.capture_ends();
    for (const CaptureEnds& each : *ends) sum += each.captures;
    return sum;
  }
};

TEST_CASE_FIXTURE(Scene, "a capture ends at the picture that its person had come to") {
  expire(begin(Purpose::FullCapture));
  const SessionId without_a_picture = begin(Purpose::FullCapture);
  must(challenging(without_a_picture, Step::Document, ++last, now));
  expire(without_a_picture);
  const SessionId before_back = begin(Purpose::FullCapture);
  send(before_back, Side::Front, {});
  expire(before_back);
  const SessionId before_face = begin(Purpose::FullCapture);
  send(before_face, Side::Front, {});
  send(before_face, Side::Back, {});
  cancel(before_face);
  const SessionId before_the_end = begin(Purpose::Liveness);
  send_frames(before_the_end, {});
  expire(before_the_end);

  CHECK(captures(CaptureEnd::Expired, CapturePlace::Start, "NONE") == 1);
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Front, "NONE") == 1);
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Back, "NONE") == 1);
  CHECK(captures(CaptureEnd::Canceled, CapturePlace::Liveness, "NONE") == 1);
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Finalize, "OK") == 1);
  CHECK(all() == 5);
}

TEST_CASE_FIXTURE(Scene, "the code of a capture that ended is that of its place's last refusal") {
  for (const char* last_refusal : {"DOCUMENT_BLURRY", "DOCUMENT_BLURRY", "DOCUMENT_GLARE"}) {
    const SessionId session = begin(Purpose::DocumentVerification);
    send(session, Side::Front, "DOCUMENT_TOO_DARK");
    send(session, Side::Front, last_refusal);
    expire(session);
  }
  const SessionId at_the_back = begin(Purpose::DocumentVerification);
  send(at_the_back, Side::Front, "DOCUMENT_BLURRY");
  send(at_the_back, Side::Front, {});
  cancel(at_the_back);
  const SessionId of_another_version = begin(Purpose::Liveness);
  send_frames(of_another_version, "LIVENESS_OF_ANOTHER_VERSION");
  expire(of_another_version);

  CHECK(captures(CaptureEnd::Expired, CapturePlace::Front, "DOCUMENT_BLURRY") == 2);
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Front, "DOCUMENT_GLARE") == 1);
  CHECK(captures(CaptureEnd::Canceled, CapturePlace::Back, "NONE") == 1);
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Liveness, "OTHER") == 1);
  CHECK(all() == 5);
}

TEST_CASE_FIXTURE(Scene,
                  "a capture that used up its attempts is told from one that was completed") {
  const SessionId good = begin(Purpose::Liveness);
  send_frames(good, "LIVENESS_BLURRY");
  send_frames(good, {});
  CHECK(all() == 0);
  must(finalizing(good, now));
  const SessionId bad = begin(Purpose::Liveness);
  for (int attempt = 0; attempt < 5; ++attempt) send_frames(bad, "LIVENESS_BLURRY");
  must(finalizing(bad, now));
  const SessionId excused = begin(Purpose::Liveness);
  send_frames(excused, "LIVENESS_NO_FACE");
  must(to_session(excused, ExcuseLiveness{now}));
  must(finalizing(excused, now));

  CHECK(captures(CaptureEnd::Completed, CapturePlace::Finalize, "OK") == 2);
  CHECK(captures(CaptureEnd::AttemptsExhausted, CapturePlace::Liveness, "LIVENESS_BLURRY") == 1);
  CHECK(all() == 3);
}

TEST_CASE_FIXTURE(Scene, "an erasure that ends an open capture counts as its cancellation, once") {
  const SessionId open = begin(Purpose::Liveness);
  must(to_session(open, PurgeFiles{now, PurgeReason::Erasure, std::nullopt}));
  const SessionId ended = begin(Purpose::Liveness);
  expire(ended);
  must(to_session(ended, PurgeFiles{now + kHour, PurgeReason::Erasure, std::nullopt}));
  CHECK(captures(CaptureEnd::Canceled, CapturePlace::Start, "NONE") == 1);
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Start, "NONE") == 1);
  CHECK(all() == 2);
}

TEST_CASE_FIXTURE(Scene, "captures of the sandbox are not among those that ended") {
  const ClientKey sandbox = client_key("sandbox");
  RegisterClient registered{now, "Name", every_purpose(), SecretHash(sha256("secret"))};
  registered.sandbox = true;
  must(of_operator(sandbox, registered));
  cancel(begin(Purpose::Liveness, sandbox));
  expire(begin(Purpose::Liveness, sandbox));
  CHECK(queries.capture_ends()->empty());
  cancel(begin(Purpose::Liveness));
  CHECK(all() == 1);
}

TEST_CASE_FIXTURE(Scene, "a rebuild counts the captures that ended as the server did") {
  expire(begin(Purpose::Liveness));
  expire(begin(Purpose::Liveness));
  cancel(begin(Purpose::Liveness));
  CHECK(history.rebuilt() == history.views().entries());
  CHECK(captures(CaptureEnd::Expired, CapturePlace::Start, "NONE") == 2);
}

}  // namespace countersign::capture_ends_test
