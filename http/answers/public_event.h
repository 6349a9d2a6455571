#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "events/stored_event.h"
#include "http/json/schema_of.h"
#include "projections/queries/queries.h"

// Events as their client may see them.
namespace countersign::http {

template <>
inline constexpr auto members_of<Actor> =
    members(Member{"kind", &Actor::kind}, Member{"ref", &Actor::ref, "Which one of its kind."});

// Returns whether the event is an opinion of a review, or of a correction, that is not settled yet:
// it must stay hidden until then, so that the next person forms one of their own.
Result<bool, StoreError> is_hidden_opinion(const Queries& queries, const StoredEvent& event);

// Whether the opinions of a review are shown in full.
enum class Opinions : std::uint8_t { Hidden, Shown };

// The stored bytes of an event, unchanged but without the sealed member, which is the last one if
// present. The data of a hidden opinion has only who gave it, which one it is, and that it did not
// settle anything.
struct PublicEvent {
  std::string json;
  static Schema schema();
};
PublicEvent public_event(const StoredEvent& event, Opinions opinions);

// The body of GET timeline: the events of one session. Shows its opinions once one has settled the
// review or the correction that they are of.
std::string timeline_json(const SessionId& session,
                          bool sandbox,
                          const std::vector<StoredEvent>& events);
Schema timeline_schema();

// The body of GET events: a page of the events of one client. `next` continues after the page.
// `hidden` are the events that are hidden opinions.
std::string event_page_json(bool sandbox,
                            const std::vector<StoredEvent>& events,
                            const std::set<Sequence>& hidden,
                            Sequence next);
Schema event_page_schema();

}  // namespace countersign::http
