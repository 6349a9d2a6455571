#include "http/answers/reviews_json.h"

#include "http/answers/name_schemas.h"
#include "http/answers/session_labels.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

struct WaitingSession {
  const Session& session;
};

struct ReviewPage {
  bool sandbox;
  std::vector<WaitingSession> reviews;
  Sequence next;
};

std::uint64_t opinions_of(const Session& session) { return session.review.opinions.size(); }

constexpr auto kSession = [](const WaitingSession& waiting) -> const Session& {
  return waiting.session;
};

}  // namespace

template <>
constexpr auto members_of<WaitingSession> = members_through(
    kSession,
    members(Member{"sessionId", &Session::id},
            Member{"purpose", &Session::purpose},
            Member{"userRef", &Session::user_ref, "As it was given to create."},
            Member{"labels", labels_json, {}, {.schema = labels_schema}},
            Member{
                "reasons", &Session::reasons, "Why the machine asks.", {.component = code_schema}},
            Member{"completedAt",
                   [](const Session& session) { return *session.ended_at; },
                   "Since when it waits."},
            Member{"opinions", opinions_of, "The number of opinions given so far."}));

template <>
constexpr auto members_of<ReviewPage> =
    members(Member{"sandbox", &ReviewPage::sandbox},
            Member{"reviews", &ReviewPage::reviews, "The oldest first."},
            Member{"next", &ReviewPage::next, "The last session of this page."});

std::string reviews_json(bool sandbox, const std::vector<Session>& sessions, Sequence next) {
  ReviewPage page{sandbox, {}, next};
  for (const Session& session : sessions) page.reviews.push_back({session});
  return json_of(page);
}
Schema reviews_schema() {
  return answer_schema_of<ReviewPage>("ReviewPage", "Pass `next` as `after` to go on from here.");
}

}  // namespace countersign::http
