#include "http/operator/person/person_chain.h"

#include <utility>
#include <vector>

#include "http/call/machine_problem.h"

namespace countersign::http {
namespace {

using Found = Result<std::optional<Session>, Problem>;

Found found_by(const FindSession& find, const std::optional<SessionId>& id) {
  if (!id) return std::optional<Session>();
  auto session = find(*id);
  if (!session) return problem_of(session.error());
  return *std::move(session);
}

Found older(const FindSession& find, const Session& session) {
  return found_by(find, session.predecessor);
}

Found newer(const FindSession& find, const Session& session) {
  const auto& successor = session.review.successor;
  return found_by(find, successor ? std::optional(successor->session) : std::nullopt);
}

// The session and all newer ones, the oldest first.
Result<std::vector<Session>, Problem> from_on(const FindSession& find, const Session& session) {
  std::vector<Session> sessions{session};
  while (true) {
    auto next = newer(find, sessions.back());
    if (!next) return next.error();
    if (!*next) return sessions;
    if (sessions.size() > kNewerSessionsMax) {
      return Problem{.code = ProblemCode::Conflict,
                     .detail =
                         "The person was asked again more than 1000 times after this "
                         "session; name one of the newer sessions."};
    }
    sessions.push_back(**std::move(next));
  }
}

// The session behind the last one of the page before.
Found behind(const FindSession& find, const Session& asked, const SessionPlace& after) {
  const Problem wrong{
      .code = ProblemCode::InvalidParameter,
      .detail = "The member must be the `next` of an earlier answer about the same session.",
      .field = "after"};
  if (after.created_at != asked.created_at) return wrong;
  auto last = found_by(find, after.session);
  if (!last) return last.error();
  const bool may_be_of_chain = *last && (*last)->client == asked.client && !(*last)->user_ref;
  if (!may_be_of_chain) return wrong;
  return older(find, **last);
}

}  // namespace

Result<SessionPage, Problem> page_of_chain(const FindSession& find,
                                           const Session& asked,
                                           const std::optional<SessionPlace>& after,
                                           std::size_t limit) {
  SessionPage page;
  const auto place_of_last = [&] {
    return SessionPlace{asked.created_at, page.sessions.back().id};
  };
  Found at = std::optional<Session>();
  if (after) {
    at = behind(find, asked, *after);
  } else {
    auto first = from_on(find, asked);
    if (!first) return first.error();
    while (!first->empty() && page.sessions.size() < limit) {
      page.sessions.push_back(std::move(first->back()));
      first->pop_back();
    }
    if (!first->empty()) {
      page.next = place_of_last();
      return page;
    }
    at = older(find, page.sessions.back());
  }
  while (true) {
    if (!at) return at.error();
    if (!*at) return page;
    if (page.sessions.size() == limit) break;
    page.sessions.push_back(**std::move(at));
    at = older(find, page.sessions.back());
  }
  page.next = place_of_last();
  return page;
}

}  // namespace countersign::http
