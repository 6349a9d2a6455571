#include "projections/fold/record_bytes.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>
#include <random>

#include "core/client/client.h"
#include "core/session/session.h"
#include "projections/views/session/downloads.h"
#include "projections/views/session/files.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/totals.h"

namespace countersign::record_bytes_test {

// Fills any record with random values, including empty and extreme ones.
class RandomRecords {
 public:
  explicit RandomRecords(std::uint32_t seed) : random_(seed) {}

  template <class T>
  T make() {
    if constexpr (Reflected<T>) {
      T record{};
      for_each_field(record, [&](std::string_view, auto& member) {
        member = make<std::remove_cvref_t<decltype(member)>>();
      });
      return record;
    } else if constexpr (detail::is_strong<T>) {
      return T(make<typename T::Value>());
    } else if constexpr (NamedEnum<T>) {
      return enum_names<T>[random_() % enum_names<T>.size()].value;
    } else if constexpr (std::is_same_v<T, bool>) {
      return random_() % 2 == 0;
    } else if constexpr (std::is_integral_v<T>) {
      if (random_() % 8 == 0) return std::numeric_limits<T>::max();
      if (random_() % 8 == 0) return std::numeric_limits<T>::min();
      return static_cast<T>(wide_() >> (random_() % 64));
    } else if constexpr (detail::is_byte_array<T>) {
      T bytes;
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
      return bytes;
    } else if constexpr (std::is_same_v<T, std::string>) {
      std::string text(random_() % 200, '\0');
      for (char& c : text) c = static_cast<char>(random_());
      return text;
    } else if constexpr (detail::is_optional<T>) {
      if (random_() % 3 == 0) return std::nullopt;
      return make<typename T::value_type>();
    } else {
      T items(random_() % 4);
      for (auto& item : items) item = make<typename T::value_type>();
      return items;
    }
  }

 private:
  std::mt19937 random_;
  std::mt19937_64 wide_{7};
};

template <class T>
void check_every_record_survives() {
  RandomRecords records(11);
  for (int i = 0; i < 200; ++i) {
    const T record = records.make<T>();
    const auto back = from_bytes<T>(to_bytes(record));
    REQUIRE(back.has_value());
    CHECK(*back == record);
  }
}

TEST_CASE("every record of a view is read as it was written") {
  check_every_record_survives<Session>();
  check_every_record_survives<Client>();
  check_every_record_survives<DownloadEntry>();
  check_every_record_survives<LookEntry>();
  check_every_record_survives<FileEntry>();
  check_every_record_survives<IdempotencyEntry>();
  check_every_record_survives<Totals>();
}

TEST_CASE("a record that is cut short anywhere, or followed by anything, is not read") {
  RandomRecords records(3);
  for (int i = 0; i < 20; ++i) {
    const std::string bytes = to_bytes(records.make<Session>());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      CHECK_FALSE(from_bytes<Session>(bytes.substr(0, size)).has_value());
    }
    CHECK_FALSE(from_bytes<Session>(bytes + '\0').has_value());
  }
}

TEST_CASE("bytes that nobody wrote are read without harm") {
  std::mt19937 random(5);
  RandomRecords records(5);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = to_bytes(records.make<Session>());
    for (int j = 0; j < 3; ++j) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (const auto read = from_bytes<Session>(bytes)) {
      CHECK(from_bytes<Session>(to_bytes(*read)) == read);
    }
  }
}

TEST_CASE("a count that the bytes cannot hold takes no memory") {
  using Numbers = std::vector<std::uint64_t>;
  CHECK_FALSE(from_bytes<Numbers>(std::string("\xff\xff\xff\xff\xff\xff\xff\xff\x7f")).has_value());
  CHECK_FALSE(from_bytes<std::string>(std::string("\xff\xff\xff\xff\x0f")).has_value());
}

TEST_CASE("an enum's number without a name, and a bool that is neither, are not read") {
  CHECK(from_bytes<Step>(std::string(1, '\x01')) == Step::Liveness);
  CHECK_FALSE(from_bytes<Step>(std::string(1, '\x02')).has_value());
  CHECK_FALSE(from_bytes<bool>(std::string(1, '\x02')).has_value());
}

TEST_CASE("a number that is too large for its member is not read") {
  CHECK(from_bytes<std::uint32_t>(to_bytes(std::uint64_t{0xffffffff})) == 0xffffffff);
  CHECK_FALSE(from_bytes<std::uint32_t>(to_bytes(std::uint64_t{0x100000000})).has_value());
}

TEST_CASE("a number is read in its one form") {
  using Number = std::uint64_t;
  CHECK(from_bytes<Number>(std::string("\x80\x01", 2)) == 128);
  CHECK_FALSE(from_bytes<Number>(std::string("\x80\x00", 2)).has_value());
  CHECK_FALSE(from_bytes<Number>(std::string("\x80\x81\x00", 3)).has_value());
  const std::string nines(9, '\xff');
  CHECK(from_bytes<Number>(nines + '\x01') == std::numeric_limits<Number>::max());
  CHECK_FALSE(from_bytes<Number>(nines + '\x02').has_value());
  CHECK_FALSE(from_bytes<Number>(nines + '\x7f').has_value());
}

struct OneField {
  std::uint64_t a = 0;
};
struct Renamed {
  std::uint64_t a = 0;
};
struct Retyped {
  std::int64_t a = 0;
};
struct Grown {
  std::uint64_t a = 0;
  std::string b;
};
// A member of every type that a view stores.
struct Specimen {
  bool flag = false;
  Step step = Step::Document;
  std::uint32_t small = 0;
  std::uint64_t large = 0;
  std::int64_t below_zero = 0;
  Sequence strong;
  SessionId id;
  Sha256 hash;
  std::string text;
  std::optional<OneField> present;
  std::optional<OneField> absent;
  std::vector<std::string> list;
};

}  // namespace countersign::record_bytes_test

namespace countersign {

template <>
inline constexpr auto fields_of<record_bytes_test::OneField> = fields(Field{
    "a", &record_bytes_test::OneField::a});
template <>
inline constexpr auto fields_of<record_bytes_test::Renamed> = fields(Field{
    "b", &record_bytes_test::Renamed::a});
template <>
inline constexpr auto fields_of<record_bytes_test::Retyped> = fields(Field{
    "a", &record_bytes_test::Retyped::a});
template <>
inline constexpr auto fields_of<record_bytes_test::Grown> =
    fields(Field{"a", &record_bytes_test::Grown::a}, Field{"b", &record_bytes_test::Grown::b});
template <>
inline constexpr auto fields_of<record_bytes_test::Specimen> =
    fields(Field{"flag", &record_bytes_test::Specimen::flag},
           Field{"step", &record_bytes_test::Specimen::step},
           Field{"small", &record_bytes_test::Specimen::small},
           Field{"large", &record_bytes_test::Specimen::large},
           Field{"belowZero", &record_bytes_test::Specimen::below_zero},
           Field{"strong", &record_bytes_test::Specimen::strong},
           Field{"id", &record_bytes_test::Specimen::id},
           Field{"hash", &record_bytes_test::Specimen::hash},
           Field{"text", &record_bytes_test::Specimen::text},
           Field{"present", &record_bytes_test::Specimen::present},
           Field{"absent", &record_bytes_test::Specimen::absent},
           Field{"list", &record_bytes_test::Specimen::list});

}  // namespace countersign

namespace countersign::record_bytes_test {

static_assert(record_is_sound<Specimen>);

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

// Views that were stored by an earlier build are read by this one.
TEST_CASE("a record of a view is stored in the same bytes and shape for ever") {
  Specimen specimen;
  specimen.flag = true;
  specimen.step = Step::Liveness;
  specimen.small = 127;
  specimen.large = 300;
  specimen.below_zero = -65;
  specimen.strong = Sequence(128);
  Uuid id{};
  id.front() = 0x01;
  id.back() = 0xfe;
  specimen.id = SessionId(id);
  Digest hash{};
  hash.front() = 0xab;
  hash.back() = 0xcd;
  specimen.hash = Sha256(hash);
  specimen.text = "t\n";
  specimen.present = OneField{5};
  specimen.list = {"", "ab"};
  CHECK(hex(to_bytes(specimen)) ==
        "01017fac0281018001010000000000000000000000000000feab0000000000000000000000000000"
        "00000000000000000000000000000000cd02740a0105000200026162");
  CHECK(shape_of<Specimen>() == 1097913818);
  CHECK(shape_of<OneField>() == 3131474869);
}

TEST_CASE("a record's shape changes with its fields' names, types and number") {
  CHECK(shape_of<OneField>() == shape_of<OneField>());
  CHECK(shape_of<OneField>() != shape_of<Renamed>());
  CHECK(shape_of<OneField>() != shape_of<Retyped>());
  CHECK(shape_of<OneField>() != shape_of<Grown>());
}

}  // namespace countersign::record_bytes_test
