#include "http/review/cases/case_statement.h"

#include "core/reviewer/challenge_purpose.h"
#include "core/session/review/review_rules.h"
#include "events/crypto/sha256.h"
#include "events/tree_tiles.h"
#include "http/call/machine_problem.h"
#include "http/sealed/sealed_note.h"

namespace countersign::http {
namespace {

// The root of the log's first `size` events.
Result<Sha256, Problem> root_at(const EventLog& log, std::uint64_t size) {
  const LogHead head = log.head();
  if (size == head.sequence.value()) return Sha256(head.root);
  auto tree = tlog::TileTree::open(head.sequence.value(), head.root, tiles_of(log));
  const auto root = tree ? read_root(*tree, size) : Result<Digest, tlog::ReadError>(tree.error());
  if (!root) return unavailable("The log's tree cannot be read now; try again later.");
  return Sha256(*root);
}

std::optional<StatedSentence> stated(const std::optional<ToldSentence>& told) {
  if (!told) return std::nullopt;
  return StatedSentence{told->name, Sha256(sha256(told->sentence))};
}

}  // namespace

std::string log_of(const ReviewService& service) {
  const CheckpointKeeper* const keeper = service.data.checkpoints();
  return keeper == nullptr ? std::string() : keeper->verifier().name();
}

Result<ReviewStatement, Problem> statement_of(const ReviewService& service,
                                              const Session& session,
                                              const ReviewerId& reviewer,
                                              const DecisionBody& body,
                                              const Sha256& note) {
  const auto root = root_at(service.data.log(), *body.seen);
  if (!root) return root.error();
  return ReviewStatement{.session = session.id,
                         .decision = body.decision,
                         .reasons = body.reasons,
                         .seen = *body.seen,
                         .kind = body.kind,
                         .view = SignedView{log_of(service), *root, note},
                         .files = images_of(session.files),
                         .not_looked_at = not_looked_at(case_of(session), reviewer.value()),
                         .again = asked_in(body),
                         .told = stated(body.told)};
}

std::optional<AskedAgain> asked_in(const DecisionBody& body) {
  if (!body.steps) return std::nullopt;
  AskedAgain asked{body.steps->steps, body.words_hash, std::nullopt};
  if (body.words && body.salt) asked.words = note_hash(*body.salt, *body.words);
  return asked;
}

std::string challenge_of(const ReviewStatement& statement) {
  return countersign::challenge_of(ChallengePurpose::Decision, sha256(text_of(statement)));
}

}  // namespace countersign::http
