#include "tests/projections/support/reviewer_commands.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/reviewer/reviewer.h"
#include "core/text/base64url.h"
#include "events/crypto/passkey/key_change.h"
#include "events/crypto/sha256.h"
#include "tests/http/review/support/authenticator.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign {
namespace {

using Act = KeyStatement::Act;

constexpr std::uint64_t kPasskeysEach = 4;

// Makes the passkeys once, each with a key of its own.
test::Authenticator& authenticator(std::uint64_t which) {
  static const auto made = [] {
    std::array<std::unique_ptr<test::Authenticator>, 2 * kPasskeysEach> all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string name = "passkey " + std::to_string(i);
      all.at(i) = std::make_unique<test::Authenticator>(sha256("key of " + name), name);
    }
    return all;
  }();
  return *made.at(which);
}

Passkey passkey_of(const test::Authenticator& key) {
  return {key.id(), to_base64url(key.spki()), key.relying_party, key.origin, 0};
}

std::string hash_of(std::string_view bytes) {
  return std::string(text_of(ByteView(sha256(bytes))));
}

// One command to the reviewer of number 0 or 1.
class Draw {
 public:
  Draw(UtcTime at, const Pick& pick)
      : at_(at), pick_(pick), of_(pick(2)), id_("rvw_" + std::string(21, 'A') + "AB"[of_]) {}

  Submission submission() {
    // In the order in which they are drawn.
    ReviewerCommand drawn = command();
    Actor actor = actor_of(id_, drawn);
    return {.stream = stream_of(id_),
            .command = std::move(drawn),
            .actor = std::move(actor),
            .request = RequestId("r")};
  }

 private:
  test::Authenticator& some_key() {
    return authenticator(kPasskeysEach * of_ + pick_(kPasskeysEach));
  }
  LinkHash some_link() { return LinkHash(sha256("link " + std::to_string(pick_(2)))); }
  std::uint32_t some_counter() { return static_cast<std::uint32_t>(pick_(100)); }
  std::vector<RoleGrant> some_roles() {
    return {{pick_(2) == 0 ? ReviewerRole::Reviewer : ReviewerRole::Auditor, "*"}};
  }

  ReviewerCommand command() {
    switch (pick_(24)) {
      case 0:
        if (pick_(8) == 0) return DisableReviewer{at_, "left"};
        return ChangeReviewer{at_, some_roles()};
      case 1:
      case 2:
      case 3:
        return MakeReviewerLink{at_, some_link(), at_ + Duration(pick_(kLinkLasts))};
      case 4:
      case 5:
      case 6:
      case 7:
        return AddPasskey{at_, passkey_of(some_key()), some_link()};
      case 8:
        return AddPasskey{at_, passkey_of(some_key())};
      case 9:
      case 10:
      case 11:
      case 12:
        return signed_addition();
      case 13:
        return RevokePasskey{at_, some_key().id()};
      case 14:
      case 18:
      case 19:
        return signed_revocation();
      case 15:
        return LogInByProvider{at_, some_roles()};
      case 16:
      case 17:
        return LogInReviewer{at_, LoginMethod::Passkey, some_key().id(), some_counter()};
      default:
        return RegisterReviewer{at_, some_roles()};
    }
  }

  AddPasskey signed_addition() {
    const Passkey added = passkey_of(some_key());
    return {at_, added, std::nullopt, sign_change(Act::Add, added)};
  }
  RevokePasskey signed_revocation() {
    const Passkey revoked = passkey_of(some_key());
    return {at_, revoked.id, sign_change(Act::Revoke, revoked)};
  }

  // By a passkey of the reviewer's, which the reviewer may not have.
  KeySignature sign_change(Act act, const Passkey& changed) {
    test::Authenticator& signer = some_key();
    // Most authenticators count nothing.
    signer.counter = pick_(4) == 0 ? some_counter() : 0;
    const auto statement = statement_about(id_, act, changed);
    check(statement.has_value(), "each passkey has a readable key");
    const std::string data = signer.assertion_data();
    const std::string client =
        signer.client_data("webauthn.get", to_base64url(challenge_of(*statement)));
    return {signer.id(),
            to_base64url(data),
            to_base64url(client),
            to_base64url(signer.sign(data + hash_of(client)))};
  }

  static constexpr std::uint64_t kLinkLasts = 600'000'000;  // microseconds, at most

  const UtcTime at_;
  const Pick& pick_;
  const std::uint64_t of_;
  const ReviewerId id_;
};

}  // namespace

Submission to_some_reviewer(UtcTime at, const Pick& pick) { return Draw(at, pick).submission(); }

}  // namespace countersign
