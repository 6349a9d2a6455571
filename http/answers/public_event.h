#pragma once
#include <string>
#include <vector>

#include "core/ids.h"
#include "events/event_log.h"
#include "http/json/schema_of.h"

// Events as their client may see them.
namespace countersign::http {

template <>
inline constexpr auto members_of<Actor> =
    members(Member{"kind", &Actor::kind}, Member{"ref", &Actor::ref, "Which one of its kind."});

// The stored bytes of an event, unchanged but without the sealed member, which is the last one if
// present.
struct PublicEvent {
  std::string json;
  static Schema schema();
};
PublicEvent public_event(const StoredEvent& event);

// The body of GET timeline: the events of one session.
std::string timeline_json(const SessionId& session,
                          bool sandbox,
                          const std::vector<StoredEvent>& events);
Schema timeline_schema();

// The body of GET events: a page of the events of one client. `next` continues after the page.
std::string event_page_json(bool sandbox, const std::vector<StoredEvent>& events, Sequence next);
Schema event_page_schema();

}  // namespace countersign::http
