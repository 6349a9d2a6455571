#include "events/audit/streams/webhook_audit.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "events/record/codec.h"
#include "tests/events/audit/audited_stream.h"

namespace countersign::webhook_audit_test {

const WebhookId kOne("whep_1");

// A sound stream, with an event of each kind.
std::vector<WebhookEvent> sound_stream() {
  return {WebhookRegistered{kOne, "https://a.example", {}},
          WebhookChanged{kOne, "https://a.example", {WebhookType::Completed}},
          WebhookSecretRotated{kOne, 2, UtcTime(9)},
          WebhookDisabled{kOne, WebhookStop::Exhausted},
          WebhookEnabled{kOne},
          WebhookReplayed{kOne, Sequence(1)},
          WebhookChanged{kOne, "https://b.example", {}, true},
          WebhookProven{kOne, "https://b.example"},
          WebhookDeleted{kOne}};
}

std::string fault_of(const std::vector<WebhookEvent>& events) {
  std::vector<StoredEvent> stream;
  Sha256 previous;
  for (const WebhookEvent& event : events) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(stream.size() + 1);
    recorded.stream = webhooks_stream_of(ClientKey("svck_a"));
    recorded.version = StreamVersion(stream.size() + 1);
    recorded.previous = previous;
    recorded.event = any_stream(std::vector<WebhookEvent>{event}).front();
    stream.push_back(encode_stored(recorded));
    previous = stream.back().leaf;
  }
  const auto fault = audit_stream(stream);
  return fault ? std::to_string(fault->sequence.value()) + " " + fault->why : "";
}

std::string fault_with(std::size_t index, const WebhookEvent& event) {
  std::vector<WebhookEvent> events = sound_stream();
  events[index] = event;
  return fault_of(events);
}

constexpr const char* kNotAllowed = " the rules of webhooks do not allow the event at this place";

TEST_CASE("the events of a client's webhooks follow their rules") {
  CHECK(fault_of(sound_stream()) == "");
  CHECK(fault_with(0, WebhookEnabled{kOne}) == std::string("1") + kNotAllowed);
  CHECK(fault_with(1, WebhookChanged{kOne, "https://a.example", {}}) ==
        std::string("2") + kNotAllowed);  // which changes nothing
  CHECK(fault_with(2, WebhookSecretRotated{kOne, 3, UtcTime(9)}) ==
        std::string("3") + kNotAllowed);  // which leaves out a generation
  CHECK(fault_with(3, WebhookDisabled{WebhookId("whep_2"), WebhookStop::Gone}) ==
        std::string("4") + kNotAllowed);
  CHECK(fault_with(6, WebhookEnabled{kOne}) == std::string("7") + kNotAllowed);
  CHECK(fault_with(6, WebhookChanged{kOne, "https://b.example", {}}) ==
        std::string("8") + kNotAllowed);  // which asks for no proof
  CHECK(fault_with(7, WebhookProven{kOne, "https://a.example"}) == std::string("8") + kNotAllowed);
  CHECK(fault_with(1, WebhookChanged{kOne, "https://a.example", {WebhookType::Completed}, true}) ==
        std::string("2") + kNotAllowed);  // which leaves the address as it is
}

}  // namespace countersign::webhook_audit_test
