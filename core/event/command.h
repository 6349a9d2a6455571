#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/client_policy.h"
#include "core/event/event.h"
#include "core/event/finding.h"
#include "core/event/image_copy.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/terms.h"
#include "core/utc_time.h"

// A command is a request to change state. The caller has filled in everything it needs before it
// gets here: the time, the ids, the random bytes and the inspector's findings. Deciding on it needs
// nothing else.
namespace countersign {

// What the inspector found in a submission, before anything is decided.
struct Findings {
  std::vector<Issue> issues;  // worst first
  std::vector<CheckOutcome> checks;
  EngineVersion engine;
};

// ---- to a session -----------------------------------------------------------

struct CreateSession {
  UtcTime at;
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;
  UtcTime expires_at;
  std::uint32_t attempts_allowed = 5;
  std::optional<std::string> user_ref{};
  std::vector<std::string> origin_allowlist{};
};

struct IssueChallenge {
  UtcTime at;
  Step step = Step::Document;
  NonceHash nonce;
  UtcTime expires_at;
  std::vector<Action> actions{};
};

struct SubmitDocument {
  UtcTime at;
  NonceHash nonce;
  Side side = Side::Front;
  std::optional<DocumentType> document_type{};
  Findings findings{};
  StoredFile file{};  // format, pixels, width and height are set only if the image decoded
  // Set if the image is a copy of the session's own front, or of an image of another session;
  // filled in on the writer's thread by projections/queries/capture_decider.cc.
  std::optional<ImageCopy> copy_of_front{};
  std::optional<ImageCopy> copy_of_another{};
};

struct SubmitLiveness {
  UtcTime at;
  NonceHash nonce;
  Findings findings{};
  std::optional<Action> failed_action{};
  std::vector<StoredFile> files{};
  bool frames_seen_elsewhere =
      false;  // in another session; see projections/queries/capture_decider.cc
};

struct FinalizeSession {
  UtcTime at;
  Findings findings{};  // of the face match, if the purpose includes one
};

struct ExpireSession {
  UtcTime at;
};

struct CancelSession {
  UtcTime at;
};

struct DownloadDocuments {
  UtcTime at;
  std::optional<FileId> file{};  // none: the bundle
};

struct ReadDocumentValues {
  UtcTime at;
};

struct PurgeFiles {
  UtcTime at;
  PurgeReason reason = PurgeReason::Retention;
  std::optional<UtcTime> cutoff{};
};

struct SetHold {
  UtcTime at;
  std::string reason;
};

struct ReleaseHold {
  UtcTime at;
  std::string reason;
};

// ---- to a client ------------------------------------------------------------

struct RegisterClient {
  UtcTime at;
  std::string name;
  ClientPolicy policy;
  SecretHash secret;
  bool sandbox = false;
};

struct ChangeClient {
  UtcTime at;
  std::string name;
  ClientPolicy policy;
};

struct AddSecret {
  UtcTime at;
  SecretHash secret;
};

struct RevokeSecret {
  UtcTime at;
  std::uint32_t secret_id = 0;
};

struct DisableClient {
  UtcTime at;
  std::string reason;
};

// ---- to the keys ------------------------------------------------------------

struct DestroyKey {
  UtcTime at;
  std::string slot;
  std::uint64_t sessions_kept = 0;
};

struct RotateMasterKey {
  UtcTime at;
  Sha256 from;
  Sha256 to;
  std::uint64_t slots = 0;
};

// ---- to the thresholds ------------------------------------------------------

struct RecordThresholds {
  UtcTime at;
  std::uint32_t version = 0;
  Sha256 sha256;
  std::string text;
};

using SessionCommand = std::variant<IssueChallenge,
                                    SubmitDocument,
                                    SubmitLiveness,
                                    FinalizeSession,
                                    ExpireSession,
                                    CancelSession,
                                    DownloadDocuments,
                                    ReadDocumentValues,
                                    PurgeFiles,
                                    SetHold,
                                    ReleaseHold>;
using ClientCommand =
    std::variant<RegisterClient, ChangeClient, AddSecret, RevokeSecret, DisableClient>;
using KeyCommand = std::variant<DestroyKey, RotateMasterKey>;

// CreateSession is separate: the client decides it, and it begins a session.
using Command =
    std::variant<CreateSession, SessionCommand, ClientCommand, KeyCommand, RecordThresholds>;

UtcTime time_of(const Command& command);

}  // namespace countersign
