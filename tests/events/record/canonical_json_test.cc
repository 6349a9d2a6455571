#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/text/utf8.h"
#include "events/record/record_json.h"

namespace countersign::canonical_json_test {

enum class Colour : std::uint8_t { Red, Green };

struct Inner {
  std::uint32_t count = 0;
  bool operator==(const Inner&) const = default;
};
struct Sample {
  bool yes = false;
  std::int64_t whole = 0;
  std::optional<std::string> name;
  std::vector<Inner> inner;
  Colour colour = Colour::Red;
  bool operator==(const Sample&) const = default;
};

struct Texts {
  std::vector<std::string> texts;
};

}  // namespace countersign::canonical_json_test

namespace countersign {

template <>
inline constexpr auto fields_of<canonical_json_test::Texts> = fields(Field{
    "texts", &canonical_json_test::Texts::texts});
template <>
inline constexpr auto enum_names<canonical_json_test::Colour> =
    std::to_array<Named<canonical_json_test::Colour>>(
        {{canonical_json_test::Colour::Red, "RED"}, {canonical_json_test::Colour::Green, "GREEN"}});
template <>
inline constexpr auto fields_of<canonical_json_test::Inner> = fields(Field{
    "count", &canonical_json_test::Inner::count});
template <>
inline constexpr auto fields_of<canonical_json_test::Sample> =
    fields(Field{"yes", &canonical_json_test::Sample::yes},
           Field{"whole", &canonical_json_test::Sample::whole},
           Field{"name", &canonical_json_test::Sample::name},
           Field{"inner", &canonical_json_test::Sample::inner},
           Field{"colour", &canonical_json_test::Sample::colour});

}  // namespace countersign

namespace countersign::canonical_json_test {

constexpr std::string_view kSample =
    R"({"yes":true,"whole":-7,"name":"Ada","inner":[{"count":1},{"count":2}],"colour":"GREEN"})";

template <class T>
bool reads(std::string_view text) {
  return from_json<T>(text).has_value();
}

std::optional<std::string> text_in(const std::string& json) {
  JsonReader reader(json);
  std::string value;
  if (!reader.text(value) || !reader.expect_end()) return std::nullopt;
  return value;
}

std::string json_of(std::string_view text) {
  std::string out;
  CanonicalJson(out).text(text);
  return out;
}

TEST_CASE("a record is written with all its fields, in their order") {
  const Sample sample{true, -7, "Ada", {{1}, {2}}, Colour::Green};
  CHECK(to_json(sample) == kSample);
  CHECK(*from_json<Sample>(kSample) == sample);
  CHECK(to_json(Sample{}) == R"({"yes":false,"whole":0,"name":null,"inner":[],"colour":"RED"})");
}

TEST_CASE("a record is read in its one form only") {
  struct Row {
    std::string_view what;
    std::string_view json;
  };
  constexpr std::array kRows{
      Row{"nothing", ""},
      Row{"not an object", "[]"},
      Row{"no member", "{}"},
      Row{"the first missing", R"({"whole":0,"name":null,"inner":[],"colour":"RED"})"},
      Row{"the last missing", R"({"yes":true,"whole":0,"name":null,"inner":[]})"},
      Row{"one unknown",
          R"({"yes":true,"whole":0,"name":null,"inner":[],"colour":"RED","more":1})"},
      Row{"one repeated",
          R"({"yes":true,"yes":true,"whole":0,"name":null,"inner":[],"colour":"RED"})"},
      Row{"out of order", R"({"whole":0,"yes":true,"name":null,"inner":[],"colour":"RED"})"},
      Row{"white space", R"({"yes": true,"whole":0,"name":null,"inner":[],"colour":"RED"})"},
      Row{"something behind", R"({"yes":true,"whole":0,"name":null,"inner":[],"colour":"RED"} )"},
      Row{"no end", R"({"yes":true,"whole":0,"name":null,"inner":[],"colour":"RED")"},
      Row{"a number for a truth", R"({"yes":1,"whole":0,"name":null,"inner":[],"colour":"RED"})"},
      Row{"a text for a number",
          R"({"yes":true,"whole":"0","name":null,"inner":[],"colour":"RED"})"},
      Row{"null for a number",
          R"({"yes":true,"whole":null,"name":null,"inner":[],"colour":"RED"})"},
      Row{"a number for a text", R"({"yes":true,"whole":0,"name":1,"inner":[],"colour":"RED"})"},
      Row{"an object for an array",
          R"({"yes":true,"whole":0,"name":null,"inner":{},"colour":"RED"})"},
      Row{"a trailing comma",
          R"({"yes":true,"whole":0,"name":null,"inner":[{"count":1},],"colour":"RED"})"},
      Row{"a name of no value", R"({"yes":true,"whole":0,"name":null,"inner":[],"colour":"red"})"},
      Row{"a name with an escape",
          R"({"yes":true,"whole":0,"name":null,"inner":[],"colour":"\u0052ED"})"},
  };
  for (const Row& row : kRows) {
    INFO(row.what);
    CHECK_FALSE(reads<Sample>(row.json));
  }
}

TEST_CASE("numbers have one form and end before 2^53") {
  CHECK(*from_json<std::uint64_t>("9007199254740991") == kJsonIntegerMax);
  CHECK(*from_json<std::int64_t>("-9007199254740991") == -9007199254740991);
  CHECK(*from_json<std::uint32_t>("4294967295") == std::numeric_limits<std::uint32_t>::max());
  for (const std::string_view bad : {"",
                                     "-",
                                     "+1",
                                     "00",
                                     "01",
                                     "1.0",
                                     "1e3",
                                     "0x1",
                                     "9007199254740992",
                                     "99999999999999999",
                                     "18446744073709551616",
                                     "-1"}) {
    INFO(bad);
    CHECK_FALSE(reads<std::uint64_t>(bad));
  }
  CHECK_FALSE(reads<std::uint32_t>("4294967296"));
  CHECK_FALSE(reads<std::int64_t>("-0"));
  CHECK_FALSE(reads<std::int64_t>("--1"));
  CHECK_FALSE(reads<std::int64_t>("-9007199254740992"));
}

TEST_CASE("text is escaped where it must be, in one way") {
  CHECK(json_of("a\"\\/\b\f\n\r\t\x01\x1f\x7f") == R"("a\"\\/\b\f\n\r\t\u0001\u001f)"
                                                   "\x7f\"");
  CHECK(json_of("\xc3\xa9 \xf0\x9f\x99\x82") == "\"\xc3\xa9 \xf0\x9f\x99\x82\"");
  CHECK(json_of(std::string_view("\0", 1)) == R"("\u0000")");
  for (const std::string_view bad : {R"("\/")",
                                     R"("\u0041")",
                                     R"("\u000a")",
                                     R"("\u001F")",
                                     R"("\u00e9")",
                                     R"("\ud83d\ude42")",
                                     R"("\x")",
                                     R"("\)",
                                     R"("\u00)",
                                     R"(")",
                                     R"("a)",
                                     "\"\n\"",
                                     "\"\x01\"",
                                     "a"}) {
    INFO(bad);
    CHECK_FALSE(text_in(std::string(bad)).has_value());
  }
}

TEST_CASE("text is UTF-8") {
  for (const std::string_view good : {"",
                                      "\x7f",
                                      "\xc2\x80",
                                      "\xdf\xbf",
                                      "\xe0\xa0\x80",
                                      "\xed\x9f\xbf",
                                      "\xee\x80\x80",
                                      "\xef\xbf\xbf",
                                      "\xf0\x90\x80\x80",
                                      "\xf4\x8f\xbf\xbf"}) {
    CHECK(is_utf8(good));
    CHECK(text_in(json_of(good)) == std::string(good));
  }
  for (const std::string_view bad : {"\x80",
                                     "\xbf",
                                     "\xc0\x80",
                                     "\xc1\xbf",
                                     "\xc2",
                                     "\xc2\x41",
                                     "\xe0\x80\x80",
                                     "\xe0\x9f\xbf",
                                     "\xe2\x82",
                                     "\xe2\x28\xa1",
                                     "\xed\xa0\x80",
                                     "\xed\xbf\xbf",
                                     "\xf0\x80\x80\x80",
                                     "\xf0\x8f\xbf\xbf",
                                     "\xf0\x9f\x99",
                                     "\xf4\x90\x80\x80",
                                     "\xf5\x80\x80\x80",
                                     "\xff"}) {
    CHECK_FALSE(is_utf8(bad));
    CHECK_FALSE(text_in('"' + std::string(bad) + '"').has_value());
    CHECK_FALSE(text_in("\"abc" + std::string(bad) + "\"").has_value());
  }
}

TEST_CASE("hashes and ids are in lower case and of their length") {
  const std::string hex(64, 'a');
  CHECK(reads<Sha256>('"' + hex + '"'));
  CHECK_FALSE(reads<Sha256>('"' + std::string(64, 'A') + '"'));
  CHECK_FALSE(reads<Sha256>('"' + std::string(64, 'g') + '"'));
  CHECK_FALSE(reads<Sha256>('"' + std::string(63, 'a') + '"'));
  CHECK_FALSE(reads<Sha256>('"' + std::string(65, 'a') + '"'));
  CHECK(reads<FileId>(R"("0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11")"));
  CHECK_FALSE(reads<FileId>(R"("0B54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11")"));
  CHECK_FALSE(reads<FileId>(R"("0b54c2f08a6e4f4c9d530c9a0f6f3a11")"));
}

TEST_CASE("every byte is judged alike wherever it stands in a text, a hash, an id or a time") {
  const auto each_place = [](const std::string& json, const auto& accepts, const auto& is_good) {
    int wrong = 0;
    for (std::size_t place = 1; place + 1 < json.size(); ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string changed = json;
        changed[place] = static_cast<char>(byte);
        if (accepts(changed) != is_good(json[place], static_cast<std::uint8_t>(byte))) ++wrong;
      }
    }
    return wrong;
  };
  const auto is_hex = [](std::uint8_t byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
  };
  const auto hex_or_dash = [&](char before, std::uint8_t byte) {
    return before == '-' ? byte == '-' : is_hex(byte);
  };
  CHECK(each_place(
            '"' + std::string(40, 'x') + '"',
            [](const std::string& json) {
              return from_json<Texts>(R"({"texts":[)" + json + "]}").has_value();
            },
            [](char, std::uint8_t byte) {
              return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
            }) == 0);
  CHECK(each_place(
            to_json(Digest{0x01, 0x9a, 0xf0, 0x5e}),
            [](const std::string& json) { return from_json<Digest>(json).has_value(); },
            hex_or_dash) == 0);
  CHECK(each_place(
            to_json(Uuid{0x01, 0x9a, 0xf0, 0x5e}),
            [](const std::string& json) { return from_json<Uuid>(json).has_value(); },
            hex_or_dash) == 0);
  // Replacements that are digits but out of range: months, days, hours, minutes, seconds.
  constexpr int kTooLarge = 15 + 7 + 7 + 4 + 4;
  CHECK(each_place(R"("1111-11-11T11:11:11.111111Z")",
                   [](const std::string& json) { return from_json<UtcTime>(json).has_value(); },
                   [](char before, std::uint8_t byte) {
                     return before == '1' ? byte >= '0' && byte <= '9'
                                          : byte == static_cast<std::uint8_t>(before);
                   }) == kTooLarge);
}

TEST_CASE("a record that is used again holds nothing of what it held") {
  Sample used{true, -5, "a name of more than fifteen characters", {{1}, {2}, {3}}, Colour::Green};
  for (const Sample& next : {Sample{false, 7, std::nullopt, {{9}}, Colour::Red},
                             Sample{true, 0, "short", {}, Colour::Green},
                             Sample{false, 1, "b", {{4}, {5}}, Colour::Red}}) {
    const std::string json = to_json(next);
    JsonReader reader(json);
    REQUIRE(read_json(reader, used));
    CHECK(used == next);
  }
}

TEST_CASE("a time is RFC 3339 with six digits of fraction") {
  CHECK(to_json(UtcTime(1'795'237'200'000'123)) == R"("2026-11-21T05:00:00.000123Z")");
  CHECK(*from_json<UtcTime>(R"("2026-11-21T05:00:00.000123Z")") == UtcTime(1'795'237'200'000'123));
  for (const std::string_view bad : {R"("2026-11-21T05:00:00Z")",
                                     R"("2026-11-21T05:00:00.123Z")",
                                     R"("2026-11-21 05:00:00.000123Z")",
                                     R"("2026-11-21T05:00:00.000123+00:00")",
                                     R"("2026-13-21T05:00:00.000123Z")",
                                     R"("2026-02-30T05:00:00.000123Z")",
                                     R"("2026-11-21T24:00:00.000123Z")",
                                     R"(1795237200000123)"}) {
    INFO(bad);
    CHECK_FALSE(reads<UtcTime>(bad));
  }
}

TEST_CASE("an error names the place and the member, and nothing of the text") {
  const auto missing = from_json<Sample>(R"({"yes":true,"name":"secret"})");
  CHECK(missing.error() == R"(byte 11: the member is not "whole")");
  const auto mistyped = from_json<Sample>(R"({"yes":true,"whole":"secret"})");
  CHECK(mistyped.error() == "byte 20: not a whole number");
}

TEST_CASE("the end of any one value is found without looking into it") {
  for (const std::string_view value :
       {R"({})", R"([])", R"({"a":[1,{"b":"}]\"{"}],"c":null})", R"("a,b]}")", "12", "null"}) {
    const std::string json = std::string(value) + ",rest";
    JsonReader reader(json);
    std::string_view found;
    REQUIRE(reader.anything(found));
    CHECK(found == value);
  }
  for (const std::string_view bad : {"", "[", "[[]", "{\"a\":\"", "]", "}"}) {
    JsonReader reader(bad);
    std::string_view found;
    CHECK_FALSE(reader.anything(found));
  }
}

TEST_CASE("a deeply nested text does not take the stack with it") {
  std::string deep(1'000'000, '[');
  JsonReader reader(deep);
  std::string_view found;
  CHECK_FALSE(reader.anything(found));
  CHECK_FALSE(reads<Sample>(deep));
}

}  // namespace countersign::canonical_json_test
