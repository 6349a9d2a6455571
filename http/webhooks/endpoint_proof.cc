#include "http/webhooks/endpoint_proof.h"

#include <array>
#include <utility>

#include "core/check.h"
#include "core/text/base64url.h"
#include "core/text/json_document.h"
#include "events/crypto/secret.h"
#include "http/json/json_of.h"
#include "http/webhooks/delivery/delivery_schedule.h"

namespace countersign::http {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// After each failed attempt but the last.
constexpr std::array<Duration, EndpointProof::kAttempts - 1> kChallengeDelays = {
    seconds(5), seconds(30), minutes(2), minutes(10), hours(1)};

template <std::size_t bytes>
std::string random_text(RandomSource& random) {
  std::array<std::uint8_t, bytes> value{};
  random.fill(value);
  return to_base64url(ByteView(value));
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

struct ChallengeData {
  std::string_view challenge;
};
struct ChallengeMessage {
  UtcTime at;
  ChallengeData data;
};

constexpr std::string_view kChallengeType = "webhook.challenge";

}  // namespace

template <>
constexpr auto members_of<ChallengeData> = members(Member{
    "challenge", &ChallengeData::challenge, "To be answered, alone or as the member `challenge`."});
template <>
constexpr auto members_of<ChallengeMessage> =
    members(Member{"type", [](const ChallengeMessage&) { return kChallengeType; }},
            Member{"timestamp", &ChallengeMessage::at, "Of this attempt."},
            Member{"data", &ChallengeMessage::data});

bool answers_challenge(std::string_view body, std::string_view challenge) {
  const std::string_view text = without_blanks(body);
  if (equal_in_constant_time(text, challenge)) return true;
  rapidjson::Document json;
  if (!parse_json(json, text) || !json.IsObject()) return false;
  const auto member = json.FindMember("challenge");
  return member != json.MemberEnd() && member->value.IsString() &&
         equal_in_constant_time(string_in(member->value), challenge);
}

std::optional<UtcTime> EndpointProof::next_due() const {
  if (in_flight_ || failed_ == kAttempts) return std::nullopt;
  return due_;
}

std::string EndpointProof::begin(RandomSource& random) {
  check(next_due().has_value(), "one challenge of an endpoint is in flight, and so many in all");
  in_flight_ = random_text<32>(random);
  return *in_flight_;
}

EndpointProof::Verdict EndpointProof::finish(const std::string& challenge,
                                             const std::optional<std::string>& body,
                                             UtcTime now,
                                             RandomSource& random) {
  if (in_flight_ != challenge) return Verdict::Stale;
  in_flight_.reset();
  if (body && answers_challenge(*body, challenge)) return Verdict::Proven;
  ++failed_;
  if (failed_ == kAttempts) return Verdict::GivenUp;
  due_ = now + with_jitter(kChallengeDelays[failed_ - 1], random);
  return Verdict::Later;
}

WebhookMessage challenge_message(const std::string& challenge, UtcTime now, RandomSource& random) {
  return {"msg_" + random_text<16>(random), json_of(ChallengeMessage{now, {challenge}})};
}

Schema challenge_message_schema() {
  return answer_schema_of<ChallengeMessage>("WebhookChallenge",
                                            "A webhook's address is sent this before any event.");
}

}  // namespace countersign::http
