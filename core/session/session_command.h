#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/finding.h"
#include "core/event/frame_mark.h"
#include "core/event/image_copy.h"
#include "core/event/session_labels.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/one_of.h"
#include "core/session/review/desk_command.h"
#include "core/session/review/review_command.h"
#include "core/session/session_event.h"
#include "core/terms.h"
#include "core/utc_time.h"

// The commands to a session. core/stream/command.h lists the parts of a command.
namespace countersign {

// A command of a device names the token that the device sent (`by`), because another device may
// have taken the session over meanwhile; nothing else leaves it empty.

// The inspector's findings in a submission, before anything is decided.
struct Findings {
  std::vector<Issue> issues;  // worst first
  std::vector<CheckOutcome> checks;
  EngineVersion engine;
};

struct CreateSession {
  UtcTime at;
  ClientKey client;
  Purpose purpose = Purpose::FullCapture;
  TokenHash token;
  UtcTime expires_at;
  std::uint32_t attempts_allowed = 5;
  std::optional<std::string> user_ref{};
  std::vector<std::string> origin_allowlist{};
  std::optional<std::string> language{};
  std::vector<AcceptedDocument> documents{};
  std::optional<std::string> return_url{};
  std::optional<UtcTime> link_expires_at{};
  std::optional<SessionLabels> labels{};
  std::optional<Predecessor> predecessor{};  // whose decision opens the session
};

struct IssueChallenge {
  UtcTime at;
  Step step = Step::Document;
  NonceHash nonce;
  UtcTime expires_at;
  std::vector<Action> actions{};
  std::optional<TokenHash> by{};
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
  std::optional<TokenHash> by{};
};

struct SubmitLiveness {
  UtcTime at;
  NonceHash nonce;
  Findings findings{};
  std::optional<Action> failed_action{};
  std::vector<StoredFile> files{};
  std::vector<FrameMark> marks{};  // of the frames whose pixels are known; see frame_marks.h
  bool frames_seen_elsewhere =
      false;  // in another session; see projections/queries/capture_decider.cc
  std::optional<TokenHash> by{};
};

// The person cannot perform the actions of liveness.
struct ExcuseLiveness {
  UtcTime at;
  std::optional<TokenHash> by{};
};

struct FinalizeSession {
  UtcTime at;
  Findings findings{};  // of the face match, if the purpose includes one
  std::optional<TokenHash> by{};
};

// A new offer replaces an earlier one.
struct OfferHandoff {
  UtcTime at;
  CodeHash code;
  UtcTime expires_at;
  std::optional<TokenHash> by{};
};

struct RedeemCode {
  UtcTime at;
  JoinedBy how = JoinedBy::Link;
  CodeHash code;
  TokenHash token{};                    // for the device that redeems the code
  bool number_is_right = false;         // of a handoff
  std::optional<UtcTime> expires_at{};  // of the token of a link
};

// By a device that handed the session on; without `by` the last one.
struct TakeHandoffBack {
  UtcTime at;
  std::optional<TokenHash> by{};
};

struct RenewLink {
  UtcTime at;
  CodeHash code;
  UtcTime expires_at;
};

struct TakeLinkBack {
  UtcTime at;
};

struct ExpireSession {
  UtcTime at;
};

struct CancelSession {
  UtcTime at;
  std::optional<StatedReason> why{};
};

struct DownloadDocuments {
  UtcTime at;
  std::optional<FileId> file{};  // none: the bundle
  std::optional<StatedReason> why{};
};

// With a reason: of an operator, for all sealed texts of the session at any time of it.
struct ReadDocumentValues {
  UtcTime at;
  std::optional<StatedReason> why{};
};

// The caller knows that this is the client's present text.
struct GiveConsent {
  UtcTime at;
  ConsentVersion consent;
  std::optional<TokenHash> by{};
};

struct PurgeFiles {
  UtcTime at;
  PurgeReason reason = PurgeReason::Retention;
  std::optional<UtcTime> cutoff{};
  std::optional<StatedReason> why{};
};

struct SetHold {
  UtcTime at;
  std::string reason;
};

struct ReleaseHold {
  UtcTime at;
  std::string reason;
};

// CreateSession is not in the list: it begins a session, so it is decided from the client's state.
struct SessionCommands {
  using Variant = std::variant<IssueChallenge,
                               SubmitDocument,
                               SubmitLiveness,
                               ExcuseLiveness,
                               FinalizeSession,
                               OfferHandoff,
                               RedeemCode,
                               TakeHandoffBack,
                               RenewLink,
                               TakeLinkBack,
                               ExpireSession,
                               CancelSession,
                               DownloadDocuments,
                               ReadDocumentValues,
                               PurgeFiles,
                               SetHold,
                               ReleaseHold,
                               GiveConsent,
                               ClaimReview,
                               ReleaseReview,
                               ViewImage,
                               DecideReview,
                               CorrectReview,
                               ReportOverdue,
                               AssignReview,
                               UnassignReview,
                               HandOverReview>;
};

using SessionCommand = OneOf<SessionCommands>;
extern template class OneOf<SessionCommands>;

}  // namespace countersign
