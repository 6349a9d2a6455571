#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/enum_names.h"
#include "core/schema.h"
#include "core/stream/event.h"
#include "core/stream/recorded_event.h"
#include "core/strong.h"
#include "events/record/canonical_json.h"

// Random values of every reflected record, drawn field by field, so a new event type needs no code
// here. A fixed seed gives a fixed sequence.
namespace countersign::test {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t below(std::uint64_t end) { return engine_() % end; }
  bool one_in(std::uint64_t count) { return below(count) == 0; }

  // Often an edge value, because mistakes happen at the edges.
  std::uint64_t number(std::uint64_t max) {
    switch (below(6)) {
      case 0:
        return 0;
      case 1:
        return max;
      case 2:
        return max - below(std::min<std::uint64_t>(max, 3));
      case 3:
        return below(std::min<std::uint64_t>(max, 10));
      default:
        return max == ~std::uint64_t{0} ? engine_() : below(max + 1);
    }
  }

  std::string text() {
    static constexpr std::array<std::string_view, 24> kPieces{"a",
                                                              "Z",
                                                              "7",
                                                              " ",
                                                              "\"",
                                                              "\\",
                                                              "/",
                                                              "\b",
                                                              "\f",
                                                              "\n",
                                                              "\r",
                                                              "\t",
                                                              "\x01",
                                                              "\x1f",
                                                              "\x7f",
                                                              "\xc2\x80",
                                                              "\xc3\xa9",
                                                              "\xe2\x82\xac",
                                                              "\xed\x9f\xbf",
                                                              "\xee\x80\x80",
                                                              "\xf0\x9f\x99\x82",
                                                              "\xf4\x8f\xbf\xbf",
                                                              "{\"x\":",
                                                              "DOCUMENT_BLURRY"};
    std::string text;
    for (std::uint64_t i = below(6); i > 0; --i) text += kPieces[below(kPieces.size())];
    return text;
  }

  template <std::size_t N>
  std::array<std::uint8_t, N> bytes() {
    std::array<std::uint8_t, N> bytes;
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(below(256));
    return bytes;
  }

 private:
  std::mt19937_64 engine_;
};

template <class T>
struct Draw;

template <class T>
T draw(RandomValues& random) {
  return Draw<T>::from(random);
}

template <>
struct Draw<bool> {
  static bool from(RandomValues& random) { return random.one_in(2); }
};
template <class T>
requires(std::is_unsigned_v<T> && !std::is_same_v<T, bool>) struct Draw<T> {
  static T from(RandomValues& random) {
    constexpr std::uint64_t kMax = std::min<std::uint64_t>(static_cast<T>(-1), kJsonIntegerMax);
    return static_cast<T>(random.number(kMax));
  }
};
template <>
struct Draw<std::int64_t> {
  static std::int64_t from(RandomValues& random) {
    const auto magnitude = static_cast<std::int64_t>(random.number(kJsonIntegerMax));
    return random.one_in(2) ? -magnitude : magnitude;
  }
};
template <>
struct Draw<std::string> {
  static std::string from(RandomValues& random) { return random.text(); }
};
template <NamedEnum E>
struct Draw<E> {
  static E from(RandomValues& random) {
    return enum_names<E>[random.below(enum_names<E>.size())].value;
  }
};
template <std::size_t N>
struct Draw<std::array<std::uint8_t, N>> {
  static std::array<std::uint8_t, N> from(RandomValues& random) { return random.bytes<N>(); }
};
template <>
struct Draw<UtcTime> {
  static UtcTime from(RandomValues& random) {  // of the years 1901 to 9999
    constexpr std::int64_t kFirst = -2'177'452'800'000'000;
    constexpr std::int64_t kLast = 253'402'300'799'999'999;
    return UtcTime(kFirst + static_cast<std::int64_t>(random.number(kLast - kFirst)));
  }
};
template <class Tag, class T>
struct Draw<Strong<Tag, T>> {
  static Strong<Tag, T> from(RandomValues& random) { return Strong<Tag, T>(draw<T>(random)); }
};
template <class T>
struct Draw<std::optional<T>> {
  static std::optional<T> from(RandomValues& random) {
    if (random.one_in(3)) return std::nullopt;
    return draw<T>(random);
  }
};
template <class T>
struct Draw<std::vector<T>> {
  static std::vector<T> from(RandomValues& random) {
    std::vector<T> items;
    for (std::uint64_t i = random.below(4); i > 0; --i) items.push_back(draw<T>(random));
    return items;
  }
};
template <Reflected T>
struct Draw<T> {
  static T from(RandomValues& random) {
    T record{};
    for_each_field(record, [&](std::string_view, auto& member) {
      member = draw<std::remove_cvref_t<decltype(member)>>(random);
    });
    return record;
  }
};

template <std::size_t... I>
Event draw_event(RandomValues& random, std::size_t type, std::index_sequence<I...>) {
  Event event;
  ((type == I ? void(event = draw<std::variant_alternative_t<I, Event::Variant>>(random)) : void()),
   ...);
  return event;
}

inline constexpr std::size_t kEventTypes = std::variant_size_v<Event::Variant>;

// A random event of the type with this index in Event, in a random envelope.
inline RecordedEvent draw_recorded(RandomValues& random, std::size_t type) {
  return {draw<Sequence>(random),
          draw<StreamId>(random),
          draw<StreamVersion>(random),
          random.one_in(3) ? Sha256{} : draw<Sha256>(random),
          draw<UtcTime>(random),
          draw<Actor>(random),
          draw<RequestId>(random),
          draw<std::optional<IdempotencyRecord>>(random),
          draw<std::optional<std::string>>(random),
          draw_event(random, type, std::make_index_sequence<kEventTypes>())};
}

}  // namespace countersign::test
