#include "http/answers/public_event.h"

#include "core/check.h"
#include "core/stream/recorded_event.h"
#include "http/answers/name_schemas.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

struct Timeline {
  SessionId session;
  bool sandbox;
  std::vector<PublicEvent> events;
};

struct EventPage {
  bool sandbox;
  std::vector<PublicEvent> events;
  Sequence next;
};

std::vector<PublicEvent> public_events(const std::vector<StoredEvent>& events) {
  std::vector<PublicEvent> shown;
  for (const StoredEvent& event : events) shown.push_back(public_event(event));
  return shown;
}

}  // namespace

// As the codec of events/record writes it.
template <>
constexpr auto members_of<RecordedEvent> =
    members(Member{"sequence", &RecordedEvent::sequence, "In the log.", {.minimum = 1}},
            Member{"stream", &RecordedEvent::stream},
            Member{"version", &RecordedEvent::version, "In the stream.", {.minimum = 1}},
            Member{"previous",
                   described<std::string>,
                   "The leaf hash of the stream's event before; empty for the first."},
            Member{"at", &RecordedEvent::at},
            Member{"type", described<std::string>, {}, {.component = event_type_schema}},
            Member{"typeVersion", described<std::uint16_t>, {}, {.minimum = 1}},
            Member{"actor", &RecordedEvent::actor, "On whose behalf it happened."},
            Member{"requestId", &RecordedEvent::request},
            Member{"idempotency",
                   described<AnyObject>,
                   "Of a request with an Idempotency-Key.",
                   {.left_out = true}},
            Member{"data", described<AnyObject>, "The members of the type."});

template <>
constexpr auto members_of<Timeline> = members(Member{"sessionId", &Timeline::session},
                                              Member{"sandbox", &Timeline::sandbox},
                                              Member{"events", &Timeline::events});

template <>
constexpr auto members_of<EventPage> =
    members(Member{"sandbox", &EventPage::sandbox},
            Member{"events", &EventPage::events},
            Member{"next", &EventPage::next, "The last event of this page."});

Schema PublicEvent::schema() {
  return answer_schema_of<RecordedEvent>(
      "Event", "The event as stored in the log, without its sealed part.");
}

PublicEvent public_event(const StoredEvent& event) {
  if (!event.recorded.sealed) return {event.bytes};
  const std::string member = ",\"sealed\":\"" + *event.recorded.sealed + "\"}";
  check(event.bytes.ends_with(member),
        "the sealed part of an event is the last member of the event");
  return {event.bytes.substr(0, event.bytes.size() - member.size()) + "}"};
}

std::string timeline_json(const SessionId& session,
                          bool sandbox,
                          const std::vector<StoredEvent>& events) {
  return json_of(Timeline{session, sandbox, public_events(events)});
}
Schema timeline_schema() { return answer_schema_of<Timeline>("Timeline"); }

std::string event_page_json(bool sandbox, const std::vector<StoredEvent>& events, Sequence next) {
  return json_of(EventPage{sandbox, public_events(events), next});
}
Schema event_page_schema() {
  return answer_schema_of<EventPage>("EventPage", "Pass `next` as `after` to go on from here.");
}

}  // namespace countersign::http
