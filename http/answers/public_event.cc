#include "http/answers/public_event.h"

#include <algorithm>
#include <optional>
#include <type_traits>
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

// The members that the feed shows of an opinion while the opinion is hidden.
template <class Given>
struct HiddenOpinion {
  const Given& given;
};
template <class Given>
constexpr auto kGiven =
    [](const HiddenOpinion<Given>& hidden) -> const Given& { return hidden.given; };

template <class E>
constexpr bool is_opinion = std::is_same_v<E, ReviewDecided> || std::is_same_v<E, ReviewCorrected>;

// nullopt of an event that is no opinion.
std::optional<bool> settles(const Event& event) {
  return std::visit(
      []<class E>(const E& given) -> std::optional<bool> {
        if constexpr (is_opinion<E>) return given.settles;
        return std::nullopt;
      },
      event);
}

bool is_unsettled_opinion(const StoredEvent& event) {
  return settles(event.recorded.event) == false;
}

}  // namespace

template <class Given>
constexpr auto members_of<HiddenOpinion<Given>> =
    members_through(kGiven<Given>,
                    members(Member{"reviewer", &Given::reviewer},
                            Member{"opinion", &Given::opinion},
                            Member{"settles", &Given::settles}));

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
template <class Given>
std::string without_opinion(const StoredEvent& event, const Given& opinion) {
  std::string shown = without_sealed(event);
  std::string last = "\"data\":" + to_json(opinion) + "}";
  if (const auto& record = event.recorded.idempotency) {
    last = "\"idempotency\":" + to_json(*record) + "," + last;
  }
  check(shown.ends_with(last), "the data of an event is the last member but the sealed part");
  shown.resize(shown.size() - last.size());
  return shown + "\"data\":" + json_of(HiddenOpinion<Given>{opinion}) + "}";
}

// REQUIRES: the event is an opinion.
std::string without_opinion(const StoredEvent& event) {
  return std::visit(
      [&]<class E>(const E& given) -> std::string {
        if constexpr (is_opinion<E>) return without_opinion(event, given);
        check(false, "an event without an opinion has nothing to hide");
        return {};
      },
      event.recorded.event);
}

}  // namespace

Result<bool, StoreError> is_hidden_opinion(const Queries& queries, const StoredEvent& event) {
  if (!is_unsettled_opinion(event)) return false;
  const auto session = queries.session(*session_of(event.recorded.stream));
  if (!session) return session.error();
  if (!*session || !(*session)->review.decision) return true;
  const auto& since = (*session)->review.correcting_since;
  return since && event.recorded.sequence >= *since;
}

PublicEvent public_event(const StoredEvent& event, Opinions opinions) {
  if (opinions == Opinions::Shown || !is_unsettled_opinion(event)) return {without_sealed(event)};
  return {without_opinion(event)};
}

std::string timeline_json(const SessionId& session,
                          bool sandbox,
                          const std::vector<StoredEvent>& events) {
  const auto settled = std::find_if(events.rbegin(), events.rend(), [](const StoredEvent& event) {
    return settles(event.recorded.event) == true;
  });
  const auto first_hidden = settled.base();
  Timeline timeline{session, sandbox, {}};
  for (auto event = events.begin(); event != events.end(); ++event) {
    timeline.events.push_back(
        public_event(*event, event < first_hidden ? Opinions::Shown : Opinions::Hidden));
  }
  return json_of(timeline);
}
Schema timeline_schema() { return answer_schema_of<Timeline>("Timeline"); }

std::string event_page_json(bool sandbox,
                            const std::vector<StoredEvent>& events,
                            const std::set<Sequence>& hidden,
                            Sequence next) {
  EventPage page{sandbox, {}, next};
  for (const StoredEvent& event : events) {
    const bool is_hidden = hidden.contains(event.recorded.sequence);
    page.events.push_back(public_event(event, is_hidden ? Opinions::Hidden : Opinions::Shown));
  }
  return json_of(page);
}
Schema event_page_schema() {
  return answer_schema_of<EventPage>("EventPage", "Pass `next` as `after` to go on from here.");
}

}  // namespace countersign::http
