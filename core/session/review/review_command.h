#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/decision_signature.h"
#include "core/event/stated_reason.h"
#include "core/ids.h"
#include "core/session/review/review_event.h"
#include "core/utc_time.h"

// The commands to a session by which people review a capture. session_command.h lists all commands
// of the stream. projections/queries/capture_decider.cc fills in the client's policy on the
// writer's thread.
namespace countersign {

// A reviewer takes a case, or keeps it longer.
struct ClaimReview {
  UtcTime at;
  std::string reviewer;
  UtcTime expires_at;
  bool renews = true;      // renews the reviewer's own claim; false: NothingToDo if there is one
  bool take_over = false;  // from another reviewer, who has the case; else that is refused
  // Set by an audit alone: the end of the claim that the event names, and whether the event is of a
  // release that had no such end.
  std::optional<UtcTime> kept_until{};
  bool by_older_rules = false;
  // Set by an audit alone: assignments order the work, and give nobody a right.
  bool at_any_assignment = false;
};

struct ReleaseReview {
  UtcTime at;
  std::string reviewer;
};

struct ViewImage {
  UtcTime at;
  std::string reviewer;
  FileId file;
};

// The caller has checked the form of the texts (review_reasons.h), and the signature.
struct DecideReview {
  UtcTime at;
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons{};
  std::string reviewer{};
  std::optional<DecisionSignature> signature{};
  std::optional<std::uint64_t> seen{};  // the size of the log that a console's view was made from
  std::uint32_t opinions_needed = 1;    // by the client's policy: 1, or 2 that are equal
  bool signed_only = false;             // refuses a registered reviewer's unsigned decision
  bool says_why_unlooked = false;       // the reviewer gave a reason to decide without a look
  bool looks_only = false;              // refuses a registered reviewer who lacks a look
  // The pictures that the signed statement names as not looked at; refused if a look came since.
  std::optional<std::vector<FileId>> not_looked_at{};
  // Set by an audit alone: whether the event is of a release that asked for no looks.
  bool looks_unasked = false;
  // Only Resubmit has it. The successor is the session that the same submission opens if the
  // decision settles, with the steps that the caller expects to be asked for.
  std::optional<AskedAgain> again{};
  bool at_any_assignment = false;  // as of ClaimReview
  // The sentence that the person gets, by its name, as the caller and a signature know it; refused
  // unless it is that of the client's policy now, which the writer fills in.
  std::optional<ToldSentence> told{};
  std::optional<std::string> sentence_now{};
};

// As DecideReview, for a decision that replaces the one that counts. It is never Resubmit.
struct CorrectReview {
  UtcTime at;
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons{};
  std::string reviewer{};
  std::optional<DecisionSignature> signature{};
  std::optional<std::uint64_t> seen{};
  std::uint32_t opinions_needed = 1;  // by the client's policy; the decision may have needed more
  bool signed_only = false;
  bool is_forbidden = false;  // by the client's policy
  // Set by an audit alone: whether the event is of a release in which one person could correct any
  // decision.
  bool by_older_rules = false;
  bool says_why_unlooked = false;
  bool looks_only = false;
  std::optional<std::vector<FileId>> not_looked_at{};
  bool looks_unasked = false;                 // as of DecideReview
  std::optional<ToldSentence> told{};         // as of DecideReview
  std::optional<std::string> sentence_now{};  // as of DecideReview
};

}  // namespace countersign
