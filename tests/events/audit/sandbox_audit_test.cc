// The log alone shows which sessions are a sandbox's: none can be mistaken for the other kind.
#include "events/audit/sandbox_audit.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/session/sandbox.h"
#include "events/audit/history_audit.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/totals.h"
#include "tests/projections/support/history.h"

namespace countersign::sandbox_audit_test {

const ClientKey kReal = client_key("real");
const ClientKey kBox = client_key("box");
const EngineVersion kSandboxEngine{std::string(kSandboxEngineName),
                                   std::string(kSandboxEngineVersion)};

Submission judged_by(Submission submission, const EngineVersion& engine) {
  auto& command = std::get<SessionCommand>(submission.command);
  if (auto* document = std::get_if<SubmitDocument>(&command)) document->findings.engine = engine;
  if (auto* finalize = std::get_if<FinalizeSession>(&command)) finalize->findings.engine = engine;
  return submission;
}

// A sandbox and a real client, with one finished session each.
struct Scene {
  History history;

  Scene() {
    must(registering(kReal, kStart));
    Submission box = registering(kBox, kStart);
    std::get<RegisterClient>(std::get<ClientCommand>(box.command)).sandbox = true;
    must(box);
    capture(session_id(1), kReal, {"real", "1"});
    capture(session_id(2), kBox, kSandboxEngine);
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
  void capture(const SessionId& session, const ClientKey& client, const EngineVersion& engine) {
    const std::uint64_t n = history.events().size();
    must(creating(client, session, kStart, Purpose::DocumentVerification));
    must(challenging(session, Step::Document, n, kStart));
    must(judged_by(sending_document(session, n, image(n), kStart), engine));
    must(judged_by(finalizing(session, kStart), engine));
  }
};

// The first fault of the log after `change` was applied to each event.
std::string fault_after(const Scene& scene, const std::function<void(RecordedEvent&)>& change) {
  HistoryAudit audit;
  const auto said = [](const std::optional<AuditFault>& fault) {
    return fault ? std::to_string(fault->sequence.value()) + " " + fault->why : "";
  };
  for (StoredEvent event : scene.history.events()) {
    change(event.recorded);
    audit.next() = std::move(event);
    if (const auto fault = audit.take()) return said(fault);
  }
  return said(audit.end());
}

template <class E>
auto in(const SessionId& session, void (*change)(E&)) {
  return [session, change](RecordedEvent& recorded) {
    auto* event = std::get_if<E>(&recorded.event);
    if (event != nullptr && recorded.stream == stream_of(session)) change(*event);
  };
}

TEST_CASE_FIXTURE(Scene, "a log with a sandbox and a real client is sound, and folds the same") {
  CHECK(fault_after(*this, [](RecordedEvent&) {}) == "");
  CHECK((history.rebuilt() == history.views().entries()));
  const auto totals = load<Totals>(history.views(), space::kTotals, TotalsView::key());
  REQUIRE(totals.has_value());
  CHECK(totals->sessions_created == 2);
  CHECK(totals->sandbox_sessions == 1);
  CHECK(totals->results_passed == 1);
  CHECK(totals->sessions_completed == 2);
}

TEST_CASE_FIXTURE(Scene, "a session's mark that is not its client's is found") {
  const auto flip = [](SessionCreated& event) { event.sandbox = !event.sandbox; };
  CHECK(fault_after(*this, in<SessionCreated>(session_id(1), flip)) ==
        "3 the session's sandbox flag is not that of its client");
  CHECK(fault_after(*this, in<SessionCreated>(session_id(2), flip)) ==
        "8 the session's sandbox flag is not that of its client");
}

TEST_CASE_FIXTURE(Scene,
                  "a client's mark that is not its sessions' is found at the first of them") {
  CHECK(fault_after(*this, [](RecordedEvent& recorded) {
          auto* event = std::get_if<ClientRegistered>(&recorded.event);
          if (event != nullptr) event->sandbox = false;
        }) == "8 the session's sandbox flag is not that of its client");
  CHECK(fault_after(*this, [](RecordedEvent& recorded) {
          auto* event = std::get_if<ClientRegistered>(&recorded.event);
          if (event != nullptr) event->sandbox = true;
        }) == "3 the session's sandbox flag is not that of its client");
}

TEST_CASE_FIXTURE(Scene, "an outcome of the wrong kind of engine is found") {
  const auto by_sandbox = [](auto& event) { event.engine = kSandboxEngine; };
  const auto by_another = [](auto& event) { event.engine = {"real", "1"}; };
  CHECK(fault_after(*this, in<DocumentAccepted>(session_id(1), by_sandbox)) ==
        "6 the session is a real one, but was judged by the sandbox engine");
  CHECK(fault_after(*this, in<SessionFinalized>(session_id(1), by_sandbox)) ==
        "7 the session is a real one, but was judged by the sandbox engine");
  CHECK(fault_after(*this, in<DocumentAccepted>(session_id(2), by_another)) ==
        "11 the session is a sandbox's, but was not judged by the sandbox engine");
  CHECK(fault_after(*this, in<SessionFinalized>(session_id(2), by_another)) ==
        "12 the session is a sandbox's, but was not judged by the sandbox engine");
}

}  // namespace countersign::sandbox_audit_test
