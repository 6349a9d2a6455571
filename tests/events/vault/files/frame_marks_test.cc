#include "events/vault/files/frame_marks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/hmac.h"
#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/sealed_text.h"

namespace countersign::frame_marks_test {

SecretBytes<32> secret(std::string_view text) { return SecretBytes<32>(sha256(text)); }
Sha256 pixels(std::string_view text) { return Sha256(sha256(text)); }

const SessionId kSession{*parse_uuid("00112233-4455-4677-8899-aabbccddeeff")};
const SessionId kOther{*parse_uuid("00112233-4455-4677-8899-aabbccddeefe")};
const RequestId kRequest("r-1");

TEST_CASE("a mark is the first half of an HMAC, and is of use with one installation's key alone") {
  const FrameMarker marker(secret("installation"));
  const FrameMark mark = marker.mark_of(pixels("a"));
  CHECK(marker.mark_of(pixels("a")) == mark);
  CHECK(marker.mark_of(pixels("b")) != mark);
  CHECK(FrameMarker(secret("another")).mark_of(pixels("a")) != mark);
  const Digest whole = hmac_sha256(secret("installation").reveal(), ByteView(sha256("a")));
  for (std::size_t i = 0; i < mark.value().size(); ++i) CHECK(mark.value()[i] == whole[i]);
}

TEST_CASE("marks that were sealed open with the session's key, for its request alone") {
  OsRandom random;
  const FrameMarker marker(secret("installation"));
  const SessionKey key(secret("session"));
  for (const std::size_t count : {0U, 1U, 12U}) {
    std::vector<FrameMark> marks;
    for (std::size_t i = 0; i < count; ++i)
      marks.push_back(marker.mark_of(pixels(std::to_string(i))));
    const std::string sealed = seal_marks(key, kSession, kRequest, marks, random);
    CHECK(open_marks(key, kSession, kRequest, sealed) == marks);
    CHECK_FALSE(open_marks(key, kOther, kRequest, sealed));
    CHECK_FALSE(open_marks(key, kSession, RequestId("r-2"), sealed));
    CHECK_FALSE(open_marks(SessionKey(secret("another")), kSession, kRequest, sealed));
  }
}

TEST_CASE("a sealed text that is not whole marks is not opened as marks") {
  OsRandom random;
  const SessionKey key(secret("session"));
  const auto sealed = [&](std::string_view plain, std::string_view context) {
    return seal_text(key, kSession, context, plain, random);
  };
  const std::string context = "marks of the frames of request r-1";
  CHECK(open_marks(key, kSession, kRequest, sealed(std::string(32, 'x'), context))->size() == 2);
  for (const std::size_t size : {1U, 15U, 17U, 33U}) {
    CHECK_FALSE(open_marks(key, kSession, kRequest, sealed(std::string(size, 'x'), context)));
  }
  CHECK_FALSE(
      open_marks(key, kSession, kRequest, sealed(std::string(32, 'x'), "origin of request r-1")));
  CHECK_FALSE(open_marks(key, kSession, kRequest, "no sealed text"));
}

}  // namespace countersign::frame_marks_test
