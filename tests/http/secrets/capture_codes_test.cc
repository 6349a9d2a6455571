#include "http/secrets/capture_codes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/os_random.h"
#include "http/secrets/capture_links.h"
#include "tests/http/support/rig.h"

namespace countersign::http::capture_codes_test {

SecretBytes<32> key_of(std::uint8_t fill) {
  std::array<std::uint8_t, 32> bytes{};
  bytes.fill(fill);
  return SecretBytes<32>(bytes);
}

const SessionId kSession(*parse_uuid("01930000-0000-7000-8000-000000000001"));
const SessionId kOther(*parse_uuid("01930000-0000-7000-8000-000000000002"));

TEST_CASE("a link's code is 43 characters, the same each time, and opens its session alone") {
  const CaptureCodes codes(key_of(1));
  const std::string code = codes.link(kSession);
  CHECK(code.size() == 43);
  CHECK(codes.link(kSession) == code);
  CHECK(CaptureCodes(key_of(1)).link(kSession) == code);  // as the next process makes it
  CHECK(codes.link(kOther) != code);
  const auto opened = codes.open(code);
  REQUIRE(opened);
  CHECK(opened->how == JoinedBy::Link);
  CHECK(opened->session == kSession);
}

TEST_CASE("each handoff has a code of its own, of 54 characters") {
  const CaptureCodes codes(key_of(1));
  OsRandom random;
  const std::string code = codes.handoff(kSession, random);
  CHECK(code.size() == 54);
  CHECK(codes.handoff(kSession, random) != code);
  const auto opened = codes.open(code);
  REQUIRE(opened);
  CHECK(opened->how == JoinedBy::Handoff);
  CHECK(opened->session == kSession);
}

TEST_CASE("nothing of a session can be read in the codes of neighbouring sessions") {
  const CaptureCodes codes(key_of(1));
  const auto bytes = from_base64url(codes.link(kSession));
  const auto others = from_base64url(codes.link(kOther));
  REQUIRE(bytes);
  REQUIRE(others);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < bytes->size(); ++i) equal += (*bytes)[i] == (*others)[i] ? 1 : 0;
  CHECK(equal < 8);  // of 32; by chance an eighth of one
}

TEST_CASE("a text that this key did not make is no code") {
  const CaptureCodes codes(key_of(1));
  OsRandom random;
  for (const std::string& code : {codes.link(kSession), codes.handoff(kSession, random)}) {
    CHECK_FALSE(CaptureCodes(key_of(2)).open(code));
    CHECK_FALSE(codes.open(code + "A"));
    CHECK_FALSE(codes.open(code.substr(1)));
    CHECK_FALSE(codes.open(" " + code.substr(1)));
    CHECK_FALSE(codes.open(code.substr(0, code.size() - 1) + "="));
    for (std::size_t i = 0; i < code.size(); ++i) {
      std::string changed = code;
      changed[i] = changed[i] == 'A' ? 'B' : 'A';
      CHECK_FALSE(codes.open(changed));
    }
  }
  CHECK_FALSE(codes.open(""));
  CHECK_FALSE(codes.open(std::string(43, 'A')));
  CHECK_FALSE(codes.open(std::string(54, 'A')));
  CHECK_FALSE(codes.open(std::string(43, '\0')));
  // A link's code, lengthened, is none of a handoff: the kinds are sealed apart.
  CHECK_FALSE(codes.open(codes.link(kSession) + std::string(11, 'A')));
}

TEST_CASE("the three numbers differ, have the right one in any place, and follow from the code") {
  const CaptureCodes codes(key_of(1));
  OsRandom random;
  std::set<std::uint32_t> rights;
  std::set<std::ptrdiff_t> places;
  for (int i = 0; i < 3000; ++i) {
    const std::string code = codes.handoff(kSession, random);
    const HandoffNumbers numbers = codes.numbers_of(code);
    CHECK(codes.numbers_of(code).shown == numbers.shown);
    CHECK(std::set(numbers.shown.begin(), numbers.shown.end()).size() == 3);
    CHECK(std::ranges::all_of(numbers.shown, [](auto n) { return n >= 10 && n <= 99; }));
    const auto* const place = std::ranges::find(numbers.shown, numbers.right);
    REQUIRE(place != numbers.shown.end());
    places.insert(place - numbers.shown.begin());
    rights.insert(numbers.right);
  }
  CHECK(rights.size() == 90);
  CHECK(places.size() == 3);
}

TEST_CASE("an address is the public origin, the page and the code behind the fragment's sign") {
  const CaptureLinks links(key_of(1), "https://verify.example");
  CHECK(links.link_of({}, kSession) ==
        "https://verify.example/capture#c=" + links.codes().link(kSession));
  CHECK(links.address_of("x") == "https://verify.example/capture#c=x");
  const CaptureLinks without(key_of(1), std::nullopt);
  CHECK_FALSE(without.link_of({}, kSession));
  CHECK_FALSE(without.address_of("x"));
}

TEST_CASE("what may be a code, a token or a secret is no request id, and is told nobody") {
  Rig rig;
  std::vector<std::string> logged;
  rig.service().calls.access_log = [&](const AccessRecord& record) {
    logged.emplace_back(record.request_id);
  };
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client, "LIVENESS");
  const CaptureCodes& codes = rig.service().links.codes();
  const SessionId session(*parse_uuid(rig.create(client)["sessionId"]));
  const std::string link = codes.link(session);
  logged.clear();
  for (const std::string& secret : {token,
                                    client.secret,
                                    link,
                                    codes.handoff(session, rig.service().random),
                                    "x." + link,
                                    link + ".x",
                                    "c-" + link}) {
    CAPTURE(secret);
    const Answer answer = rig.send({.path = "/nowhere", .headers = {{"X-Request-Id", secret}}});
    CHECK(parse_uuid(answer.header("X-Request-Id")).has_value());
    CHECK(answer.body.find(secret) == std::string::npos);
    REQUIRE(logged.size() == 1);
    CHECK(parse_uuid(logged.back()).has_value());
    logged.clear();
  }
}

TEST_CASE("a nonce is no request id, and reaches neither the log nor an event") {
  Rig rig;
  std::vector<std::string> logged;
  rig.service().calls.access_log = [&](const AccessRecord& record) {
    logged.emplace_back(record.request_id);
  };
  const std::string token = rig.token(rig.add_client());
  const std::string nonce = rig.nonce(token, "document");
  REQUIRE(nonce.size() == 32);
  for (const std::string& given : {nonce, "x." + nonce, nonce + ".x", "n-" + nonce}) {
    CAPTURE(given);
    logged.clear();
    // The challenge becomes an event, with the id of the request that asked for it.
    const Answer answer =
        rig.device(Method::Post, "/api/sdk/document/challenge", token, {{"X-Request-Id", given}});
    REQUIRE(answer.status == 200);
    CHECK(parse_uuid(answer.header("X-Request-Id")).has_value());
    REQUIRE(logged.size() == 1);
    CHECK(logged.back() == answer.header("X-Request-Id"));
  }
  std::size_t events = 0;
  const auto read = rig.data().log().read(Sequence(1), [&](const StoredEvent& event) {
    CHECK(event.bytes.find(nonce) == std::string::npos);
    ++events;
    return true;
  });
  REQUIRE(read.has_value());
  CHECK(events > 5);
}

TEST_CASE("UUIDs and trace ids are request ids, with and without hyphens") {
  Rig rig;
  for (const std::string given : {"0193680e-2b8a-7c31-9d5c-0f6b7a1e4c2d",
                                  "0193680E-2B8A-7C31-9D5C-0F6B7A1E4C2D",
                                  "0193680e2b8a7c319d5c0f6b7a1e4c2d",
                                  "4bf92f3577b34da6a3ce929d0e0e4736",
                                  "1-5759e988-bd862e3fe1be46a994272793"}) {
    const Answer answer = rig.send({.path = "/nowhere", .headers = {{"X-Request-Id", given}}});
    CHECK(answer.header("X-Request-Id") == given);
  }
}

}  // namespace countersign::http::capture_codes_test
