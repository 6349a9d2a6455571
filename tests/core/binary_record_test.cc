#include "core/binary_record.h"

#include <doctest/doctest.h>

#include "core/terms.h"

namespace countersign::binary_record_test {

// Numbers below 256, texts without spaces, and at most two items.
struct SmallForm {
  using Count = std::uint8_t;

  template <std::integral T>
  static void append_number(std::string& out, T number) {
    out.push_back(static_cast<char>(number));
  }
  template <std::integral T>
  static std::optional<T> take_number(std::string_view& rest) {
    if (rest.empty()) return std::nullopt;
    const auto number = static_cast<std::uint8_t>(rest.front());
    rest.remove_prefix(1);
    return number;
  }
  static bool allows_text(std::string_view text) { return text.find(' ') == text.npos; }
  static bool allows_items(Count count) { return count <= 2; }
};

struct Item {
  std::uint32_t number = 0;
  std::optional<std::string> text;
  bool operator==(const Item&) const = default;
};
struct Nothing {
  bool operator==(const Nothing&) const = default;
};
using Choice = std::variant<Nothing, Item, std::vector<Step>>;

}  // namespace countersign::binary_record_test

namespace countersign {

template <>
inline constexpr auto fields_of<binary_record_test::Item> =
    fields(Field{"number", &binary_record_test::Item::number},
           Field{"text", &binary_record_test::Item::text});
template <>
inline constexpr auto fields_of<binary_record_test::Nothing> = fields();

}  // namespace countersign

namespace countersign::binary_record_test {

static_assert(record_is_sound<Item> && record_is_sound<Nothing>);

std::string written(const Choice& choice) {
  std::string bytes;
  append_binary<SmallForm>(bytes, choice);
  return bytes;
}

std::optional<Choice> read(std::string_view bytes) { return read_binary<SmallForm, Choice>(bytes); }

TEST_CASE("a value is written in the numbers of its form, and read back") {
  CHECK(written(Nothing{}) == std::string("\x00", 1));
  CHECK(written(Item{7, "ab"}) ==
        "\x01\x07\x01\x02"
        "ab");
  CHECK(written(std::vector{Step::Liveness}) == "\x02\x01\x01");
  for (const Choice& choice :
       {Choice(), Choice(Item{7, "ab"}), Choice(Item{}), Choice(std::vector{Step::Liveness})}) {
    CHECK(read(written(choice)) == choice);
  }
}

TEST_CASE("a value that its form does not allow is not read") {
  CHECK_FALSE(read(written(Item{7, "a b"})).has_value());
  CHECK_FALSE(read(written(std::vector(3, Step::Document))).has_value());
  CHECK(read(written(std::vector(2, Step::Document))).has_value());
}

TEST_CASE("an alternative that does not exist, and bytes without an index, are not read") {
  CHECK_FALSE(read("\x03").has_value());
  CHECK_FALSE(read("").has_value());
}

}  // namespace countersign::binary_record_test
