// POST /api/sdk/finalize: compares the faces if the purpose requires it, and ends the session.
#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "core/checks/checks.h"
#include "http/answers/answer_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/pending_call.h"
#include "http/device/device_handlers.h"
#include "http/device/device_service.h"
#include "http/device/stored_image.h"
#include "http/judging/session_engine.h"
#include "http/sealed/sealed_origin.h"
#include "http/wire/receipt_field.h"

namespace countersign::http {
namespace {

// One finalize request from its head to its answer. Each stage keeps the object alive:
//
//   begin()     event loop         checks key and preconditions, then claims the session
//   go_later()  event loop, or the thread that released the session's previous claim
//   go_on()     faces or transfers reads the session again and compares the faces
//   submit()                       submits the command to the writer, which decides
//   finish()    writer             answers
class Finalization : public std::enable_shared_from_this<Finalization> {
 public:
  Finalization(DeviceService& service, const CallPtr& call, const DeviceSession& device)
      : service_(service),
        session_(device.session),
        token_(device.token),
        call_(service.idempotency, service.transfers, call, session_.client) {}

  void begin();

 private:
  bool take_key();
  void go_later();
  void go_on();
  bool still_possible();
  void match_faces(const SessionEngine& engine);
  void refuse_unmatched();
  std::optional<std::string> load(const SessionKey& key, const StoredFile& file) const;
  void submit();
  void finish(const Outcome& outcome);
  void refuse(const Problem& problem) { call_.refuse(problem); }

  DeviceService& service_;
  Session session_;  // as last read from the views
  const TokenHash token_;
  PendingCall call_;
  std::optional<IdempotencyRecord> record_;
  Findings findings_;
};

// Returns false after answering the call.
bool Finalization::take_key() {
  if (!call_.take_key(stream_of(session_.id))) return false;
  const Sha256 meaning = RequestDigest("finalize").finish();
  record_ = call_.record(meaning);
  switch (call_.use_of(meaning)) {
    case PendingCall::Use::New:
      return true;
    case PendingCall::Use::Repeated:
      call_.answer_earlier();
      return false;
    case PendingCall::Use::Other:
      break;
  }
  refuse({.code = takes_device_calls(session_, service_.clock.now())
                      ? ProblemCode::IdempotencyMismatch
                      : ProblemCode::SessionInvalid});
  return false;
}

void Finalization::begin() {
  if (!take_key()) return;
  const auto decision =
      decide(session_, SessionCommand(FinalizeSession{.at = service_.clock.now(), .by = token_}));
  if (!decision) return refuse(problem_of(decision.error()));
  const bool taken =
      service_.claims.claim(session_.id, [self = shared_from_this()](SessionClaims::Claim claim) {
        self->call_.hold(std::move(claim));
        guarded(self->call_.call(), [&] { self->go_later(); });
      });
  if (!taken) refuse(unavailable("Too many calls of this session are waiting; try again later."));
}

// Comparing faces is slow and may wait for another machine, so it has its own thread pool.
void Finalization::go_later() {
  if (call_.is_abandoned()) return refuse(unavailable("The client closed the connection."));
  const bool compares = compares_faces(session_.purpose) && !session_.sandbox;
  FairPool& pool = compares ? service_.faces : service_.transfers;
  const bool posted =
      pool.submit(session_.client, to_string(session_.id), [self = shared_from_this()] {
        guarded(self->call_.call(), [&] { self->go_on(); });
      });
  if (!posted) refuse(unavailable("The server is busy; try again later."));
}

void Finalization::go_on() {
  if (!still_possible()) return;
  const SessionEngine engine(service_.engine, session_.sandbox, sandbox_result_of(session_));
  findings_.engine = engine->capabilities().engine;
  if (!compares_faces(session_.purpose)) return submit();
  match_faces(engine);
}

// Reads the current session. Returns false after refusing the call if it may not be finalized.
bool Finalization::still_possible() {
  auto session = service_.data.queries().session(session_.id);
  if (!session) {
    refuse(problem_of(session.error()));
    return false;
  }
  if (!*session) {
    refuse({.code = ProblemCode::SessionInvalid});
    return false;
  }
  session_ = std::move(**session);
  const auto decision =
      decide(session_, SessionCommand(FinalizeSession{.at = service_.clock.now(), .by = token_}));
  if (decision) return true;
  refuse(problem_of(decision.error()));
  return false;
}

// The code of a comparison that had no frames; none if a failed step says it.
std::optional<std::string> why_no_faces(const Session& session) {
  if (state_of(session, Step::Liveness) != StepState::NotPossible) return std::nullopt;
  return std::string(name_of(Code::LivenessNotPossible));
}

// A session with failed steps has no faces to compare. The check is recorded as not performed, and
// the session fails because of its steps.
void Finalization::match_faces(const SessionEngine& engine) {
  const auto reference =  // the FRONT side comes first
      std::ranges::find(session_.files, FileKind::Document, &StoredFile::kind);
  std::vector<const StoredFile*> frames;  // the first frame looks straight
  for (const StoredFile& file : session_.files) {
    if (file.kind == FileKind::Selfie) frames.push_back(&file);
  }
  if (reference == session_.files.end() || frames.empty()) {
    findings_.checks.push_back({.check = std::string(name_of(Check::FaceMatch)),
                                .status = CheckStatus::NotPerformed,
                                .code = why_no_faces(session_),
                                .value_milli = std::nullopt,
                                .threshold_milli = std::nullopt});
    return submit();
  }
  const auto key = service_.data.session_key(session_.id);
  if (!key) return refuse(problem_of(key.error()));
  RecordedThresholds in_use;
  if (!session_.sandbox) {
    const auto chosen = service_.thresholds.of(session_.client);
    if (!chosen) return refuse(chosen.error());
    in_use = *chosen;
  }
  auto found = engine->match_faces({
      .load_reference = [&] { return load(*key, *reference); },
      .frame_count = frames.size(),
      .load_frame = [&](std::size_t index) { return load(*key, *frames[index]); },
      .thresholds = in_use.set,
      .client = session_.client,
  });
  if (!found) return refuse_unmatched();
  findings_.issues = std::move(found->issues);
  findings_.checks = std::move(found->checks);
  findings_.engine = std::move(found->engine);
  if (!session_.sandbox) findings_.engine.thresholds = in_use.sha256;
  submit();
}

// A picture that could not be loaded may have been erased, and then the session is over for good.
void Finalization::refuse_unmatched() {
  if (!still_possible()) return;
  refuse(unavailable("The server cannot compare the faces now; try again later."));
}

std::optional<std::string> Finalization::load(const SessionKey& key, const StoredFile& file) const {
  return stored_image(service_.data, session_.id, key, file);
}

void Finalization::submit() {
  const auto key = service_.data.session_key(session_.id);
  if (!key) return refuse(problem_of(key.error()));
  const auto kept =
      service_.data.queries().retention_of(session_.client, service_.settings.periods());
  if (!kept) return refuse(problem_of(kept.error()));
  const UtcTime now = service_.clock.now();
  Submission submission{
      .stream = stream_of(session_.id),
      .command = SessionCommand(
          FinalizeSession{.at = now, .findings = std::move(findings_), .by = token_}),
      .actor = {ActorKind::Device, {}},
      .request = call_.call()->request_id(),
      .idempotency = record_,
      .sealed = sealed_origin(call_.call(), *key, session_.id, service_.random),
      .wrap_key = service_.data.key_wrapping(session_.id, *key, now + kept->completed)};
  service_.data.writer().submit(std::move(submission),
                                [self = shared_from_this()](const Outcome& outcome) {
                                  guarded(self->call_.call(), [&] { self->finish(outcome); });
                                });
}

// Runs on the writer's thread.
void Finalization::finish(const Outcome& outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) {
    const auto* finalized = std::get_if<SessionFinalized>(&committed->events.back().event);
    check(finalized != nullptr, "the last event of a finalize is SessionFinalized");
    service_.metrics.session_finalized(finalized->result, session_.sandbox);
    Response response;
    response.headers.add("Content-Type", "application/json");
    add_receipt_field(response, committed->events.back().sequence);
    response.body = finalize_json(*finalized);
    return call_.reply(std::move(response));
  }
  if (const auto problem = problem_of(outcome)) return refuse(*problem);
  call_.answer_again_later(std::get<Replayed>(outcome).last);
}

}  // namespace

void finalize_session(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  std::make_shared<Finalization>(service, call, device)->begin();
}

Result<std::string, StoreError> finalized_again(const RepeatService&,
                                                std::string_view,
                                                const RecordedEvent& last) {
  const auto* finalized = std::get_if<SessionFinalized>(&last.event);
  if (finalized == nullptr) return StoreError::Corrupt;
  return finalize_json(*finalized);
}

}  // namespace countersign::http
