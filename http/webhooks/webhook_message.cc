#include "http/webhooks/webhook_message.h"

#include <optional>
#include <span>
#include <variant>

#include "core/check.h"
#include "core/stream/delivered_as.h"
#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

// As in the header Svc-Log-Receipt.
struct LogPlace {
  std::uint64_t index = 0;
  std::uint64_t size = 0;
};

struct Data {
  SessionId session;
  bool sandbox = false;
  SessionStatus status = SessionStatus::Created;
  std::optional<ResultStatus> result;
  std::optional<Step> step;
  std::optional<bool> ok;
  std::optional<SessionId> predecessor;
  std::optional<SessionId> successor;
  LogPlace log;
};

struct TestData {
  WebhookId webhook;
  LogPlace log;
};
struct TestMessage {
  UtcTime at;
  TestData data;
};
constexpr std::string_view kTestType = "webhook.test";

struct Message {
  WebhookType type = WebhookType::Created;
  UtcTime at;
  Data data;
};

}  // namespace

template <>
constexpr auto members_of<LogPlace> =
    members(Member{"index", &LogPlace::index, "The event's leaf in the log's tree, from 0."},
            Member{"size", &LogPlace::size, "The size of the smallest tree that has the event."});

template <>
constexpr auto members_of<Data> = members(
    Member{"sessionId", &Data::session},
    Member{"sandbox", &Data::sandbox, "Of a sandbox client: no person was verified."},
    Member{"status", &Data::status, "Of the session, after the event."},
    Member{"resultStatus",
           &Data::result,
           "Of a session that is completed or reviewed.",
           {.left_out = true}},
    Member{"step", &Data::step, "Of session.step: the one that was submitted.", {.left_out = true}},
    Member{"ok", &Data::ok, "Of session.step: whether it was accepted.", {.left_out = true}},
    Member{"predecessor",
           &Data::predecessor,
           "Of session.created: the session whose review asked for this one.",
           {.left_out = true}},
    Member{"successor",
           &Data::successor,
           "Of session.resubmitted: the session in which the person captures again.",
           {.left_out = true}},
    Member{"log",
           &Data::log,
           "With the index, GET /api/svc/session/{sessionId}/receipt proves what is told here."});

template <>
constexpr auto members_of<TestData> =
    members(Member{"test", [](const TestData&) { return true; }, "Always: it is about no session."},
            Member{"webhook", &TestData::webhook},
            Member{"log", &TestData::log, "Of the event that asked for the test."});

template <>
constexpr auto members_of<TestMessage> =
    members(Member{"type", [](const TestMessage&) { return kTestType; }},
            Member{"timestamp", &TestMessage::at, "Of the event that asked for the test."},
            Member{"data", &TestMessage::data});

template <>
constexpr auto members_of<Message> = members(Member{"type", &Message::type},
                                             Member{"timestamp", &Message::at, "Of the event."},
                                             Member{"data", &Message::data});

namespace {

LogPlace place_of(const RecordedEvent& event) {
  return {event.sequence.value() - 1, event.sequence.value()};
}

// Adds what the event itself tells. The status is the one right after the event, also when the
// session has gone on since.
struct Tell {
  const Session& session;
  Data& data;

  void operator()(const SessionCreated& event) const {
    data.status = SessionStatus::Created;
    if (event.predecessor) data.predecessor = event.predecessor->session;
  }
  void operator()(const DocumentAccepted&) const { step(Step::Document, true); }
  void operator()(const DocumentRejected&) const { step(Step::Document, false); }
  void operator()(const LivenessAccepted&) const { step(Step::Liveness, true); }
  void operator()(const LivenessRejected&) const { step(Step::Liveness, false); }
  void operator()(const LivenessNotPossible&) const { step(Step::Liveness, false); }
  void operator()(const SessionFinalized& event) const {
    data.status = SessionStatus::Completed;
    data.result = event.result;
  }
  void operator()(const SessionExpired&) const { data.status = SessionStatus::Expired; }
  void operator()(const SessionCanceled&) const { data.status = SessionStatus::Canceled; }
  void operator()(const ReviewDecided& event) const {
    decided(event.decision);
    if (event.again && event.again->successor) data.successor = event.again->successor->session;
  }
  void operator()(const ReviewCorrected& event) const { decided(event.decision); }
  // An event after the end of a session does not change its status.
  template <class E>
  void operator()(const E&) const {
    data.status = session.status;
  }

 private:
  void step(Step step, bool ok) const {
    data.status = SessionStatus::InProgress;
    data.step = step;
    data.ok = ok;
  }
  void decided(ReviewDecision decision) const {
    data.status = session.status;
    data.result = result_of(decision);
  }
};

}  // namespace

std::string webhook_message_id(std::string_view origin, Sequence event) {
  constexpr std::size_t kBytes = 16;  // no two events of two logs share so many
  const Digest digest =
      sha256("webhook " + std::string(origin) + "\n" + std::to_string(event.value()));
  return "msg_" + to_base64url(ByteView(digest).first(kBytes));
}

WebhookMessage webhook_message(std::string_view origin,
                               const RecordedEvent& event,
                               const Session& session) {
  const auto type = webhook_type_of(event.event);
  check(type.has_value(), "a message is made of an event that webhooks tell about");
  Message message{*type, event.at, {}};
  message.data.session = session.id;
  message.data.sandbox = session.sandbox;
  message.data.log = place_of(event);
  std::visit(Tell{session, message.data}, event.event);
  return {webhook_message_id(origin, event.sequence), json_of(message)};
}

WebhookMessage webhook_test_message(std::string_view origin, const RecordedEvent& event) {
  const auto* tested = std::get_if<WebhookTested>(&event.event);
  check(tested != nullptr, "the message of a test is made of the event that asked for it");
  return {webhook_message_id(origin, event.sequence),
          json_of(TestMessage{event.at, {tested->webhook, place_of(event)}})};
}

Schema webhook_test_schema() {
  return answer_schema_of<TestMessage>("WebhookTest", "What a receiver is sent as a test.");
}

Schema webhook_message_schema() {
  return answer_schema_of<Message>("WebhookMessage", "What a receiver is sent: ids and statuses.");
}

}  // namespace countersign::http
