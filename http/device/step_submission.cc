#include "http/device/step_submission.h"

#include <utility>
#include <variant>

#include "events/vault/files/frame_marks.h"
#include "http/answers/answer_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/device/stored_image.h"
#include "http/sealed/sealed_origin.h"
#include "http/sealed/sealed_values.h"
#include "http/secrets/credential_hash.h"

namespace countersign::http {
namespace {

// ---- the stages -------------------------------------------------------------

// The submitter and the step, before any data is received. A part of every later stage.
struct Begun {
  DeviceService& service;
  const StepKind& kind;
  PendingCall call;
  SessionId session;
  Purpose purpose;
  bool sandbox;
  TokenHash token;  // of the device
};

// The form is complete, and its images are in the vault, invisible.
struct Received {
  Begun begun;
  ReceivedForm form;
  Attempt attempt;
  SandboxScript script;  // what a sandbox's file names force
  std::optional<IdempotencyRecord> idempotency;
};

// The engine has judged. Images that were found bad are gone.
struct Judged {
  Begun begun;
  UploadedBytes bytes;
  Submission submission;
};

struct Kept {
  Begun begun;
  KeptFiles files;
  Submission submission;
};

// The writer has the submission.
struct Submitted {
  Begun begun;
  KeptFiles files;
};

// Goes on with what the stage holds. An exception frees it, and then the call is answered.
template <class Stage, class Next>
void go_on(const std::shared_ptr<Stage>& stage, const Next& next) {
  const CallPtr call = stage->begun.call.call();
  guarded(call, [&] { next(std::move(*stage)); });
}

// Goes on in a pool, where the client's sessions take turns; refuses the call if the pool is full.
template <class Stage>
void go_on_in(FairPool& pool, Stage stage, void (*next)(Stage), std::string_view full) {
  const auto held = std::make_shared<Stage>(std::move(stage));
  const ClientKey client = held->begun.call.client();
  const std::string session = to_string(held->begun.session);
  const bool posted = pool.submit(client, session, [held, next] { go_on(held, next); });
  if (!posted) held->begun.call.refuse(unavailable(full));
}

// ---- the writer's thread: from Submitted to the answer ------------------------

bool is_acceptance(const Event& event) {
  return std::holds_alternative<DocumentAccepted>(event) ||
         std::holds_alternative<LivenessAccepted>(event);
}

// Counts the outcome of the step in the metrics.
void count(Metrics& metrics, const Event& event, bool sandbox) {
  if (const auto* document = std::get_if<DocumentRejected>(&event)) {
    metrics.step_judged(Step::Document, document->code, sandbox);
  } else if (const auto* liveness = std::get_if<LivenessRejected>(&event)) {
    metrics.step_judged(Step::Liveness, liveness->code, sandbox);
  } else {
    const bool document_accepted = std::holds_alternative<DocumentAccepted>(event);
    metrics.step_judged(document_accepted ? Step::Document : Step::Liveness, {}, sandbox);
  }
}

// Returns whether an event that names the files may be in the log although the writer reported an
// error. If not, the space of the files is needed.
bool may_be_recorded(const Outcome& outcome) {
  const auto* error = std::get_if<StoreError>(&outcome);
  return error != nullptr && !wrote_nothing(*error);
}

void answer(Submitted submitted, const Committed& committed) {
  Begun& begun = submitted.begun;
  const Event& event = committed.events.back().event;
  is_acceptance(event) ? submitted.files.named() : submitted.files.unnamed();
  auto body = outcome_json(event);
  check(body.has_value(), "the last event of a submission is an outcome");
  count(begun.service.metrics, event, begun.sandbox);
  begun.call.reply_json(*std::move(body));
}

void finish(Submitted submitted, const Outcome& outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) {
    return answer(std::move(submitted), *committed);
  }
  if (!may_be_recorded(outcome)) submitted.files.unnamed();
  PendingCall& call = submitted.begun.call;
  if (const auto problem = problem_of(outcome)) return call.refuse(*problem);
  call.answer_again_later(std::get<Replayed>(outcome).last);
}

// ---- any thread: from Kept to Submitted ---------------------------------------

void submit(Kept kept) {
  const auto held =
      std::make_shared<Submitted>(Submitted{std::move(kept.begun), std::move(kept.files)});
  // Only the writer's answer says that no event names the files: without one they stay.
  held->files.leave();
  try {
    held->begun.service.data.writer().submit(
        std::move(kept.submission), [held](const Outcome& outcome) {
          go_on(held, [&](Submitted submitted) { finish(std::move(submitted), outcome); });
        });
  } catch (...) {
    held->files.unnamed();  // the writer has not taken the submission
    throw;
  }
}

// After a start, the frames of earlier refused recordings are known only in a while. The nonce of a
// submission that does not wait stays unspent.
void submit_when_known(Kept kept) {
  if (kept.begun.kind.step != Step::Liveness) return submit(std::move(kept));
  const auto held = std::make_shared<Kept>(std::move(kept));
  const bool taken = held->begun.service.data.recall().when_known([held](bool known) {
    go_on(held, [known](Kept waited) {
      if (known) return submit(std::move(waited));
      waited.begun.call.refuse(unavailable("The server is stopping."));
    });
  });
  if (taken) return;
  held->begun.call.refuse(
      unavailable("Too many recordings are waiting to be compared; try again later."));
}

// ---- the transfers pool: from Judged to Kept ----------------------------------

void keep(Judged judged) {
  PendingCall& call = judged.begun.call;
  auto files = KeptFiles::commit(judged.begun.service, call.client(), std::move(judged.bytes));
  if (!files) return call.refuse(files.error());
  submit_when_known({std::move(judged.begun), *std::move(files), std::move(judged.submission)});
}

// ---- the inspection pool: from Received to Judged -----------------------------

// Returns the session as it is now, if decide() accepts what is known so far.
Result<Session, Problem> possible_session(const Begun& begun, const Attempt& attempt) {
  auto session = begun.service.data.queries().session(begun.session);
  if (!session) return problem_of(session.error());
  if (!*session) return Problem{.code = ProblemCode::SessionInvalid};
  const auto decision = decide(**session, begun.kind.command(attempt));
  if (!decision) return problem_of(decision.error());
  return std::move(**session);
}

Result<Inspected, Problem> inspected_of(const Received& received) {
  const Begun& begun = received.begun;
  const auto session = possible_session(begun, received.attempt);
  if (!session) return session.error();
  const Problem unjudged = unavailable("The server cannot inspect images now; try again later.");
  const auto client = begun.service.data.queries().client(begun.call.client());
  if (!client) return problem_of(client.error());
  if (!*client) return unjudged;
  RecordedThresholds in_use;
  if (!begun.sandbox) {  // a sandbox does not judge by thresholds
    auto chosen = begun.service.thresholds.of(**client);
    if (!chosen) return chosen.error();
    in_use = *std::move(chosen);
  }
  check(received.form.bytes.writer != nullptr, "the images of a new submission are stored");
  const SessionEngine engine(begun.service.engine, begun.sandbox, received.script);
  auto inspected = begun.kind.inspect({.engine = engine,
                                       .attempt = received.attempt,
                                       .bytes = *received.form.bytes.writer,
                                       .settings = begun.service.settings,
                                       .now = begun.service.clock.now(),
                                       .session = *session,
                                       .client = **client,
                                       .thresholds = in_use.set,
                                       .stored = stored_images(begun.service.data, begun.session)});
  if (!inspected) return unjudged;
  if (!begun.sandbox) inspected->findings.engine.thresholds = in_use.sha256;
  return *std::move(inspected);
}

Judged judged_of(Received received, Inspected inspected) {
  const Begun& begun = received.begun;
  Attempt& attempt = received.attempt;
  check(inspected.images.size() <= attempt.files.size(),
        "an engine judges the images that it was given");
  for (std::size_t i = 0; i < inspected.images.size(); ++i) {
    if (inspected.images[i]) add_facts(attempt.files[i], *inspected.images[i]);
  }
  attempt.findings = std::move(inspected.findings);
  attempt.failed_action = inspected.failed_action;
  if (begun.kind.step == Step::Liveness) {
    const FrameMarker marker(begun.service.data.keys().derive(kFrameMarkLabel));
    attempt.marks = marker.marks_of(attempt.files);
  }
  check(received.form.key.has_value(), "a form whose images are stored has the session's key");
  const SessionKey& key = *received.form.key;
  const CallPtr& call = begun.call.call();
  RandomSource& random = begun.service.random;
  Submission submission{.stream = stream_of(begun.session),
                        .command = begun.kind.command(attempt),
                        .actor = {ActorKind::Device, {}},
                        .request = call->request_id(),
                        .idempotency = received.idempotency,
                        .sealed = sealed_origin(call, key, begun.session, random)};
  if (inspected.values) {
    submission.sealed_values = sealed_values(
        *inspected.values, attempt.declared.side, key, begun.session, call->request_id(), random);
  }
  if (!attempt.marks.empty()) {
    submission.sealed_marks =
        seal_marks(key, begun.session, call->request_id(), attempt.marks, random);
  }
  UploadedBytes bytes;
  if (inspected.good) bytes = std::move(received.form.bytes);
  return {std::move(received.begun), std::move(bytes), std::move(submission)};
}

void judge(Received received) {
  auto inspected = inspected_of(received);
  if (!inspected) return received.begun.call.refuse(inspected.error());
  const bool good = inspected->good;
  Judged judged = judged_of(std::move(received), *std::move(inspected));
  if (!good) return submit_when_known({std::move(judged.begun), {}, std::move(judged.submission)});
  FairPool& transfers = judged.begun.service.transfers;
  go_on_in(transfers,
           std::move(judged),
           keep,
           "Too many files are waiting to be stored; try again later.");
}

// ---- the transfers pool, or the thread that released the previous claim ---------

void judge_later(Received received) {
  Begun& begun = received.begun;
  // The nonce stays unspent.
  if (begun.call.is_abandoned())
    return begun.call.refuse(unavailable("The client closed the connection."));
  // A sandbox inspects no image, so its sessions do not wait for those that do.
  FairPool& pool = begun.sandbox ? begun.service.transfers : begun.service.inspection;
  go_on_in(pool,
           std::move(received),
           judge,
           "Too many images are waiting to be inspected; try again later.");
}

void claim_session(Received received) {
  const auto held = std::make_shared<Received>(std::move(received));
  const Begun& begun = held->begun;
  const bool taken = begun.service.claims.claim(begun.session, [held](SessionClaims::Claim claim) {
    held->begun.call.hold(std::move(claim));
    go_on(held, judge_later);
  });
  if (taken) return;
  held->begun.call.refuse(
      unavailable("Too many calls of this session are waiting; try again later."));
}

// ---- the transfers pool: from Begun to Received -------------------------------

// The token of an ended session is valid only for repeating an answered request. A session that
// cannot be read counts as not ended.
bool has_ended(const Begun& begun, UtcTime at) {
  const auto session = begun.service.data.queries().session(begun.session);
  return session && (!*session || !takes_device_calls(**session, at));
}

Result<SandboxScript, Problem> script_of(const Begun& begun, const ReceivedForm& form) {
  if (!begun.sandbox) return SandboxScript{};
  auto script = read_sandbox_names(form.file_names, begun.kind.step, begun.purpose);
  if (script) return *std::move(script);
  return Problem{.code = ProblemCode::InvalidParameter,
                 .detail = std::string(describe(script.error())),
                 .field = std::string(begun.kind.form(begun.service.settings).file_part)};
}

// The outcome that a sandbox's file names force is part of the meaning of the request; a name that
// forces nothing is not.
Sha256 meaning_of(const Received& received) {
  RequestDigest digest("submission");
  for (const Issue& issue : received.script.issues) {
    digest.add(issue.code).add(name_of(issue.severity));
  }
  if (const auto& result = received.script.result) {
    digest.add(name_of(result->status)).add_optional(result->code);
  }
  digest.add_optional(received.form.text("nonce"));
  received.begun.kind.add_meaning(received.attempt.declared, digest);
  for (const StoredFile& file : received.attempt.files) {
    digest.add(text_of(ByteView(file.sha256.value())));
  }
  return digest.finish();
}

void receive(Begun begun, ReceivedForm form) {
  Attempt attempt{.at = begun.service.clock.now(),
                  .by = begun.token,
                  .nonce = hash_of_nonce(form.text("nonce").value_or(""))};
  const auto declared = begun.kind.declared(form);
  if (!declared) return begun.call.refuse(declared.error());
  attempt.declared = *declared;
  attempt.files = form.files;
  auto script = script_of(begun, form);
  if (!script) return begun.call.refuse(script.error());
  Received received{
      std::move(begun), std::move(form), std::move(attempt), *std::move(script), std::nullopt};
  PendingCall& call = received.begun.call;
  const Sha256 meaning = meaning_of(received);
  switch (call.use_of(meaning)) {
    case PendingCall::Use::New:
      break;
    case PendingCall::Use::Repeated:
      return call.answer_earlier();
    case PendingCall::Use::Other:
      return call.refuse({.code = has_ended(received.begun, received.attempt.at)
                                      ? ProblemCode::SessionInvalid
                                      : ProblemCode::IdempotencyMismatch});
  }
  received.idempotency = call.record(meaning);
  const auto session = possible_session(received.begun, received.attempt);
  if (!session) return call.refuse(session.error());
  claim_session(std::move(received));
}

// ---- the event loop's thread ----------------------------------------------------

// Returns why the step may not be submitted now at all. The nonce is not known yet, so any refusal
// that decide() gives after it has looked at the nonce is ignored.
std::optional<Problem> early_refusal(const Begun& begun, const Session& session) {
  const Attempt unknown{.at = begun.service.clock.now(), .by = begun.token};
  const auto decision = decide(session, begun.kind.command(unknown));
  if (decision) return std::nullopt;
  const Refusal why = decision.error().why;
  if (why != Refusal::SessionInvalid && why != Refusal::StepOutOfSequence) return std::nullopt;
  return problem_of(decision.error());
}

}  // namespace

std::shared_ptr<BodySink> begin_submission(DeviceService& service,
                                           const StepKind& kind,
                                           const CallPtr& call,
                                           const DeviceSession& device) {
  const Session& session = device.session;
  const auto begun = std::make_shared<Begun>(
      Begun{service,
            kind,
            PendingCall(service.idempotency, service.transfers, call, session.client),
            session.id,
            session.purpose,
            session.sandbox,
            device.token});
  if (!begun->call.take_key(stream_of(session.id))) return nullptr;
  UploadForm form = kind.form(service.settings);
  form.keeps_file_names = session.sandbox;
  if (begun->call.has_earlier()) {
    form.keep = UploadForm::Keep::Hashes;
  } else if (const auto problem = early_refusal(*begun, session)) {
    begun->call.refuse(*problem);
    return nullptr;
  }
  auto upload = Upload::begin(
      service,
      call,
      {session.id, device.token, session.client, session.token_expires_at},
      form,
      [begun](ReceivedForm received) { receive(std::move(*begun), std::move(received)); });
  if (upload) return *std::move(upload);
  begun->call.refuse(upload.error());
  return nullptr;
}

}  // namespace countersign::http
