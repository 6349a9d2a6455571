#include "http/review/me_json.h"

#include "http/answers/reviewer_members.h"
#include "http/json/json_of.h"
#include "http/review/review_schemas.h"
#include "projections/folder/reviewer_names.h"

namespace countersign::http {
namespace {

struct ShownLogin {
  const ReviewSession& session;
  bool current = false;
};

struct ShownMe {
  const Reviewer& reviewer;
  std::string name;
  std::vector<ShownLogin> sessions;
  bool oidc = false;
  bool signing = false;
};

}  // namespace

template <>
constexpr auto members_of<ShownLogin> = members(
    Member{"id", [](const ShownLogin& shown) { return shown.session.id; }},
    Member{"startedAt", [](const ShownLogin& shown) { return shown.session.started_at; }},
    Member{"lastSeenAt", [](const ShownLogin& shown) { return shown.session.last_seen_at; }},
    Member{"current", &ShownLogin::current});

template <>
constexpr auto members_of<ShownMe> =
    members(Member{"reviewer", [](const ShownMe& me) { return me.reviewer.id; }},
            Member{"name", &ShownMe::name},
            Member{"roles", [](const ShownMe& me) { return me.reviewer.roles; }},
            Member{"keys", [](const ShownMe& me) { return me.reviewer.passkeys; }},
            Member{"sessions", &ShownMe::sessions},
            Member{"oidc", &ShownMe::oidc},
            Member{"signing", &ShownMe::signing});

Schema me_schema() { return answer_schema_of<ShownMe>("Me"); }

std::string me_json(ReviewService& service, const AuthenticatedReviewer& who) {
  const Reviewer& reviewer = who.reviewer;
  const auto sessions = service.sessions.of(reviewer.id);
  ShownMe me{.reviewer = reviewer,
             .name = name_of_reviewer(service, reviewer.id),
             .sessions = {},
             .oidc = reviewer.by_provider,
             .signing = !reviewer.passkeys.empty()};
  for (const ReviewSession& each : sessions) {
    me.sessions.push_back({each, each.id == who.session});
  }
  return json_of(me);
}

std::string name_of_reviewer(const ReviewService& service, const ReviewerId& reviewer) {
  const auto name = ReviewerNames(service.data.path()).of(reviewer);
  return name ? *name : std::string();
}

}  // namespace countersign::http
