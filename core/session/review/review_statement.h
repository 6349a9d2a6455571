#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/enum_names.h"
#include "core/event/decision_signature.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/session/review/review_event.h"

namespace countersign {

// The sentence that the person gets, as a statement names it.
struct StatedSentence {
  std::string name;
  Sha256 sentence;  // SHA-256 of the sentence in UTF-8
};

// The statement that a reviewer signs. An auditor rebuilds it from the event of the decision and
// from the pictures that the session's earlier events accepted.
struct ReviewStatement {
  enum class Kind : std::uint8_t { Decision, Correction };

  SessionId session;
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons{};
  std::uint64_t seen = 0;  // the size of the log that the reviewer's view was made from
  Kind kind = Kind::Decision;
  std::optional<SignedView> view{};  // none: of version 1
  std::vector<Sha256> files{};  // of each accepted picture as received, in the order of the log; of
                                // version 2
  std::vector<FileId> not_looked_at{};   // as the event names them; of version 2
  std::optional<AskedAgain> again{};     // of Resubmit; of version 2
  std::optional<StatedSentence> told{};  // of version 2
};

template <>
inline constexpr auto enum_names<ReviewStatement::Kind> =
    std::to_array<Named<ReviewStatement::Kind>>({
        {ReviewStatement::Kind::Decision, "decision"},
        {ReviewStatement::Kind::Correction, "correction"},
    });

// The bytes that are signed, by their SHA-256. Each line ends with a line feed. A reason code has
// neither a comma nor a line feed, and an origin has no line feed, so no two statements have the
// same bytes. Pure.
//
//   countersign review v2
//   log log.example/countersign                (or "-" for a log without checkpoints)
//   size 4711
//   root 6e34...                               (hexadecimal, as the two below)
//   session 0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11
//   file 1d5e...                               (a line for each)
//   without-look 7c0e...                       (a line for each picture, by its id, of which the
//                                              log has no look of the reviewer; mostly none)
//   decision PASSED
//   steps DOCUMENT,LIVENESS                    (of a decision RESUBMIT alone, as is the next line)
//   words 9c1b...                              (or "-" for none)
//   reasons DOCUMENT_GENUINE,PERSON_MATCHES    (or "-" for none)
//   told unreadable 9c1b...                    (of a decision with a sentence for the person alone)
//   note 44d1...
//   kind decision                              (or "correction")
//
// Version 1, which earlier releases had signed:
//
//   countersign review v1
//   session, decision, reasons                 (as above)
//   seen 4711
//   kind decision
//
// REQUIRES: each reason is a reason code (review_reasons.h).
std::string text_of(const ReviewStatement& statement);

// The pictures of a session, as a statement names them.
std::vector<Sha256> images_of(const std::vector<StoredFile>& files);

}  // namespace countersign
