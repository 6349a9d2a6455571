#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/answers/name_schemas.h"
#include "http/answers/session_labels.h"
#include "http/json/schema_of.h"
#include "projections/queries/session_list.h"

// A page of a list of sessions. Pure.
namespace countersign::http {

inline LabelsJson labels_of_listing(const SessionListing& session) {
  return labels_object(session.labels);
}

template <>
inline constexpr auto members_of<SessionListing> =
    members(Member{"sessionId", &SessionListing::id},
            Member{"userRef", &SessionListing::user_ref, "As it was given to create."},
            Member{"labels", labels_of_listing, {}, {.schema = labels_schema}},
            Member{"purpose", &SessionListing::purpose},
            Member{"status", &SessionListing::status},
            Member{"resultStatus",
                   &SessionListing::result,
                   "What counts: the decision of a review, else what the machine said."},
            Member{"reasons",
                   &SessionListing::reasons,
                   "The machine's; none if it passed.",
                   {.component = code_schema}},
            Member{"createdAt", &SessionListing::created_at},
            Member{"completedAt",
                   &SessionListing::completed_at,
                   "When it ended, however it ended; null while it is open."},
            Member{"sandbox", &SessionListing::sandbox});

// The text of a place, which a caller passes back as `after`: opaque, 40 characters of base64url. A
// text that was changed is no place, except for one in 2^48.
std::string text_of(const SessionPlace& place);
std::optional<SessionPlace> place_of(std::string_view text);
std::optional<std::string> text_of(const std::optional<SessionPlace>& place);

// The body of GET sessions.
std::string session_page_json(ListingPage page);
Schema session_page_schema();

}  // namespace countersign::http
