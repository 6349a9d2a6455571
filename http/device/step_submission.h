#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "core/session/session.h"
#include "events/writer/submission.h"
#include "http/call/endpoint.h"
#include "http/caller/pending_call.h"
#include "http/device/device_service.h"
#include "http/device/kept_files.h"
#include "http/device/upload.h"
#include "http/judging/session_engine.h"
#include "http/sealed/sealed_values.h"

// A submission of images for one step, from its head to its answer. Each stage is a value that the
// next one consumes:
//
//   Begun      event loop   key and preconditions are checked; then the Upload takes the body
//   Received   transfers    the form's values are read; a repeated request is answered again; then
//                           the session is claimed, since one submission of it is judged at a time
//   Judged     inspection   the engine has judged the images
//   Kept       transfers    accepted images are durable, before any event names them
//   Submitted               the writer decides, with one event for the nonce and one for the
//                           outcome, and on its thread the call is answered
//
// Before the body, before the claim and once more when the submission's turn has come, decide() is
// asked with what is known by then, so that a submission that cannot be accepted costs little. The
// session is read again for it each time, because other calls may have changed it meanwhile. These
// answers are only early: the writer's decision counts.
//
// Threading: a stage has one thread at a time. Ownership: a stage that ends, by a refusal or by an
// exception, gives back what it holds: the key, the claim, the files. After a StoreError other than
// Full, durable files stay on the disk: it is unknown whether the event is in the log.
namespace countersign::http {

// The device's declaration about a document. A liveness submission keeps the default values.
struct DeclaredDocument {
  Side side = Side::Front;
  std::optional<DocumentType> type{};
};

// The parts of a submission that are known at this stage.
struct Attempt {
  UtcTime at;         // when the form was complete
  TokenHash by{};     // of the device
  NonceHash nonce{};  // zeros, which no nonce hashes to, before the form
  DeclaredDocument declared{};
  std::vector<StoredFile> files{};        // with facts about the images after the inspection
  Findings findings{};                    // empty before the inspection
  std::optional<Action> failed_action{};  // of a liveness submission
  std::vector<FrameMark> marks{};         // the same
};

// The engine's findings.
struct Inspected {
  bool good = false;
  std::vector<std::optional<ImageFacts>> images{};  // in the files' order, at most one each
  Findings findings{};
  std::optional<ReadValues> values{};  // of an accepted document, for a client that gets them
  std::optional<Action> failed_action{};
};

// The input of the engine.
struct Inspection {
  const SessionEngine& engine;
  const Attempt& attempt;
  const FileWriter& bytes;  // of the files of the attempt
  const ServiceSettings& settings;
  UtcTime now;
  const Session& session;
  const Client& client;
  const Thresholds& thresholds;
  // Reads an image of the session that was accepted before; nullopt if it cannot be read. Blocks.
  std::function<std::optional<std::string>(const StoredFile& file)> stored;
};

// How the submissions of one step differ from those of the other.
struct StepKind {
  Step step;
  UploadForm (*form)(const ServiceSettings& settings);
  // Reads the texts of the form beyond the nonce.
  Result<DeclaredDocument, Problem> (*declared)(const ReceivedForm& form);
  void (*add_meaning)(const DeclaredDocument& declared, RequestDigest& digest);
  SessionCommand (*command)(const Attempt& attempt);
  Result<Inspected, InspectionFailure> (*inspect)(const Inspection& inspection);
};

// Begins a submission. Returns the sink of its body, or null after refusing the call.
std::shared_ptr<BodySink> begin_submission(DeviceService& service,
                                           const StepKind& kind,
                                           const CallPtr& call,
                                           const DeviceSession& device);

// Returns the findings with the engine that they come from.
inline Findings findings_of(const Evaluation& found) {
  return {found.issues, found.checks, found.engine};
}

}  // namespace countersign::http
