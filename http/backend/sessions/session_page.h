#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"
#include "core/utc_time.h"
#include "http/answers/name_schemas.h"
#include "http/answers/session_labels.h"
#include "http/json/schema_of.h"
#include "projections/queries/session_list.h"

// A page of a list of sessions. Pure.
namespace countersign::http {

// A session in a list, as it is at a time.
struct ListedSession {
  Session session;
  UtcTime now;

  LabelsJson labels() const { return labels_json(session); }
  SessionStatus status() const { return status_at(session, now); }
  ResultStatus result() const { return result_status_at(session, now); }
  std::optional<UtcTime> completed() const { return completed_at(session, now); }
};
template <>
inline constexpr auto members_of<ListedSession> = std::tuple_cat(
    members_through(&ListedSession::session,
                    members(Member{"sessionId", &Session::id},
                            Member{"userRef", &Session::user_ref, "As it was given to create."})),
    members(Member{"labels", &ListedSession::labels, {}, {.schema = labels_schema}}),
    members_through(&ListedSession::session, members(Member{"purpose", &Session::purpose})),
    members(Member{"status", &ListedSession::status},
            Member{"resultStatus",
                   &ListedSession::result,
                   "What counts: the decision of a review, else what the machine said."}),
    members_through(&ListedSession::session,
                    members(Member{"reasons",
                                   &Session::reasons,
                                   "The machine's; none if it passed.",
                                   {.component = code_schema}},
                            Member{"createdAt", &Session::created_at})),
    members(Member{"completedAt",
                   &ListedSession::completed,
                   "When it ended, however it ended; null while it is open."}),
    members_through(&ListedSession::session, members(Member{"sandbox", &Session::sandbox})));

// As they are at a time.
std::vector<ListedSession> listed(std::vector<Session> sessions, UtcTime now);

// The text of a place, which a caller passes back as `after`: opaque, 40 characters of base64url. A
// text that was changed is no place, except for one in 2^48.
std::string text_of(const SessionPlace& place);
std::optional<SessionPlace> place_of(std::string_view text);
std::optional<std::string> text_of(const std::optional<SessionPlace>& place);

// The body of GET sessions.
std::string session_page_json(SessionPage page, UtcTime now);
Schema session_page_schema();

}  // namespace countersign::http
