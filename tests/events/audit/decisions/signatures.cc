// Mutants of signed decisions: signatures, what they are over, and keys.
#include "core/reviewer/challenge_purpose.h"
#include "core/text/base64url.h"
#include "tests/events/audit/decisions/mutant.h"

namespace countersign {
namespace {

using namespace said;

DecisionSignature& signature_of(Tale& tale, std::uint64_t session) {
  return *tale.decided(session).signature;
}

// A mutant that bends the signature of session 11, which then is not the reviewer's.
Mutant forged(const char* name, const std::function<void(DecisionSignature&)>& bend) {
  return {name,
          [bend](Tale& tale) {
            bend(signature_of(tale, 11));
            return tale.decided_at(11);
          },
          kForged};
}

// One whose statement is bent before it is signed anew.
Mutant signed_anew(const char* name,
                   const std::function<void(ReviewStatement&)>& bend,
                   const char* why) {
  return {name,
          [bend](Tale& tale) {
            return tale.sign_anew<ReviewDecided>(tale.decided_at(11), 11, kAnna, bend);
          },
          why};
}

// One that has the challenge in the place of the decision's.
Mutant with_challenge(const char* name, const std::function<std::string(const Digest&)>& make) {
  return {name,
          [make](Tale& tale) {
            const std::size_t place = tale.decided_at(11);
            ReviewDecided& decided = tale.in<ReviewDecided>(place);
            ReviewStatement statement =
                tale.story.statement_of(11, tale.events, decided.signature->seen);
            statement.decision = decided.decision;
            statement.reasons = decided.reasons;
            statement.not_looked_at = decided.not_looked_at;
            decided.signature = Story::assertion(
                tale.story.key_of(kAnna), make(sha256(text_of(statement))), statement);
            return place;
          },
          kForged};
}

const std::vector<Mutant> kSignatures = {
    {"the outcome is changed",
     [](Tale& tale) {
       tale.decided(11).decision = ReviewDecision::Failed;
       return tale.decided_at(11);
     },
     kForged},
    {"the reasons are changed",
     [](Tale& tale) {
       tale.decided(11).reasons = {"DOCUMENT_GENUINE"};
       return tale.decided_at(11);
     },
     kForged},
    {"a picture is replaced",
     [](Tale& tale) {
       tale.in<DocumentAccepted>(tale.at<DocumentAccepted>(11)).file.sha256 = pixels("another");
       return tale.decided_at(11);
     },
     kForged},
    forged("another size was seen", [](auto& signature) { --signature.seen; }),
    forged("another root was seen", [](auto& signature) { signature.view->root = pixels("x"); }),
    forged("another log was seen", [](auto& signature) { signature.view->log = "x"; }),
    forged("another note was signed", [](auto& signature) { signature.view->note = pixels("x"); }),
    {"the view is taken away",
     [](Tale& tale) {
       signature_of(tale, 11).view.reset();
       return tale.decided_at(11);
     },
     kEarlierVersion},
    forged("the signature is another's bytes",
           [](auto& signature) { signature.signature = "AAAA"; }),
    forged("the client data is no base64url",
           [](auto& signature) { signature.client_data = "not base64url"; }),
    forged("nobody was verified",
           [](auto& signature) {
             std::string data = *from_base64url(signature.authenticator_data);
             data[32] = 1;
             signature.authenticator_data = to_base64url(data);
           }),
    {"the signature is of another decision of the reviewer",
     [](Tale& tale) {
       tale.decided(11).signature = tale.decided(12).signature;
       return tale.decided_at(11);
     },
     kForged},
    {"the signature is missing",
     [](Tale& tale) {
       tale.decided(11).signature.reset();
       return tale.decided_at(11);
     },
     kLacks},
    {"the correction's signature is missing",
     [](Tale& tale) {
       const std::size_t place = tale.at<ReviewCorrected>(14);
       tale.in<ReviewCorrected>(place).signature.reset();
       return place;
     },
     kLacks},
    {"a decision's signature is put under the correction",
     [](Tale& tale) {
       return tale.sign_anew<ReviewCorrected>(
           tale.at<ReviewCorrected>(14), 14, kBoss, [](ReviewStatement& statement) {
             statement.kind = ReviewStatement::Kind::Decision;
           });
     },
     kForged},
    signed_anew(
        "a picture was signed that the session does not have",
        [](ReviewStatement& statement) { statement.files.push_back(pixels("x")); },
        kForged),
    signed_anew(
        "no picture was signed",
        [](ReviewStatement& statement) { statement.files.clear(); },
        kForged),
    signed_anew(
        "another root was signed",
        [](ReviewStatement& statement) { statement.view->root = pixels("x"); },
        kOtherEvents),
    signed_anew(
        "another log was signed",
        [](ReviewStatement& statement) { statement.view->log = "log.example/other"; },
        kOtherLog),
    {"more was signed than there was",
     [](Tale& tale) {
       const std::size_t place = tale.decided_at(11);
       return tale.sign_anew<ReviewDecided>(
           place, 11, kAnna, [&](ReviewStatement& statement) { statement.seen = place + 1; });
     },
     kFuture},
    {"a statement of an earlier release is signed",
     [](Tale& tale) {
       return tale.sign_anew<ReviewDecided>(
           tale.decided_at(18), 18, kBert, [](ReviewStatement& statement) {
             statement.view.reset();
           });
     },
     kEarlierVersion},
    with_challenge("the answer to a login is put under a decision",
                   [](const Digest& hash) { return challenge_of(ChallengePurpose::Login, hash); }),
    with_challenge(
        "the answer to a change of keys is put under a decision",
        [](const Digest& hash) { return challenge_of(ChallengePurpose::KeyChange, hash); }),
    with_challenge("the bare hash is signed",
                   [](const Digest& hash) { return std::string(text_of(ByteView(hash))); }),
    {"it is another's signature",
     [](Tale& tale) { return tale.sign_anew<ReviewDecided>(tale.decided_at(11), 11, kBert); },
     kNotTheirs},
    {"another's name is put over the signature",
     [](Tale& tale) { return tale.act_as<ReviewDecided>(tale.decided_at(18), kCora); },
     kNotTheirs},
    {"the passkey was revoked before",
     [](Tale& tale) {
       const std::string id = tale.story.key_of(kBert).id();
       tale.put(tale.decided_at(18),
                stream_of(ReviewerId(kBert)),
                ReviewerKeyRevoked{id, KeyWord::Operator, std::nullopt});
       return tale.decided_at(18);
     },
     kNotTheirs},
    {"a revoked passkey signs",
     [](Tale& tale) { return tale.sign_anew<ReviewDecided>(tale.decided_at(16), 16, kAnna); },
     kNotTheirs},
    {"the passkey was added after",
     [](Tale& tale) {
       tale.move(tale.of_reviewer<ReviewerKeyAdded>(kAnna, 1), tale.decided_at(15));
       return tale.decided_at(15);
     },
     kNotTheirs},
    {"the registration of the passkey is left out",
     [](Tale& tale) {
       tale.erase(tale.of_reviewer<ReviewerKeyAdded>(kAnna, 1));
       return tale.decided_at(15);
     },
     kNotTheirs},
    {"the passkey's key is replaced",
     [](Tale& tale) {
       const test::Authenticator other;
       tale.in<ReviewerKeyAdded>(tale.of_reviewer<ReviewerKeyAdded>(kAnna)).passkey.spki =
           to_base64url(other.spki());
       return tale.decided_at(11);
     },
     kForged},
    {"the passkey is of another site",
     [](Tale& tale) {
       tale.in<ReviewerKeyAdded>(tale.of_reviewer<ReviewerKeyAdded>(kAnna)).passkey.origin =
           "https://evil.example";
       return tale.decided_at(11);
     },
     kForged},
    {"one key is two passkeys of a reviewer",
     [](Tale& tale) {
       const std::size_t second = tale.of_reviewer<ReviewerKeyAdded>(kAnna, 1);
       tale.in<ReviewerKeyAdded>(second).passkey.spki =
           to_base64url(tale.story.key_of(kAnna).spki());
       return second;
     },
     kSameKey},
    {"two reviewers have one key",
     [](Tale& tale) {
       const std::size_t place = tale.of_reviewer<ReviewerKeyAdded>(kBert);
       tale.in<ReviewerKeyAdded>(place).passkey.spki =
           to_base64url(tale.story.key_of(kAnna).spki());
       return place;
     },
     kSameKey},
    {"the counter was higher at the registration",
     [](Tale& tale) {
       tale.in<ReviewerKeyAdded>(tale.of_reviewer<ReviewerKeyAdded>(kAnna)).passkey.counter = 50;
       return tale.decided_at(11);
     },
     kCounter},
    {"the counter of a login goes back",
     [](Tale& tale) {
       const std::size_t place = tale.of_reviewer<ReviewerLoggedIn>(kAnna);
       tale.in<ReviewerLoggedIn>(place).counter = 1;
       return place;
     },
     kCounter},
};

}  // namespace

std::vector<Mutant> mutants_of_signatures() { return kSignatures; }

}  // namespace countersign
