#include "tests/events/audit/decisions/story.h"

#include <doctest/doctest.h>

#include "core/reviewer/challenge_purpose.h"
#include "core/text/base64url.h"
#include "events/crypto/passkey/key_change.h"
#include "events/record/codec.h"
#include "events/tlog/tree/frontier.h"
#include "tests/events/support/chained_events.h"

namespace countersign {
namespace {

constexpr ReviewDecision kPassed = ReviewDecision::Passed;
constexpr ReviewDecision kFailed = ReviewDecision::Failed;

const Sha256 kNote(sha256("a salt and a note"));

std::string hash_of(std::string_view bytes) {
  return std::string(text_of(ByteView(sha256(bytes))));
}

Sha256 root_of(const Events& events, std::uint64_t size) {
  tlog::Frontier tree;
  const auto lines = chained_lines(events);
  for (std::uint64_t i = 0; i < size; ++i) tree.append(tlog::leaf_hash(lines[i]));
  return Sha256(tree.root());
}

std::vector<Sha256> pictures_of(const Events& events, const SessionId& session) {
  std::vector<Sha256> pictures;
  for (const RecordedEvent& event : events) {
    if (event.stream != stream_of(session)) continue;
    if (const auto* taken = std::get_if<DocumentAccepted>(&event.event)) {
      pictures.push_back(taken->file.sha256);
    }
  }
  return pictures;
}

// The picture of the session, unless the reviewer has looked at it.
std::vector<FileId> unlooked_in(const Events& events,
                                std::uint64_t session,
                                const std::string& reviewer) {
  for (const RecordedEvent& event : events) {
    const auto* look = std::get_if<ImageViewed>(&event.event);
    const bool is_own = look != nullptr && event.stream == stream_of(session_id(session));
    if (is_own && look->reviewer == reviewer) return {};
  }
  return {file_id(session)};
}

}  // namespace

namespace {

// Takes a member and its value out of canonical JSON, with the comma before it.
void erase_member(std::string& json, const std::string& name) {
  const std::size_t begin = json.find(",\"" + name + "\":");
  if (begin == std::string::npos) return;
  const std::size_t value = begin + name.size() + 4;
  const bool is_text = json[value] == '"';
  const std::size_t end = json.find_first_of(is_text ? "\"" : ",}", value + 1);
  json.erase(begin, end + (is_text ? 1 : 0) - begin);
}

// The line that a release before today's versions of the types would have written.
void make_older(StoredEvent& event) {
  struct Older {
    const char* type;
    int present;
    int then;
    std::vector<const char*> without;
  };
  static const std::vector<Older> kOlder{
      {"ClientRegistered", 3, 2, {"corrections"}},
      {"ClientChanged", 3, 2, {"corrections"}},
      {"ReviewClaimed", 2, 1, {"keptUntil", "takenFrom"}},
      {"ReviewDecided", 3, 1, {"view", "notLookedAt", "again", "told"}},
      {"ReviewCorrected", 3, 1, {"opinion", "settles", "view", "notLookedAt", "told"}},
      {"ReviewerKeyAdded", 2, 1, {"by", "signature"}},
      {"ReviewerKeyRevoked", 2, 1, {"by", "signature"}}};
  for (const Older& older : kOlder) {
    const std::string type = std::string("\"type\":\"") + older.type + "\",\"typeVersion\":";
    const std::size_t at = event.bytes.find(type + std::to_string(older.present));
    if (at == std::string::npos) continue;
    event.bytes.replace(at, type.size() + 1, type + std::to_string(older.then));
    for (const char* member : older.without) erase_member(event.bytes, member);
  }
  event.leaf = Sha256(tlog::leaf_hash(event.bytes));
}

}  // namespace

std::vector<std::string> chained_lines(const Events& events) {
  std::vector<std::string> lines;
  ChainedEvents chained;
  for (const RecordedEvent& event : events) {
    StoredEvent& stored = chained.add(event);
    if (event.older_version != 0) make_older(stored);
    lines.push_back(stored.bytes);
  }
  return lines;
}

Story::Story(std::string origin) : origin_(std::move(origin)) {
  client("one", 1, true);
  client("two", 2, true);
  client("signed", 1, false);
  client("signed-two", 2, false);
  for (const char* reviewer : {kAnna, kBert, kCora, kGina}) {
    person(reviewer, {{ReviewerRole::Reviewer, "*"}});
  }
  person(kDora, {{ReviewerRole::Reviewer, "svck_another"}});
  person(kEve, {{ReviewerRole::Auditor, "*"}});
  person(kBoss, {{ReviewerRole::Supervisor, "*"}});
  person(kChief, {{ReviewerRole::Supervisor, "*"}});
  tell_of_unsigned();
  tell_of_signed();
}

// Sessions 1 to 10, and 19.
void Story::tell_of_unsigned() {
  case_of("one", 1);
  act(1, ClaimReview{now(), kAnna, now() + 15 * kMinute});
  act(1, ViewImage{now(), kAnna, file_id(1)});
  act(1, ViewImage{now(), kAnna, file_id(1)});
  opinion(1, kAnna, kPassed);
  case_of("two", 2);
  opinion(2, kAnna, kPassed);
  opinion(2, kBert, kPassed);
  case_of("two", 3);
  opinion(3, kAnna, kPassed);
  opinion(3, kBert, kFailed);
  opinion(3, kCora, kPassed);
  case_of("two", 19);
  opinion(19, kAnna, kPassed);
  opinion(19, kBert, kPassed);
  case_of("one", 4);
  opinion_of_client(4, "one");
  case_of("one", 5);
  act(5, ClaimReview{now(), kAnna, now() + 15 * kMinute});
  act(5, ReleaseReview{now(), kAnna});
  act(5, ClaimReview{now(), kBert, now() + 15 * kMinute});
  opinion(5, kBert, kFailed);
  case_of("one", 6);
  opinion(6, kAnna, kPassed);
  correct(6, kBoss, false);
  case_of("one", 7);
  act(7, ClaimReview{now(), kGina, now() + 15 * kMinute});
  to_reviewer(kGina, DisableReviewer{now(), "left"});
  opinion(7, kBert, kPassed);
  ClientPolicy policy = every_purpose();
  policy.reviewers = 1;
  must(of_operator(client_key("two"), ChangeClient{now(), "Name", policy}));
  // A correction needs as many as the decision did, whatever the client asks for now.
  correct(19, kBoss, false);
  correct(19, kChief, false);
  case_of("two", 8);
  opinion(8, kAnna, kFailed);
  case_of("one", 9);
  opinion(9, kBert, kPassed);
  act(9, PurgeFiles{now(), PurgeReason::Erasure, {}});
  case_of("one", 10);
  act(10, ClaimReview{now(), kAnna, now() + kMinute});
  at_ = at_ + 2 * kMinute;
  opinion(10, kBert, kPassed);
}

// Sessions 11 to 18.
void Story::tell_of_signed() {
  case_of("signed", 11);
  act(11, ViewImage{now(), kAnna, file_id(11)});
  sign_opinion(11, kAnna, kPassed);
  case_of("signed-two", 12);
  sign_opinion(12, kAnna, kPassed);
  sign_opinion(12, kBert, kPassed);
  case_of("signed-two", 13);
  sign_opinion(13, kAnna, kPassed);
  sign_opinion(13, kBert, kFailed);
  sign_opinion(13, kCora, kFailed);
  case_of("signed", 14);
  sign_opinion(14, kBert, kPassed);
  correct(14, kBoss, true);
  to_reviewer(
      kAnna,
      LogInReviewer{now(), LoginMethod::Passkey, key_of(kAnna).id(), ++key_of(kAnna).counter});
  add_key(kAnna, "anna's second");
  case_of("signed", 15);
  sign_opinion(15, kAnna, kPassed, "anna's second");
  to_reviewer(kAnna, RevokePasskey{now(), key_of(kAnna).id()});
  case_of("signed", 16);
  sign_opinion(16, kAnna, kFailed, "anna's second");
  add_signed_key(kCora, "cora's second");
  case_of("signed", 17);
  opinion_of_client(17, "signed");
  case_of("signed", 18);
  sign_opinion(18, kBert, kPassed);
}

void Story::must(const Submission& submission) {
  const Outcome outcome = history_.submit(submission);
  REQUIRE(is_committed(outcome));
  for (const RecordedEvent& event : std::get<Committed>(outcome).events) events_.push_back(event);
}

template <class Command>
void Story::act(std::uint64_t session, Command command) {
  must(to_session(session_id(session), std::move(command)));
}

void Story::to_reviewer(const std::string& reviewer, const ReviewerCommand& command) {
  const ReviewerId id(reviewer);
  must({stream_of(id), command, actor_of(id, command), RequestId("r-op")});
}

void Story::person(const std::string& reviewer, std::vector<RoleGrant> roles) {
  to_reviewer(reviewer, RegisterReviewer{now(), std::move(roles)});
  add_key(reviewer, reviewer);
}

Passkey Story::make_key(const std::string& name) {
  auto& key = keys_[name];
  key = std::make_unique<test::Authenticator>(PasskeyAlgorithm::Es256, "passkey of " + name);
  return {key->id(), to_base64url(key->spki()), key->relying_party, key->origin, 0};
}

void Story::add_signed_key(const std::string& reviewer, const std::string& name) {
  const Passkey passkey = make_key(name);
  const ReviewerId id(reviewer);
  const KeySignature signature = sign_change(key_of(reviewer), id, passkey);
  must({stream_of(id),
        ReviewerCommand(AddPasskey{now(), passkey, std::nullopt, signature}),
        {ActorKind::Reviewer, reviewer},
        RequestId("r-own")});
}

void Story::add_key(const std::string& reviewer, const std::string& name) {
  const LinkHash link(sha256("link of " + name));
  to_reviewer(reviewer, MakeReviewerLink{now(), link, now() + kMinute});
  to_reviewer(reviewer, AddPasskey{now(), make_key(name), link});
}

void Story::client(const char* name, std::uint64_t reviewers, bool unsigned_decisions) {
  ClientPolicy policy = every_purpose();
  policy.reviewers = reviewers;
  policy.unsigned_decisions = unsigned_decisions;
  must(registering(client_key(name), now(), policy));
}

void Story::case_of(const char* client, std::uint64_t session) {
  const SessionId id = session_id(session);
  must(creating(client_key(client), id, now(), Purpose::DocumentVerification));
  must(challenging(id, Step::Document, ++nonces_, now()));
  must(sending_document(id, nonces_, image(session), now()));
  CheckOutcome missing;
  missing.check = "DOCUMENT_AUTHENTICITY";
  missing.status = CheckStatus::NotPerformed;
  FinalizeSession finalize{now(), {}};
  finalize.findings.checks = {missing};
  act(session, finalize);
}

void Story::opinion(std::uint64_t session, const std::string& reviewer, ReviewDecision decision) {
  act(session,
      DecideReview{.at = now(),
                   .decision = decision,
                   .reasons = {"OTHER"},
                   .reviewer = reviewer,
                   .says_why_unlooked = true});
}

void Story::opinion_of_client(std::uint64_t session, const char* client) {
  Submission submission = to_session(
      session_id(session),
      DecideReview{.at = now(), .decision = kFailed, .reasons = {"OTHER"}, .reviewer = "mo"});
  submission.actor = {ActorKind::Client, client_key(client).value()};
  must(submission);
}

void Story::sign_opinion(std::uint64_t session,
                         const std::string& reviewer,
                         ReviewDecision decision,
                         const std::string& key) {
  ReviewStatement statement = statement_of(session, events_, events_.size());
  statement.decision = decision;
  statement.reasons = {"OTHER"};
  statement.not_looked_at = unlooked_in(events_, session, reviewer);
  act(session,
      DecideReview{.at = now(),
                   .decision = decision,
                   .reasons = {"OTHER"},
                   .reviewer = reviewer,
                   .signature = signed_by(*keys_.at(key.empty() ? reviewer : key), statement),
                   .seen = statement.seen,
                   .says_why_unlooked = true});
}

void Story::correct(std::uint64_t session, const std::string& reviewer, bool is_signed) {
  ReviewStatement statement = statement_of(session, events_, events_.size());
  statement.decision = kFailed;
  statement.reasons = {"OTHER"};
  statement.kind = ReviewStatement::Kind::Correction;
  statement.not_looked_at = unlooked_in(events_, session, reviewer);
  CorrectReview command{
      .at = now(), .decision = kFailed, .reasons = {"OTHER"}, .reviewer = reviewer};
  command.seen = statement.seen;
  command.says_why_unlooked = true;
  if (is_signed) command.signature = signed_by(key_of(reviewer), statement);
  act(session, std::move(command));
}

ReviewStatement Story::statement_of(std::uint64_t session,
                                    const Events& over,
                                    std::uint64_t seen) const {
  const SessionId id = session_id(session);
  return {.session = id,
          .seen = seen,
          .view = SignedView{origin_, root_of(over, seen), kNote},
          .files = pictures_of(over, id)};
}

DecisionSignature Story::assertion(test::Authenticator& key,
                                   const std::string& challenge,
                                   const ReviewStatement& statement) {
  ++key.counter;
  const std::string data = key.assertion_data();
  const std::string client = key.client_data("webauthn.get", to_base64url(challenge));
  return {key.id(),
          statement.seen,
          to_base64url(data),
          to_base64url(client),
          to_base64url(key.sign(data + hash_of(client))),
          statement.view};
}

KeySignature Story::sign_change(test::Authenticator& key,
                                const ReviewerId& reviewer,
                                const Passkey& added,
                                ChallengePurpose purpose) {
  const auto statement = statement_about(reviewer, KeyStatement::Act::Add, added);
  REQUIRE(statement);
  const std::string challenge = challenge_of(purpose, sha256(text_of(*statement)));
  const DecisionSignature made = assertion(key, challenge, {});
  return {made.key_id, made.authenticator_data, made.client_data, made.signature};
}

DecisionSignature Story::signed_by(test::Authenticator& key, const ReviewStatement& statement) {
  const Digest hash = sha256(text_of(statement));
  const std::string challenge = statement.view ? challenge_of(ChallengePurpose::Decision, hash)
                                               : std::string(text_of(ByteView(hash)));
  return assertion(key, challenge, statement);
}

}  // namespace countersign
