#include "http/review/new_passkey.h"

#include <utility>

#include "http/call/problem.h"
#include "http/json/json_of.h"
#include "http/review/ceremony.h"
#include "http/review/me_json.h"
#include "http/review/passkey/ceremony_options.h"
#include "http/review/passkey/registration.h"
#include "http/review/review_schemas.h"

namespace countersign::http {
namespace {

constexpr auto kPurpose = ChallengePurpose::Registration;

struct RegisterBegun {
  ReviewerId reviewer;
  std::string name;
  CreationOptions options;
};

}  // namespace

template <>
constexpr auto members_of<RegisterBegun> = members(Member{"reviewer", &RegisterBegun::reviewer},
                                                   Member{"name", &RegisterBegun::name},
                                                   Member{"publicKey", &RegisterBegun::options});

Schema register_begun_schema() { return answer_schema_of<RegisterBegun>("RegisterBegun"); }

void offer_passkey(ReviewService& service,
                   const CallPtr& call,
                   const Reviewer& reviewer,
                   const std::string& ceremony) {
  const std::string challenge = service.challenges.make(kPurpose, ceremony);
  const std::string name = name_of_reviewer(service, reviewer.id);
  const RegisterBegun begun{
      reviewer.id, name, creation_options(service.site(), reviewer, name, challenge)};
  call->reply_json(200, json_of(begun));
}

std::optional<OfferedPasskey> read_passkey(const ReviewService& service,
                                           const CallPtr& call,
                                           const std::string& ceremony,
                                           const RegistrationResponse& credential) {
  auto challenge = open_challenge(service, credential.client_data, kPurpose, ceremony);
  auto passkey =
      challenge ? verify_registration(service.site(), credential, *challenge) : std::nullopt;
  if (!passkey) {
    call->refuse({.code = ProblemCode::ReviewLoginFailed});
    return std::nullopt;
  }
  // Section 7.1, step 26: an id that somebody has is refused, or a signature could be of two. So is
  // a key that another id has. The writer asks again.
  const auto taken = service.data.queries().passkey_is_taken(*passkey);
  if (taken && !*taken) return OfferedPasskey{*std::move(passkey), *std::move(challenge)};
  call->refuse(taken ? problem_of(refused(Refusal::PasskeyTaken)) : problem_of(taken.error()));
  return std::nullopt;
}

bool spend_challenge(ReviewService& service,
                     const CallPtr& call,
                     const ReviewerId& reviewer,
                     const std::string& challenge) {
  if (service.spent.spend(reviewer, challenge)) return true;
  call->refuse({.code = ProblemCode::ReviewLoginFailed});
  return false;
}

}  // namespace countersign::http
