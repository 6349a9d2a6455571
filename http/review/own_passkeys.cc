// POST /review/api/me/keys/begin, /statement and /finish; me/keys/{id}/revoke/begin and /revoke: a
// reviewer with a passkey adds and revokes others by a signature of a registered one.
#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/passkey/key_change.h"
#include "http/json/json_of.h"
#include "http/review/ceremony.h"
#include "http/review/login.h"
#include "http/review/me_json.h"
#include "http/review/new_passkey.h"
#include "http/review/passkey/assertion_check.h"
#include "http/review/passkey/ceremony_options.h"
#include "http/review/review_handlers.h"
#include "http/review/review_schemas.h"

namespace countersign::http {
namespace {

using Act = KeyStatement::Act;

// The statement that a passkey signs so that another passkey is added or removed.
struct KeyChangeBegun {
  std::string statement;
  std::optional<RequestOptions> options;
};

}  // namespace

template <>
constexpr auto members_of<KeyChangeBegun> =
    members(Member{"statement", &KeyChangeBegun::statement},
            Member{"publicKey",
                   &KeyChangeBegun::options,
                   "Null if the reviewer has no passkey to sign with."});

Schema key_change_begun_schema() { return answer_schema_of<KeyChangeBegun>("KeyChangeBegun"); }

namespace {

std::string own_ceremony(const AuthenticatedReviewer& who) { return "passkey " + who.session; }

Problem not_signed() { return {.code = ProblemCode::ReviewSignatureInvalid}; }

// The passkeys that may sign on this page.
std::vector<OwnedPasskey> signers_of(const ReviewService& service, const Reviewer& reviewer) {
  std::vector<OwnedPasskey> signers = reviewer.passkeys;
  std::erase_if(signers, [&](const OwnedPasskey& owned) {
    return owned.passkey.origin != service.site().origin;
  });
  return signers;
}

// Answers with what is to be signed; without options if the reviewer has no passkey to sign with.
void offer_statement(const ReviewService& service,
                     const CallPtr& call,
                     const Reviewer& reviewer,
                     Act act,
                     const Passkey& changed) {
  const auto statement = statement_about(reviewer.id, act, changed);
  if (!statement) return call->refuse(not_signed());
  const auto signers = signers_of(service, reviewer);
  KeyChangeBegun begun{text_of(*statement), std::nullopt};
  if (!signers.empty()) {
    begun.options = request_options(service.site(), challenge_of(*statement), signers);
  }
  call->reply_json(200, json_of(begun));
}

// The signature of the change, verified. Every failure has one answer.
Result<KeySignature, Problem> verified_change(ReviewService& service,
                                              const Reviewer& reviewer,
                                              Act act,
                                              const Passkey& changed,
                                              const AssertionResponse& given) {
  KeySignature signature{given.id,
                         to_base64url(given.authenticator_data),
                         to_base64url(given.client_data),
                         to_base64url(given.signature)};
  const std::size_t bytes = signature.key_id.size() + signature.authenticator_data.size() +
                            signature.client_data.size() + signature.signature.size();
  const auto statement = statement_about(reviewer.id, act, changed);
  if (!statement || bytes > kKeySignatureBytesMax) return not_signed();
  const auto counter =
      check_assertion(service.site(), service.counters, reviewer, given, challenge_of(*statement));
  if (!counter) return not_signed();
  return signature;
}

void answer_changed(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    ReviewerCommand command) {
  submit_as_reviewer(service,
                     call,
                     who.reviewer.id,
                     std::move(command),
                     [&service, call, session = who.session, used = who.passkey](Reviewer now) {
                       call->reply(me_answer(service, {std::move(now), session, used}));
                     });
}

// The writer checks again whether a passkey of the reviewer has to sign.
void add_own_passkey(ReviewService& service,
                     const CallPtr& call,
                     const AuthenticatedReviewer& who,
                     const RegistrationBody& body) {
  auto offered = read_passkey(service, call, own_ceremony(who), body.credential);
  if (!offered) return;
  AddPasskey command{.at = service.clock.now(), .passkey = std::move(offered->passkey)};
  if (body.confirmation) {
    auto signature =
        verified_change(service, who.reviewer, Act::Add, command.passkey, *body.confirmation);
    if (!signature) return call->refuse(signature.error());
    command.signature = *std::move(signature);
  } else if (!who.passkey.empty() || !signers_of(service, who.reviewer).empty()) {
    return call->refuse(not_signed());
  }
  if (!spend_challenge(service, call, who.reviewer.id, offered->challenge)) return;
  answer_changed(service, call, who, std::move(command));
}

// The passkey that is named in the path. The one that the reviewer is logged in with stays, so that
// nobody locks themselves out with one click: whoever has another logs in with that first. Answers
// the call if there is no such passkey.
const Passkey* revocable(const CallPtr& call, const AuthenticatedReviewer& who) {
  const std::string& id = call->parameters().front();
  if (id == who.passkey) {
    call->refuse({.code = ProblemCode::Conflict,
                  .detail = "You are logged in with this passkey; log in with another."});
    return nullptr;
  }
  const OwnedPasskey* const owned = find_passkey(who.reviewer, id);
  if (owned != nullptr) return &owned->passkey;
  call->refuse({.code = ProblemCode::NotFound, .detail = "The reviewer has no such passkey."});
  return nullptr;
}

}  // namespace

void begin_own_passkey(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who,
                       std::string /*body*/) {
  offer_passkey(service, call, who.reviewer, own_ceremony(who));
}

void state_own_passkey(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who,
                       std::string body) {
  auto request = parse_registration_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  run_ceremony(service,
               line_of(who.reviewer.id),
               call,
               [&service, call, who, given = std::move(request->credential)] {
                 const auto offered = read_passkey(service, call, own_ceremony(who), given);
                 if (!offered) return;
                 offer_statement(service, call, who.reviewer, Act::Add, offered->passkey);
               });
}

void finish_own_passkey(ReviewService& service,
                        const CallPtr& call,
                        const AuthenticatedReviewer& who,
                        std::string body) {
  auto request = parse_registration_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  run_ceremony(
      service, line_of(who.reviewer.id), call, [&service, call, who, given = *std::move(request)] {
        add_own_passkey(service, call, who, given);
      });
}

void begin_revocation(ReviewService& service,
                      const CallPtr& call,
                      const AuthenticatedReviewer& who,
                      std::string /*body*/) {
  const Passkey* const passkey = revocable(call, who);
  if (passkey != nullptr) offer_statement(service, call, who.reviewer, Act::Revoke, *passkey);
}

void revoke_own_passkey(ReviewService& service,
                        const CallPtr& call,
                        const AuthenticatedReviewer& who,
                        std::string body) {
  auto request = parse_revocation_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  const Passkey* const passkey = revocable(call, who);
  if (passkey == nullptr) return;
  run_ceremony(
      service,
      line_of(who.reviewer.id),
      call,
      [&service, call, who, revoked = *passkey, given = *std::move(request)] {
        auto signature = verified_change(service, who.reviewer, Act::Revoke, revoked, given);
        if (!signature) return call->refuse(signature.error());
        answer_changed(service,
                       call,
                       who,
                       RevokePasskey{service.clock.now(), revoked.id, *std::move(signature)});
      });
}

}  // namespace countersign::http
