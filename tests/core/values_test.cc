#include <doctest/doctest.h>

#include "core/ids.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign::values_test {

TEST_CASE("a UUID survives its text form and nothing else is one") {
  Uuid bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 17);
  const std::string text = to_string(bytes);
  CHECK(text == "00112233-4455-6677-8899-aabbccddeeff");
  CHECK(parse_uuid(text) == bytes);
  CHECK(parse_uuid("00112233-4455-6677-8899-AABBCCDDEEFF") == bytes);
  for (const char* wrong : {"",
                            "00112233-4455-6677-8899-aabbccddeef",
                            "00112233-4455-6677-8899-aabbccddeeff0",
                            "00112233x4455-6677-8899-aabbccddeeff",
                            "0011223344556677-8899-aabbccddeeff--",
                            "g0112233-4455-6677-8899-aabbccddeeff"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_uuid(wrong));
  }
}

TEST_CASE("random bytes become a version 4 UUID of the RFC variant") {
  Uuid ones;
  ones.fill(0xff);
  CHECK(to_string(uuid_from_random(ones)) == "ffffffff-ffff-4fff-bfff-ffffffffffff");
  CHECK(to_string(uuid_from_random(Uuid{})) == "00000000-0000-4000-8000-000000000000");
}

TEST_CASE("a time and random bytes become a version 7 UUID that grows with the time") {
  Uuid ones;
  ones.fill(0xff);
  const UtcTime at(1'795'000'000'123'999);
  CHECK(to_string(uuid_from_time(at, ones)) == "01a1ee56-5e7b-7ffb-bfff-ffffffffffff");
  CHECK(to_string(uuid_from_time(at, Uuid{})) == "01a1ee56-5e7b-7ffb-8000-000000000000");
  CHECK(to_string(uuid_from_time(UtcTime(-1), Uuid{})) == "00000000-0000-7000-8000-000000000000");
  for (const std::int64_t later_us : {1, 2, 1000, 1'000'000}) {
    CAPTURE(later_us);
    CHECK(uuid_from_time(at, ones) < uuid_from_time(UtcTime(at.value() + later_us), Uuid{}));
  }
}

TEST_CASE("a digest survives its hexadecimal form") {
  Digest digest{};
  digest[0] = 0xab;
  digest[31] = 0x01;
  CHECK(parse_digest(to_hex(digest)) == digest);
  CHECK_FALSE(parse_digest("ab"));
  CHECK_FALSE(parse_digest(std::string(64, 'g')));
}

TEST_CASE("a stream names its session or its client and never both") {
  const SessionId session(Uuid{1});
  CHECK(session_of(stream_of(session)) == session);
  CHECK_FALSE(client_of(stream_of(session)));
  const ClientKey client("svck_x");
  CHECK(client_of(stream_of(client)) == client);
  CHECK_FALSE(session_of(stream_of(client)));
  CHECK_FALSE(session_of(StreamId("session-not-a-uuid")));
  // A session has one stream: another spelling of its id does not name it.
  CHECK_FALSE(session_of(StreamId("session-00112233-4455-6677-8899-AABBCCDDEEFF")));
}

TEST_CASE("a time survives its RFC 3339 form, leap days and ends of years too") {
  struct Row {
    std::int64_t micros;
    const char* text;
  };
  const Row rows[] = {
      {0, "1970-01-01T00:00:00.000000Z"},
      {1, "1970-01-01T00:00:00.000001Z"},
      {951'782'400'000'000, "2000-02-29T00:00:00.000000Z"},
      {1'735'689'599'999'999, "2024-12-31T23:59:59.999999Z"},
  };
  for (const Row& row : rows) {
    CHECK(to_string(UtcTime(row.micros)) == row.text);
    CHECK(parse_utc_time(row.text) == UtcTime(row.micros));
  }
  CHECK(parse_utc_time("1970-01-01T00:00:01Z") == UtcTime(1'000'000));
  for (const char* wrong : {"",
                            "2025-02-29T00:00:00Z",
                            "2025-13-01T00:00:00Z",
                            "2025-01-01 00:00:00Z",
                            "2025-01-01T24:00:00Z",
                            "2025-01-01T00:00:00+01:00",
                            "2025-01-01T00:00:00.123Z"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_utc_time(wrong));
  }
}

TEST_CASE("a month ends where the next one begins") {
  const UtcTime december = *parse_utc_time("2026-12-31T23:59:59.999999Z");
  CHECK(month_of(december) == "2026-12");
  CHECK(day_of(december) == "20261231");
  CHECK(next_month(december) == *parse_utc_time("2027-01-01T00:00:00Z"));
}

TEST_CASE("names are read exactly from the log and without regard to case from clients") {
  CHECK(parse_name<Side>("BACK") == Side::Back);
  CHECK_FALSE(parse_name<Side>("back"));
  CHECK(parse_name_ignoring_case<Side>("bAcK") == Side::Back);
  CHECK_FALSE(parse_name_ignoring_case<Side>("BAC"));
  CHECK(name_of(DocumentType::DrivingLicense) == "DRIVING_LICENSE");
}

}  // namespace countersign::values_test
