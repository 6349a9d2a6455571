#include "http/device/step_submission.h"

#include <new>
#include <utility>
#include <variant>

#include "core/machine/memory_reserve.h"
#include "http/answers/answer_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/sealed_origin.h"
#include "http/device/device_service.h"
#include "http/service/credential_hash.h"

namespace countersign::http {
namespace {

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

}  // namespace

StepSubmission::StepSubmission(DeviceService& service, CallPtr call, const DeviceSession& device)
    : service_(service),
      call_(std::move(call)),
      session_(device.session.id),
      client_(device.session.client),
      purpose_(device.session.purpose),
      sandbox_(device.session.sandbox),
      device_(device) {}

// ---- the event loop's thread ------------------------------------------------

std::shared_ptr<BodySink> StepSubmission::begin(const std::shared_ptr<StepSubmission>& submission) {
  StepSubmission& self = *submission;
  auto key = idempotency_key_of(self.call_->head());
  if (!key) {
    self.refuse(key.error());
    return nullptr;
  }
  if (*key) {
    auto begun = self.service_.idempotency.begin(stream_of(self.session_), std::move(**key));
    if (!begun) {
      self.refuse(begun.error());
      return nullptr;
    }
    self.idempotent_ = std::move(*begun);
  }
  const bool repeated = self.idempotent_ && self.idempotent_->earlier();
  if (!repeated && !self.may_be_sent(*self.device_)) return nullptr;
  const UploadOwner owner{
      self.session_, self.device_->session.client, self.device_->session.expires_at};
  self.device_.reset();
  UploadForm taken = self.form();
  taken.keeps_file_names = self.sandbox_;
  taken.client = self.client_;
  return Upload::begin(self.service_,
                       self.call_,
                       owner,
                       taken,
                       repeated ? Upload::Keep::Hashes : Upload::Keep::Files,
                       [submission](ReceivedForm form) { submission->receive(std::move(form)); });
}

// Returns whether the step may be submitted now at all. The nonce is not known yet, so any refusal
// that decide() gives after it has looked at the nonce is ignored.
bool StepSubmission::may_be_sent(const DeviceSession& device) {
  const auto decision = decide(device.session, command(service_.clock.now()));
  if (decision) return true;
  const Refusal why = decision.error().why;
  if (why != Refusal::SessionInvalid && why != Refusal::StepOutOfSequence) return true;
  refuse(problem_of(decision.error()));
  return false;
}

// ---- the transfers pool -----------------------------------------------------

void StepSubmission::receive(ReceivedForm form) {
  received_ = std::move(form);
  at_ = service_.clock.now();
  nonce_ = hash_of_nonce(received_.text("nonce").value_or(""));
  if (const auto problem = read_texts()) return refuse(*problem);
  RequestDigest digest("submission");
  if (const auto problem = choose_engine(digest)) return refuse(*problem);
  if (idempotent_) {
    digest.add_optional(received_.text("nonce"));
    add_meaning(digest);
    for (const UploadedFile& file : received_.files) {
      digest.add(text_of(ByteView(file.sha256.value())));
    }
    mark_ = idempotent_->mark(digest.finish());
    if (const auto earlier = idempotent_->earlier()) {
      if (earlier->request == mark_->request) return answer_replayed(earlier->last);
      return refuse(
          {.code = has_ended() ? ProblemCode::SessionInvalid : ProblemCode::IdempotencyMismatch});
    }
  }
  if (still_possible()) claim_session();
}

// The token of an ended session is valid only for repeating an answered request. A session that
// cannot be read counts as not ended.
bool StepSubmission::has_ended() const {
  const auto session = service_.data.queries().session(session_);
  return session && (!*session || !is_active(**session, at_));
}

// The outcome that a sandbox's file names force is part of the meaning of the request; a name that
// forces nothing is not.
std::optional<Problem> StepSubmission::choose_engine(RequestDigest& digest) {
  SandboxScript script;
  if (sandbox_) {
    auto read = read_sandbox_names(received_.file_names, step(), purpose_);
    if (!read) {
      return Problem{.code = ProblemCode::InvalidParameter,
                     .detail = std::string(describe(read.error())),
                     .field = std::string(form().file_part)};
    }
    script = *std::move(read);
    for (const Issue& issue : script.issues) digest.add(issue.code).add(name_of(issue.severity));
    if (const auto& result = script.result) {
      digest.add(name_of(result->status)).add_optional(result->code);
    }
  }
  engine_.emplace(service_.engine, sandbox_, std::move(script));
  return std::nullopt;
}

void StepSubmission::claim_session() {
  const bool taken =
      service_.claims.claim(session_, [self = shared_from_this()](SessionClaims::Claim claim) {
        self->claim_.emplace(std::move(claim));
        guarded(self->call_, [&] { self->judge_later(); });
      });
  if (!taken) refuse(unavailable("Too many calls of this session wait for one another."));
}

// ---- the transfers pool, or the thread that released the previous claim -------

void StepSubmission::judge_later() {
  // Nobody would receive the outcome. The nonce stays unspent.
  if ((*claim_)->waited && call_->client_gone()) return refuse(unavailable("The client has left."));
  // A sandbox inspects no image, so its sessions do not wait for those that do.
  FairPool& pool = sandbox_ ? service_.transfers : service_.inspection;
  const bool posted = pool.submit(
      client_, [self = shared_from_this()] { guarded(self->call_, [&] { self->judge(); }); });
  if (!posted) refuse(unavailable("Too many images are waiting to be looked at."));
}

// Returns the current session if decide() accepts what is known so far; else refuses the call.
std::optional<Session> StepSubmission::still_possible() {
  auto session = service_.data.queries().session(session_);
  if (!session) {
    refuse(problem_of(session.error()));
    return std::nullopt;
  }
  if (!*session) {
    refuse({.code = ProblemCode::SessionInvalid});
    return std::nullopt;
  }
  const auto decision = decide(**session, command(at_));
  if (!decision) {
    refuse(problem_of(decision.error()));
    return std::nullopt;
  }
  return std::move(*session);
}

// ---- the inspection pool ----------------------------------------------------

void StepSubmission::judge() {
  const auto session = still_possible();
  if (!session) return;
  if (const auto problem = choose_thresholds(*session)) return refuse(*problem);
  const auto good = inspect(*session);
  if (!good) return refuse(unavailable("The images cannot be looked at at present."));  // unjudged
  if (!*good) {
    for (UploadedFile& file : received_.files) file.writer.reset();  // removes the bytes
    return submit();
  }
  const bool posted = service_.transfers.submit(
      client_, [self = shared_from_this()] { guarded(self->call_, [&] { self->keep(); }); });
  if (!posted) refuse(unavailable("Too many files are waiting to be stored."));
}

// A sandbox does not judge by thresholds.
std::optional<Problem> StepSubmission::choose_thresholds(const Session& session) {
  if (sandbox_) return std::nullopt;
  auto in_use = service_.thresholds.of(session.client);
  if (!in_use) return in_use.error();
  thresholds_ = *in_use;
  return std::nullopt;
}

Findings StepSubmission::findings_of(Evaluation found) const {
  if (!sandbox_) found.engine.thresholds = thresholds_.sha256;
  return {std::move(found.issues), std::move(found.checks), std::move(found.engine)};
}

Result<std::string, InspectionFailure> StepSubmission::load(std::size_t file,
                                                            std::uint64_t limit_bytes) const {
  auto reader = received_.files[file].writer->reader();
  if (!reader) return InspectionFailure::ImageNotLoaded;
  const MemoryReserve::Spared spared;
  auto bytes = reader->read_all(limit_bytes);
  if (!bytes) return InspectionFailure::ImageNotLoaded;
  return std::move(*bytes);
}

StoredFile StepSubmission::stored_file(std::size_t file,
                                       const std::optional<ImageFacts>& facts) const {
  const UploadedFile& uploaded = received_.files[file];
  StoredFile stored;
  stored.file = uploaded.file;
  stored.format = facts ? facts->format : uploaded.format;
  stored.size_bytes = uploaded.size_bytes;
  stored.sha256 = uploaded.sha256;
  stored.crc32 = uploaded.crc32;
  stored.day = uploaded.day;
  if (facts) {
    stored.width = facts->width;
    stored.height = facts->height;
    stored.pixels = facts->pixels;
    stored.perceptual = facts->perceptual;
  }
  return stored;
}

// ---- the transfers pool -----------------------------------------------------

// Removes the files if memory runs out before the writer has the submission.
template <class Work>
auto StepSubmission::or_remove_files(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    remove_files();
    throw;
  }
}

void StepSubmission::keep() {
  const auto problem = or_remove_files([&] { return commit_files(); });
  if (!problem) return submit();
  remove_files();
  refuse(*problem);
}

std::optional<Problem> StepSubmission::commit_files() {
  committed_ = true;
  for (UploadedFile& file : received_.files) {
    const auto durable = file.writer->commit();
    if (!durable) return problem_of(durable.error());
  }
  return std::nullopt;
}

void StepSubmission::submit() {
  auto submission = or_remove_files([&] { return made_submission(); });
  if (!submission) {
    remove_files();
    return refuse(submission.error());
  }
  service_.data.writer().submit(*std::move(submission),
                                [self = shared_from_this()](Outcome outcome) {
                                  guarded(self->call_, [&] { self->finish(std::move(outcome)); });
                                });
}

Result<Submission, Problem> StepSubmission::made_submission() {
  const auto key = service_.data.session_key(session_);
  if (!key) return problem_of(key.error());
  return Submission{.stream = stream_of(session_),
                    .command = command(at_),
                    .actor = {ActorKind::Device, {}},
                    .request = call_->request_id(),
                    .idempotency = mark_,
                    .sealed = sealed_origin(call_, *key, session_, service_.random),
                    .sealed_values = seal_values(*key)};
}

// ---- the writer's thread ----------------------------------------------------

void StepSubmission::finish(Outcome outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) return answer(*committed);
  if (!may_be_recorded(outcome)) remove_files();
  if (const auto problem = problem_of(outcome)) return refuse(*problem);
  answer_replayed(std::get<Replayed>(outcome).last);
}

void StepSubmission::answer(const Committed& committed) {
  const Event& event = committed.events.back().event;
  if (is_acceptance(event)) {
    mark_files_named();
  } else {
    remove_files();
  }
  auto body = outcome_json(event);
  check(body.has_value(), "the last event of a submission is an outcome");
  count(service_.metrics, event, sandbox_);
  idempotent_.reset();
  claim_.reset();
  call_->reply_json(200, std::move(*body));
}

void StepSubmission::answer_replayed(Sequence last) {
  const std::string key = idempotent_ ? idempotent_->key() : std::string();
  idempotent_.reset();
  claim_.reset();
  const bool posted = service_.transfers.submit(client_, [self = shared_from_this(), key, last] {
    guarded(self->call_, [&] { self->service_.idempotency.answer_again(self->call_, key, last); });
  });
  if (!posted) refuse(unavailable("The server is busy."));
}

// If the pool is full, the marks are left to the next start.
void StepSubmission::mark_files_named() {
  (void)service_.transfers.submit(client_, [self = shared_from_this()] {
    for (const UploadedFile& file : self->received_.files) {
      (void)self->service_.data.vault().mark_named(file.file, file.day);
    }
  });
}

// Deletes files already committed; a FileWriter deletes its own uncommitted file. If the pool is
// full, orphan removal at the next start deletes them.
void StepSubmission::remove_files() {
  if (!committed_) return;
  (void)service_.transfers.submit(client_, [self = shared_from_this()] {
    for (UploadedFile& file : self->received_.files) {
      (void)self->service_.data.vault().remove(file.file, file.day);
      file.writer.reset();
    }
  });
}

void StepSubmission::refuse(const Problem& problem) {
  // Release both before the client can send the request again.
  idempotent_.reset();
  claim_.reset();
  call_->refuse(problem);
}

}  // namespace countersign::http
