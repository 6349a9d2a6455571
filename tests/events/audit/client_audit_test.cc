// The audit of a client's stream: the settings of the capture page.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "events/record/codec.h"
#include "tests/events/audit/audited_stream.h"

namespace countersign::client_audit_test {

const std::string kLogo = "the bytes of a logo";
const std::string kText = "I agree.";

ConsentVersion consent(const std::string& version, const std::string& text) {
  return {version, Sha256(sha256(text))};
}

ClientLogoChanged logo_changed() {
  return {LogoFile{ImageFormat::Png, 2, 3, kLogo.size(), Sha256(sha256(kLogo))},
          to_base64url(kLogo)};
}

// A sound stream, with an event of each kind about the page.
std::vector<ClientEvent> sound_stream() {
  CapturePage page;
  page.name = "Shop";
  return {ClientRegistered{"shop", {}, 1, {}, false},
          CapturePageChanged{page},
          logo_changed(),
          ConsentTextChanged{consent("v1", kText), kText, {}},
          ClientLogoChanged{},
          ConsentTextChanged{}};
}

std::string fault_of(const std::vector<ClientEvent>& events) {
  std::vector<StoredEvent> stream;
  Sha256 previous;
  for (const ClientEvent& event : events) {
    RecordedEvent recorded;
    recorded.actor = {ActorKind::Operator, "uid:0"};
    recorded.sequence = Sequence(stream.size() + 1);
    recorded.stream = stream_of(ClientKey("svck_a"));
    recorded.version = StreamVersion(stream.size() + 1);
    recorded.previous = previous;
    recorded.event = any_stream(std::vector<ClientEvent>{event}).front();
    stream.push_back(encode_stored(recorded));
    previous = stream.back().leaf;
  }
  const auto fault = audit_stream(stream);
  return fault ? std::to_string(fault->sequence.value()) + " " + fault->why : "";
}

std::string fault_with(std::size_t index, const ClientEvent& event) {
  std::vector<ClientEvent> events = sound_stream();
  events[index] = event;
  return fault_of(events);
}

using namespace std::string_literals;

constexpr const char* kNotAllowed = " the rules of a client do not allow the event at this place";
constexpr const char* kOtherHash =
    " the SHA-256 of the event's logo or text is not the one that the event gives";

TEST_CASE("the events of a capture page follow the rules of a client") {
  CHECK(fault_of(sound_stream()) == "");
  CHECK(fault_with(1, CapturePageChanged{}) == "2"s + kNotAllowed);  // which changes nothing
  CHECK(fault_with(2, ClientLogoChanged{}) == "3"s + kNotAllowed);
  CHECK(fault_with(4, logo_changed()) == "5"s + kNotAllowed);  // the same again
  CHECK(fault_with(5, ConsentTextChanged{consent("v1", "Other."), "Other.", {}}) ==
        "6"s + kNotAllowed);  // under the old version
}

TEST_CASE("an event whose logo or text is not the one that it names is found") {
  ClientLogoChanged other = logo_changed();
  other.bytes = to_base64url("the bytes of a lego");
  CHECK(fault_with(2, other) == "3"s + kOtherHash);
  other = logo_changed();
  other.logo->size_bytes += 1;
  CHECK(fault_with(2, other) == "3"s + kOtherHash);
  other.bytes = "no base64 at all!";
  CHECK(fault_with(2, other) == "3"s + kOtherHash);
  CHECK(fault_with(4, ClientLogoChanged{std::nullopt, "AAAA"}) == "5"s + kOtherHash);
  CHECK(fault_with(3, ConsentTextChanged{consent("v1", kText), "I agree!", {}}) ==
        "4"s + kOtherHash);
  CHECK(fault_with(5, ConsentTextChanged{std::nullopt, kText, {}}) == "6"s + kOtherHash);
}

}  // namespace countersign::client_audit_test
