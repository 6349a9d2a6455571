#include "http/answers/public_event.h"

#include <algorithm>
#include <variant>

#include "core/check.h"
#include "core/stream/recorded_event.h"
#include "events/record/record_json.h"
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

// What is shown of an opinion that is hidden.
struct HiddenOpinion {
  const ReviewDecided& given;
};
constexpr auto kGiven = [](const HiddenOpinion& hidden) -> const ReviewDecided& {
  return hidden.given;
};

const ReviewDecided* unsettled_opinion(const Event& event) {
  const auto* decided = std::get_if<ReviewDecided>(&event);
  return decided != nullptr && !decided->settles ? decided : nullptr;
}

bool settles_review(const StoredEvent& event) {
  const auto* decided = std::get_if<ReviewDecided>(&event.recorded.event);
  return decided != nullptr && decided->settles;
}

}  // namespace

template <>
constexpr auto members_of<HiddenOpinion> =
    members_through(kGiven,
                    members(Member{"reviewer", &ReviewDecided::reviewer},
                            Member{"opinion", &ReviewDecided::opinion},
                            Member{"settles", &ReviewDecided::settles}));

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

namespace {

std::string without_sealed(const StoredEvent& event) {
  if (!event.recorded.sealed) return event.bytes;
  const std::string member = ",\"sealed\":\"" + *event.recorded.sealed + "\"}";
  check(event.bytes.ends_with(member),
        "the sealed part of an event is the last member of the event");
  return event.bytes.substr(0, event.bytes.size() - member.size()) + "}";
}

// Without the record of idempotency too: the opinion could be guessed from the hash of the request.
std::string without_opinion(const StoredEvent& event, const ReviewDecided& opinion) {
  std::string shown = without_sealed(event);
  std::string last = "\"data\":" + to_json(opinion) + "}";
  if (const auto& record = event.recorded.idempotency) {
    last = "\"idempotency\":" + to_json(*record) + "," + last;
  }
  check(shown.ends_with(last), "the data of an event is the last member but the sealed part");
  shown.resize(shown.size() - last.size());
  return shown + "\"data\":" + json_of(HiddenOpinion{opinion}) + "}";
}

}  // namespace

Result<bool, StoreError> is_hidden_opinion(const Queries& queries, const StoredEvent& event) {
  if (unsettled_opinion(event.recorded.event) == nullptr) return false;
  const auto session = queries.session(*session_of(event.recorded.stream));
  if (!session) return session.error();
  return !*session || !(*session)->review.decision;
}

PublicEvent public_event(const StoredEvent& event, Opinions opinions) {
  const ReviewDecided* const opinion = unsettled_opinion(event.recorded.event);
  if (opinion == nullptr || opinions == Opinions::Shown) return {without_sealed(event)};
  return {without_opinion(event, *opinion)};
}

std::string timeline_json(const SessionId& session,
                          bool sandbox,
                          const std::vector<StoredEvent>& events) {
  const bool is_settled = std::ranges::any_of(events, settles_review);
  Timeline timeline{session, sandbox, {}};
  for (const StoredEvent& event : events) {
    timeline.events.push_back(public_event(event, is_settled ? Opinions::Shown : Opinions::Hidden));
  }
  return json_of(timeline);
}
Schema timeline_schema() { return answer_schema_of<Timeline>("Timeline"); }

std::string event_page_json(bool sandbox,
                            const std::vector<StoredEvent>& events,
                            const std::set<StreamId>& undecided,
                            Sequence next) {
  EventPage page{sandbox, {}, next};
  for (const StoredEvent& event : events) {
    const bool is_hidden = undecided.contains(event.recorded.stream);
    page.events.push_back(public_event(event, is_hidden ? Opinions::Hidden : Opinions::Shown));
  }
  return json_of(page);
}
Schema event_page_schema() {
  return answer_schema_of<EventPage>("EventPage", "Pass `next` as `after` to go on from here.");
}

}  // namespace countersign::http
