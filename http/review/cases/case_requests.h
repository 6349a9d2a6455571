#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/stated_reason.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/session/review/review_event.h"
#include "core/session/review/review_statement.h"
#include "http/backend/reviews/review_request.h"
#include "http/call/problem.h"
#include "http/review/cases/case_choice.h"
#include "http/review/passkey/credential_json.h"

// The bodies of the console's calls about cases. Each is one JSON object (RFC 8259); a member that
// occurs twice or is not known is refused, since the console's page is ours.
namespace countersign::http {

// The body of `next`: the cases to take the next one from.
Result<CaseChoice, Problem> parse_next_body(std::string_view body);
// The body of `view`: the picture.
Result<FileId, Problem> parse_look_body(std::string_view body);

// The body of `decide/begin`, `decide` and `correct`. `begin` has the hash of the note
// (SignedView::note) in place of note and salt, that of the words (AskedAgain::words) in place of
// the words, no credential, and may leave out what was seen.
struct DecisionBody {
  ReviewDecision decision = ReviewDecision::Passed;
  std::vector<std::string> reasons{};
  ReviewStatement::Kind kind = ReviewStatement::Kind::Decision;
  std::optional<std::uint64_t> seen{};
  std::optional<Sha256> note_hash{};
  std::optional<std::string> note{};
  std::optional<std::string> without_look{};  // why not each picture was looked at; kept as said
  std::optional<std::string> salt{};  // kNoteSaltBytes bytes; there is one with a credential
  std::optional<AssertionResponse> credential{};
  std::optional<AskedSteps> steps{};  // exactly if the decision is Resubmit
  std::optional<Sha256> words_hash{};
  std::optional<std::string> words{};
  std::optional<std::string> tell{};   // the name of the client's sentence that the person gets
  std::optional<Sha256> tell_hash{};   // of that sentence as it was shown
  std::optional<ToldSentence> told{};  // that sentence; no part of the body
};
Result<DecisionBody, Problem> parse_decision_body(std::string_view body);

}  // namespace countersign::http
