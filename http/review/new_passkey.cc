#include "http/review/new_passkey.h"

#include <algorithm>

#include "core/reviewer/challenge_purpose.h"
#include "core/text/json_writer.h"
#include "http/review/me_json.h"
#include "http/review/passkey/ceremony_options.h"
#include "http/review/passkey/registration.h"

namespace countersign::http {
namespace {

// Section 7.1, step 26: an id that somebody has is refused, or a signature could be of two.
Result<bool, Problem> is_taken(const ReviewService& service, const std::string& passkey) {
  const auto all = service.data.queries().reviewers();
  if (!all) return problem_of(all.error());
  return std::ranges::any_of(
      *all, [&](const Reviewer& reviewer) { return find_passkey(reviewer, passkey) != nullptr; });
}

}  // namespace

void offer_passkey(ReviewService& service,
                   const CallPtr& call,
                   const Reviewer& reviewer,
                   const std::string& ceremony) {
  Digest random{};
  service.random.fill(random);
  service.ceremonies.put(ceremony, random);
  const std::string challenge = challenge_of(ChallengePurpose::Registration, random);
  const std::string name = name_of_reviewer(service, reviewer.id);
  JsonWriter json;
  json.begin_object().member("reviewer", reviewer.id.value()).member("name", name);
  json.key("publicKey").raw(creation_options_json(service.site(), reviewer, name, challenge));
  call->reply_json(200, json.end_object().take());
}

std::optional<Passkey> take_passkey(ReviewService& service,
                                    const CallPtr& call,
                                    const std::string& ceremony,
                                    const RegistrationResponse& credential) {
  const auto random = service.ceremonies.take(ceremony);
  auto passkey = random ? verify_registration(service.site(),
                                              credential,
                                              challenge_of(ChallengePurpose::Registration, *random))
                        : std::nullopt;
  if (!passkey) {
    call->refuse({.code = ProblemCode::ReviewLoginFailed});
    return std::nullopt;
  }
  const auto taken = is_taken(service, passkey->id);
  if (taken && !*taken) return passkey;
  call->refuse(taken ? Problem{.code = ProblemCode::Conflict,
                               .detail = "A reviewer has this passkey already."}
                     : taken.error());
  return std::nullopt;
}

}  // namespace countersign::http
