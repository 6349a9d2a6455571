// The audit of a reviewer's stream.
#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "core/text/base64url.h"
#include "events/record/codec.h"
#include "tests/events/audit/audited_stream.h"

namespace countersign::reviewer_audit_test {

// The public key of RFC 8032 section 7.1, TEST 1.
const std::string kSpki = "MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
constexpr std::int64_t kSecond = 1'000'000;

Passkey passkey(const std::string& id) {
  return {id, kSpki, "localhost", "http://localhost:8081", 0};
}

// A sound stream with an event of each kind, one a second. The link ends just before its use.
std::vector<ReviewerEvent> sound_stream() {
  return {ReviewerRegistered{{{ReviewerRole::Reviewer, "*"}}},
          ReviewerChanged{{{ReviewerRole::Supervisor, "*"}}},
          ReviewerLinkMade{{}, UtcTime(4 * kSecond)},
          ReviewerKeyAdded{passkey("AA"), LinkHash(), KeyWord::Link},
          ReviewerKeyAdded{passkey("BB"), std::nullopt},  // of an earlier release
          ReviewerLoggedIn{LoginMethod::Passkey, "AA", 3},
          ReviewerKeyRevoked{"AA"},
          ReviewerDisabled{"left"}};
}

// An earlier release did not record on whose word a passkey came or went.
bool is_earlier(const ReviewerEvent& event) {
  const auto* added = std::get_if<ReviewerKeyAdded>(&event);
  const auto* revoked = std::get_if<ReviewerKeyRevoked>(&event);
  return (added != nullptr && added->by == KeyWord::Unsaid) ||
         (revoked != nullptr && revoked->by == KeyWord::Unsaid);
}

std::string fault_of(const std::vector<ReviewerEvent>& events, bool has_earlier = true) {
  std::vector<StoredEvent> stream;
  Sha256 previous;
  for (const ReviewerEvent& event : events) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(stream.size() + 1);
    recorded.stream = stream_of(ReviewerId("rvw_AAAAAAAAAAAAAAAAAAAAAA"));
    recorded.version = StreamVersion(stream.size() + 1);
    recorded.previous = previous;
    recorded.at = UtcTime(static_cast<std::int64_t>(stream.size() + 1) * kSecond);
    recorded.event = any_stream(std::vector<ReviewerEvent>{event}).front();
    recorded.older_version = has_earlier && is_earlier(event) ? 1 : 0;
    stream.push_back(encode_stored(recorded));
    previous = stream.back().leaf;
  }
  const auto fault = audit_stream(stream);
  return fault ? std::to_string(fault->sequence.value()) + " " + fault->why : "";
}

std::string fault_with(std::size_t index, const ReviewerEvent& event) {
  std::vector<ReviewerEvent> events = sound_stream();
  events[index] = event;
  return fault_of(events);
}

using namespace std::string_literals;

constexpr const char* kNotAllowed = " the rules of a reviewer do not allow the event at this place";
constexpr const char* kNoKey = " the event's passkey has no key that can sign";

TEST_CASE("the events of a reviewer follow the rules") {
  CHECK(fault_of(sound_stream()) == "");
  // No server of today records that nobody said so.
  CHECK(fault_of(sound_stream(), false) == "5"s + kNotAllowed);
  CHECK(fault_with(1, ReviewerChanged{{{ReviewerRole::Reviewer, "*"}}}) == "2"s + kNotAllowed);
  CHECK(fault_with(2, ReviewerLinkMade{LinkHash(Digest{1}), UtcTime(9 * kSecond)}) ==
        "4"s + kNotAllowed);  // which was not the link
  CHECK(fault_with(4, ReviewerKeyAdded{passkey("AA"), std::nullopt}) == "5"s + kNotAllowed);
  CHECK(fault_with(4, ReviewerKeyAdded{passkey("BB"), LinkHash(), KeyWord::Link}) ==
        "5"s + kNotAllowed);  // the link again
  CHECK(fault_with(5, ReviewerLoggedIn{LoginMethod::Passkey, "CC", 3}) == "6"s + kNotAllowed);
  CHECK(fault_with(6, ReviewerLoggedIn{LoginMethod::Passkey, "AA", 3}) ==
        "7"s + kNotAllowed);  // the counter stood still
  CHECK(fault_with(6, ReviewerDisabled{"gone"}) == "8"s + kNotAllowed);
}

TEST_CASE("a passkey without a key that can sign is found") {
  Passkey bent = passkey("BB");
  bent.spki.back() = 'x';
  CHECK(fault_with(4, ReviewerKeyAdded{bent, std::nullopt}) == "5"s + kNoKey);
  bent.spki = "no base64 at all!";
  CHECK(fault_with(4, ReviewerKeyAdded{bent, std::nullopt}) == "5"s + kNoKey);
  bent.spki.clear();
  CHECK(fault_with(4, ReviewerKeyAdded{bent, std::nullopt}) == "5"s + kNoKey);
}

}  // namespace countersign::reviewer_audit_test
