#pragma once
#include <memory>
#include <optional>
#include <string>

#include "core/inspection/engine.h"
#include "core/session/session.h"
#include "events/vault/session_key.h"
#include "events/writer/submission.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/caller/idempotency.h"
#include "http/device/upload.h"
#include "http/edge/body_sink.h"
#include "http/limits/session_claims.h"
#include "http/service/session_engine.h"
#include "http/service/threshold_registry.h"

namespace countersign::http {

// A submission of images for one step, from its head to its answer:
//
//   begin()    event loop   checks key and preconditions; then the Upload takes the body
//   receive()  transfers    reads the form's values; answers a repeated request again; then claims
//                           the session, since one submission of a session is judged at a time
//   judge()    inspection   the engine judges the images
//   keep()     transfers    makes accepted images durable, before any event names them
//   submit()                the writer decides, with one event for the nonce and one for the
//                           outcome
//   finish()   writer       answers; removes images that were not accepted after all
//
// Before the body, before the inspection and once more when the submission's turn has come,
// decide() is asked with what is known by then, so that a submission that cannot be accepted costs
// little. These answers are only early: the writer's decision counts.
//
// Threading: one thread at a time, passed from stage to stage. Ownership: the current stage keeps
// the object alive. After a StoreError other than Full, committed files stay on the disk: it is
// unknown whether the event is in the log, and the next start removes files that no event names.
class StepSubmission : public std::enable_shared_from_this<StepSubmission> {
 public:
  StepSubmission(DeviceService& service, CallPtr call, const DeviceSession& device);
  virtual ~StepSubmission() = default;
  StepSubmission(const StepSubmission&) = delete;
  StepSubmission& operator=(const StepSubmission&) = delete;

  // Returns null if it has refused the call.
  static std::shared_ptr<BodySink> begin(const std::shared_ptr<StepSubmission>& submission);

 protected:
  // ---- the differences between the steps ----
  virtual Step step() const = 0;
  virtual UploadForm form() const = 0;
  // Reads the texts of `received_` beyond the nonce.
  virtual std::optional<Problem> read_texts() = 0;
  virtual void add_meaning(RequestDigest& digest) const = 0;
  // The command with what is known so far; findings are empty before inspect().
  virtual SessionCommand command(UtcTime at) const = 0;
  // Returns the values of an accepted document that are kept for the client; see sealed_values.h.
  virtual std::optional<std::string> seal_values(const SessionKey&) const { return std::nullopt; }
  // Returns whether the images were found good, or the failure.
  virtual Result<bool, InspectionFailure> inspect(const Session& session) = 0;

  Result<std::string, InspectionFailure> load(std::size_t file, std::uint64_t limit_bytes) const;
  // Returns the file's record for the log, as far as the bytes determine it.
  StoredFile stored_file(std::size_t file, const std::optional<ImageFacts>& facts) const;
  const DeviceService& service() const { return service_; }
  const SessionId& session() const { return session_; }
  const ClientKey& client() const { return client_; }
  const RequestId& request() const { return call_->request_id(); }
  // REQUIRES: the form was received.
  const SessionEngine& engine() const { return *engine_; }
  // The thresholds that the engine judges by in inspect().
  const Thresholds& thresholds() const { return thresholds_.set; }
  // Returns the findings, with the engine and the thresholds that they come from.
  Findings findings_of(Evaluation found) const;

  ReceivedForm received_;
  NonceHash nonce_;  // zeros, which no nonce hashes to, until the form was received

 private:
  bool may_be_sent(const DeviceSession& device);
  void receive(ReceivedForm form);
  bool has_ended() const;
  std::optional<Problem> choose_engine(RequestDigest& digest);
  std::optional<Problem> choose_thresholds(const Session& session);
  std::optional<Session> still_possible();
  void claim_session();
  void judge_later();
  void judge();
  template <class Work>
  auto or_remove_files(const Work& work);
  void keep();
  std::optional<Problem> commit_files();
  void submit();
  Result<Submission, Problem> made_submission();
  void finish(Outcome outcome);
  void answer(const Committed& committed);
  void answer_replayed(Sequence last);
  void mark_files_named();
  void remove_files();
  void refuse(const Problem& problem);

  DeviceService& service_;
  const CallPtr call_;
  const SessionId session_;
  const ClientKey client_;
  const Purpose purpose_;
  const bool sandbox_;
  std::optional<SessionEngine> engine_;  // set once the form is received
  RecordedThresholds thresholds_;
  std::optional<DeviceSession> device_;  // set until the upload begins
  std::optional<IdempotentRequest> idempotent_;
  std::optional<IdempotencyRecord> mark_;
  std::optional<SessionClaims::Claim> claim_;  // set before judge_later() is called
  UtcTime at_;                                 // when the form was complete
  bool committed_ = false;
};

}  // namespace countersign::http
