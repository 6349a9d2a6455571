// Mutants of changes of passkeys: on whose word a key came or went.
#include <functional>

#include "core/reviewer/challenge_purpose.h"
#include "core/text/base64url.h"
#include "events/crypto/passkey/key_change.h"
#include "tests/events/audit/decisions/mutant.h"

namespace countersign {
namespace {

using namespace said;

constexpr const char* kReviewerRules =
    "the rules of a reviewer do not allow the event at this place";
constexpr const char* kNotTheirWord =
    "the change of the reviewer's passkeys is not signed by a passkey that was theirs, or was "
    "recorded for somebody else";
// Cora's second passkey, which her first one signed.
std::size_t added_at(const Tale& tale) { return tale.of_reviewer<ReviewerKeyAdded>(kCora, 1); }
// Anna's first passkey, which an operator revoked.
std::size_t revoked_at(const Tale& tale) { return tale.of_reviewer<ReviewerKeyRevoked>(kAnna); }

Mutant of_added(const char* name,
                const std::function<void(ReviewerKeyAdded&)>& bend,
                const char* why) {
  return {name,
          [bend](Tale& tale) {
            bend(tale.in<ReviewerKeyAdded>(added_at(tale)));
            return added_at(tale);
          },
          why};
}

// One whose change is signed anew by this passkey, for this purpose.
Mutant signed_for(const char* name, const char* key, ChallengePurpose purpose, const char* why) {
  return {name,
          [key, purpose](Tale& tale) {
            ReviewerKeyAdded& added = tale.in<ReviewerKeyAdded>(added_at(tale));
            added.signature = Story::sign_change(
                tale.story.key_of(key), ReviewerId(kCora), added.passkey, purpose);
            return added_at(tale);
          },
          why};
}

const std::vector<Mutant> kKeys = {
    of_added(
        "a passkey is added without the signature that it names",
        [](ReviewerKeyAdded& added) { added.signature.reset(); },
        kReviewerRules),
    of_added(
        "a provider is said to have vouched for a passkey",
        [](ReviewerKeyAdded& added) {
          added.signature.reset();
          added.by = KeyWord::Provider;
        },
        kReviewerRules),
    of_added(
        "an operator is said to have added a passkey",
        [](ReviewerKeyAdded& added) {
          added.signature.reset();
          added.by = KeyWord::Operator;
        },
        kReviewerRules),
    of_added(
        "nobody is said to have added a passkey",
        [](ReviewerKeyAdded& added) {
          added.signature.reset();
          added.by = KeyWord::Unsaid;
        },
        kReviewerRules),
    {"a passkey is added as an earlier release did",
     [](Tale& tale) {
       auto& added = tale.in<ReviewerKeyAdded>(added_at(tale));
       added.signature.reset();
       added.by = KeyWord::Unsaid;
       tale.events[added_at(tale)].older_version = 1;
       return added_at(tale);
     },
     kOlderForm},
    {"a passkey is revoked as an earlier release did",
     [](Tale& tale) {
       tale.in<ReviewerKeyRevoked>(revoked_at(tale)).by = KeyWord::Unsaid;
       tale.events[revoked_at(tale)].older_version = 1;
       return revoked_at(tale);
     },
     kOlderForm},
    {"nobody is said to have revoked a passkey",
     [](Tale& tale) {
       tale.in<ReviewerKeyRevoked>(revoked_at(tale)).by = KeyWord::Unsaid;
       return revoked_at(tale);
     },
     kReviewerRules},
    of_added(
        "another key is added than was signed",
        [](ReviewerKeyAdded& added) {
          const test::Authenticator other;
          added.passkey.spki = to_base64url(other.spki());
        },
        kNotTheirWord),
    {"the change was recorded for another",
     [](Tale& tale) {
       tale.events[added_at(tale)].actor.ref = kBert;
       return added_at(tale);
     },
     kNotTheirWord},
    signed_for("another reviewer's passkey signs the change",
               kBert,
               ChallengePurpose::KeyChange,
               kReviewerRules),
    signed_for("the answer to a login is put under a change of passkeys",
               kCora,
               ChallengePurpose::Login,
               kNotTheirWord),
    signed_for("the answer to a decision is put under a change of passkeys",
               kCora,
               ChallengePurpose::Decision,
               kNotTheirWord),
    {"the link by which a passkey came is left out",
     [](Tale& tale) {
       const std::size_t place = tale.of_reviewer<ReviewerKeyAdded>(kAnna, 1);
       tale.in<ReviewerKeyAdded>(place).link.reset();
       return place;
     },
     kReviewerRules},
    {"a passkey is said to have revoked another, and did not sign",
     [](Tale& tale) {
       tale.in<ReviewerKeyRevoked>(revoked_at(tale)).by = KeyWord::Passkey;
       return revoked_at(tale);
     },
     kReviewerRules},
    {"an operator's revocation was recorded for the reviewer",
     [](Tale& tale) {
       tale.events[revoked_at(tale)].actor = {ActorKind::Reviewer, kAnna};
       return revoked_at(tale);
     },
     kNotTheirWord},
};

}  // namespace

std::vector<Mutant> mutants_of_keys() { return kKeys; }

}  // namespace countersign
