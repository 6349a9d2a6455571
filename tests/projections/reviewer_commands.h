#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/reviewer/reviewer.h"
#include "events/crypto/sha256.h"
#include "events/writer/submission.h"

// Commands to reviewers, drawn at random.
namespace countersign {

// Draws a number below another.
using Pick = std::function<std::uint64_t(std::uint64_t below)>;

// Public keys of Ed25519, in base64url. Each passkey has one of its own.
inline constexpr std::array<std::string_view, 6> kSpkis{
    "MCowBQYDK2VwAyEAiojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w",
    "MCowBQYDK2VwAyEAgTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q",
    "MCowBQYDK2VwAyEA7UkoxijRwsbq6QM4kFmVYSlZJzpcY_k2NsFGFKyHN9E",
    "MCowBQYDK2VwAyEAypOsFwUYcHHWe4PH_w7-gQjo7EUwV113JoeTM9vavnw",
    "MCowBQYDK2VwAyEAbnoc3Smwt4_ROvTFWY_v9O8qlxZuPKby5Pv8zYBQW_E",
    "MCowBQYDK2VwAyEAiodf_x6zhFFXes1a_uQFRWVo3XyJ4JCGOgVXvHr0nxc"};

// `of` is the number of the reviewer, 0 or 1.
inline ReviewerCommand some_reviewer_command(UtcTime at, const Pick& pick, std::uint64_t of) {
  const std::uint64_t which = 3 * of + pick(3);
  const std::string spki(kSpkis.at(which));
  const std::string passkey = "AAA" + std::to_string(which);
  const LinkHash link(sha256("link " + std::to_string(pick(2))));
  const std::vector<RoleGrant> roles{
      {pick(2) == 0 ? ReviewerRole::Reviewer : ReviewerRole::Auditor, "*"}};
  const auto counter = static_cast<std::uint32_t>(pick(100));
  switch (pick(13)) {
    case 0:
      return DisableReviewer{at, "left"};
    case 1:
      return ChangeReviewer{at, roles};
    case 2:
    case 3:
      return MakeReviewerLink{at, link, at + Duration(pick(60'000'000))};
    case 4:
    case 5:
      return AddPasskey{at, {passkey, spki, "host", "https://host", 0}, link};
    case 6:
      return AddPasskey{at, {passkey, spki, "host", "https://host", 0}};
    case 7:
      return RevokePasskey{at, passkey};
    case 8:
      return LogInByProvider{at, roles};
    case 9:
      return LogInReviewer{at, LoginMethod::Passkey, passkey, counter};
    default:
      return RegisterReviewer{at, roles};
  }
}

inline Submission to_some_reviewer(UtcTime at, const Pick& pick) {
  const std::uint64_t of = pick(2);
  const ReviewerId reviewer("rvw_" + std::string(21, 'A') + (of == 0 ? "A" : "B"));
  return {.stream = stream_of(reviewer),
          .command = some_reviewer_command(at, pick, of),
          .actor = {ActorKind::Operator, "uid:0"},
          .request = RequestId("r")};
}

}  // namespace countersign
