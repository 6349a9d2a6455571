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
#include "http/service/threshold_book.h"

namespace countersign::http {

// A submission of images for one step, from its head to its answer:
//
//   begin()    loop         key, cheap checks; then the Upload takes the body
//   receive()  transfers    the form's values; a repeated request is answered again; then the
//                           session is claimed, for one submission of it at a time is judged
//   judge()    inspection   the engine looks at the images
//   keep()     transfers    accepted images are made durable, before any event names them
//   submit()                the writer decides, with one event for the nonce and one for the
//   outcome finish()   writer       the answer; images that were not accepted after all are removed
//
// Before the body, before the inspection and once more when its turn has come, decide()
// is asked with what is known by then, so that a submission that cannot be accepted costs
// little. These answers are only early: the writer's counts.
//
// Threading: one thread at a time, handed from stage to stage. Ownership: kept alive by
// the stage that has it. After a StoreError other than Full what was committed stays on the disk:
// whether the event is in the log is not known, and the next start removes what none names.
class StepSubmission : public std::enable_shared_from_this<StepSubmission> {
 public:
  StepSubmission(Service& service, CallPtr call, const DeviceSession& device);
  virtual ~StepSubmission() = default;
  StepSubmission(const StepSubmission&) = delete;
  StepSubmission& operator=(const StepSubmission&) = delete;

  // Null when the call was refused.
  static std::shared_ptr<BodySink> begin(const std::shared_ptr<StepSubmission>& submission);

 protected:
  // ---- what the steps differ in ----
  virtual Step step() const = 0;
  virtual UploadForm form() const = 0;
  // Reads the texts of `received_` beyond the nonce.
  virtual std::optional<Problem> read_texts() = 0;
  virtual void add_meaning(RequestDigest& digest) const = 0;
  // With what is known so far; findings are empty before inspect().
  virtual SessionCommand command(UtcTime at) const = 0;
  // What of an accepted document is to be kept for the client; see sealed_values.h.
  virtual std::optional<std::string> seal_values(const SessionKey&) const { return std::nullopt; }
  // Whether the images were found good, or what failed.
  virtual Result<bool, InspectionFailure> inspect(const Session& session) = 0;

  Result<std::string, InspectionFailure> load(std::size_t file, std::uint64_t limit_bytes) const;
  // What the log will say of the file, as far as the bytes tell.
  StoredFile stored_file(std::size_t file, const std::optional<ImageFacts>& facts) const;
  const Service& service() const { return service_; }
  const SessionId& session() const { return session_; }
  const ClientKey& client() const { return client_; }
  const RequestId& request() const { return call_->request_id(); }
  // REQUIRES: the form was received.
  const SessionEngine& engine() const { return *engine_; }
  // That the engine judges by, while it is in inspect().
  const Thresholds& thresholds() const { return thresholds_.set; }
  // What was found, by whom, and by which thresholds.
  Findings findings_of(Evaluation found) const;

  ReceivedForm received_;
  NonceHash nonce_;  // zeros, which is no nonce's hash, until the form was received

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

  Service& service_;
  const CallPtr call_;
  const SessionId session_;
  const ClientKey client_;
  const Purpose purpose_;
  const bool sandbox_;
  std::optional<SessionEngine> engine_;  // since the form was received
  ThresholdsInUse thresholds_;
  std::optional<DeviceSession> device_;  // until the upload begins
  std::optional<IdempotentRequest> idempotent_;
  std::optional<IdempotencyMark> mark_;
  std::optional<SessionClaims::Claim> claim_;  // before judge_later()
  UtcTime at_;                                 // when the form was whole
  bool committed_ = false;
};

}  // namespace countersign::http
