#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "core/reviewer/reviewer.h"
#include "events/crypto/sha256.h"
#include "events/writer/submission.h"

// Commands to reviewers, drawn at random.
namespace countersign {

// Draws a number below another.
using Pick = std::function<std::uint64_t(std::uint64_t below)>;

inline ReviewerCommand some_reviewer_command(UtcTime at, const Pick& pick) {
  // The key of RFC 8032 section 7.1, TEST 1.
  const std::string spki = "MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  const std::string passkey = "AAA" + std::to_string(pick(3));
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
  const ReviewerId reviewer("rvw_" + std::string(21, 'A') + (pick(2) == 0 ? "A" : "B"));
  return {.stream = stream_of(reviewer),
          .command = some_reviewer_command(at, pick),
          .actor = {ActorKind::Operator, "uid:0"},
          .request = RequestId("r")};
}

}  // namespace countersign
