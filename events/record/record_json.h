#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/strong.h"
#include "core/utc_time.h"
#include "events/record/canonical_json.h"

// The JSON of reflected records, in the one form of json_text.h:
//
//   record            object of all its fields, in their order
//   bool, integer     true or false, number
//   std::string       text
//   NamedEnum         its name
//   UtcTime           RFC 3339 text with six digits of fraction
//   Strong of Digest, Uuid   hexadecimal, UUID text, in lower case
//   Strong<T>         as T
//   optional          null, or the value; without a value no member at all, if the type is one
//                     that is left out (left_out_if_empty in core/schema.h)
//   vector            array
//
// An unknown, missing, repeated or misplaced member, or one of another type, is an error. So is
// null for a member that is left out. Both directions derive from the record's fields alone.
namespace countersign {

namespace detail {

template <class T>
struct JsonForm;  // one specialisation for each kind of value, with write() and read()

// Whether a member of this type is left out where it is empty.
template <class T>
inline constexpr bool may_be_missing = false;
template <class T>
inline constexpr bool may_be_missing<std::optional<T>> = left_out_if_empty<T>;

}  // namespace detail

template <class T>
void write_json(CanonicalJson& out, const T& value) {
  detail::JsonForm<T>::write(out, value);
}

// False if the text does not continue with such a value; in.error() then says why.
template <class T>
bool read_json(JsonReader& in, T& value) {
  return detail::JsonForm<T>::read(in, value);
}

template <class T>
std::string to_json(const T& value) {
  std::string out;
  CanonicalJson writer(out);
  write_json(writer, value);
  return out;
}

// The error is a sentence with the place of the failure. It contains nothing of the text.
template <class T>
Result<T, std::string> from_json(std::string_view text) {
  static_assert(!std::is_same_v<T, std::string>, "a value and an error could not be told apart");
  JsonReader reader(text);
  T value{};
  if (!read_json(reader, value) || !reader.expect_end()) return reader.error();
  return value;
}

namespace detail {

template <>
struct JsonForm<bool> {
  static void write(CanonicalJson& out, bool value) { out.raw(value ? "true" : "false"); }
  static bool read(JsonReader& in, bool& value) { return in.boolean(value); }
};

template <class T>
requires(std::is_unsigned_v<T> && !std::is_same_v<T, bool>) struct JsonForm<T> {
  static void write(CanonicalJson& out, T value) { out.unsigned_number(value); }
  static bool read(JsonReader& in, T& value) {
    constexpr std::uint64_t kMax =
        std::min<std::uint64_t>(std::numeric_limits<T>::max(), kJsonIntegerMax);
    std::uint64_t number = 0;
    if (!in.unsigned_number(number, kMax)) return false;
    value = static_cast<T>(number);
    return true;
  }
};

template <>
struct JsonForm<std::int64_t> {
  static void write(CanonicalJson& out, std::int64_t value) { out.signed_number(value); }
  static bool read(JsonReader& in, std::int64_t& value) { return in.signed_number(value); }
};

template <>
struct JsonForm<std::string> {
  static void write(CanonicalJson& out, const std::string& value) { out.text(value); }
  static bool read(JsonReader& in, std::string& value) { return in.text(value); }
};

template <NamedEnum E>
struct JsonForm<E> {
  static void write(CanonicalJson& out, E value) { out.plain_text(name_of(value)); }
  static bool read(JsonReader& in, E& value) {
    std::string_view name;
    if (!in.plain_text(name)) return false;
    const std::optional<E> parsed = parse_name<E>(name);
    if (!parsed) return in.fail("a name that is not one of the allowed names");
    value = *parsed;
    return true;
  }
};

template <>
struct JsonForm<Digest> {
  static void write(CanonicalJson& out, const Digest& value) { out.digest(value); }
  static bool read(JsonReader& in, Digest& value) { return in.digest(value); }
};

template <>
struct JsonForm<Uuid> {
  static void write(CanonicalJson& out, const Uuid& value) { out.uuid(value); }
  static bool read(JsonReader& in, Uuid& value) { return in.uuid(value); }
};

template <>
struct JsonForm<UtcTime> {
  static void write(CanonicalJson& out, UtcTime value) { out.time(value); }
  static bool read(JsonReader& in, UtcTime& value) { return in.time(value); }
};

template <class Tag, class T>
struct JsonForm<Strong<Tag, T>> {
  static void write(CanonicalJson& out, const Strong<Tag, T>& value) {
    write_json(out, value.value());
  }
  static bool read(JsonReader& in, Strong<Tag, T>& value) {
    T inner = std::move(value).value();  // reuses its memory
    if (!read_json(in, inner)) return false;
    value = Strong<Tag, T>(std::move(inner));
    return true;
  }
};

template <class T>
struct JsonForm<std::optional<T>> {
  static void write(CanonicalJson& out, const std::optional<T>& value) {
    if (!value) return out.raw("null");
    write_json(out, *value);
  }
  static bool read(JsonReader& in, std::optional<T>& value) {
    if (in.skip_null()) {
      value.reset();
      return true;
    }
    return read_json(in, value ? *value : value.emplace());
  }
};

template <class T>
struct JsonForm<std::vector<T>> {
  static void write(CanonicalJson& out, const std::vector<T>& values) {
    out.raw('[');
    bool first = true;
    for (const T& value : values) {
      if (!std::exchange(first, false)) out.raw(',');
      write_json(out, value);
    }
    out.raw(']');
  }
  static bool read(JsonReader& in, std::vector<T>& values) {
    if (!in.expect('[')) return false;
    std::size_t count = 0;
    if (!in.skip(']')) {
      do {
        T& item = count < values.size() ? values[count] : values.emplace_back();
        if (!read_json(in, item)) return false;
        ++count;
      } while (in.skip(','));
      if (!in.expect(']')) return false;
    }
    values.resize(count);
    return true;
  }
};

template <Reflected T>
struct JsonForm<T> {
  static void write(CanonicalJson& out, const T& record) {
    out.raw('{');
    [&]<std::size_t... I>(std::index_sequence<I...>) { (write_member<I>(out, record), ...); }
    (Members{});
    out.raw('}');
  }
  static bool read(JsonReader& in, T& record) {
    if (!in.expect('{')) return false;
    const bool good = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (read_member<I>(in, record) && ...);
    }
    (Members{});
    return good && in.expect('}');
  }

 private:
  using Members = std::make_index_sequence<fields_of<T>.size()>;

  template <std::size_t I>
  static constexpr auto kMember =
      JsonMember<fields_of<T>.template at<I>().name.size()>(fields_of<T>.template at<I>().name);

  static constexpr bool kIsAlone = fields_of<T>.size() == 1;

  template <std::size_t I>
  static void put_name(CanonicalJson& out) {
    if constexpr (I == 0) {
      out.first_member(kMember<I>);
    } else {
      out.member(kMember<I>);
    }
  }

  template <std::size_t I>
  static void write_member(CanonicalJson& out, const T& record) {
    const auto& value = record.*(fields_of<T>.template at<I>().member);
    using Value = std::remove_cvref_t<decltype(value)>;
    static_assert(I > 0 || kIsAlone || !may_be_missing<Value>,
                  "the first of several members is always there");
    if constexpr (may_be_missing<Value>) {
      if (!value) return;
      put_name<I>(out);
      write_json(out, *value);
    } else {
      put_name<I>(out);
      write_json(out, value);
    }
  }

  template <std::size_t I>
  static bool read_member(JsonReader& in, T& record) {
    auto& value = record.*(fields_of<T>.template at<I>().member);
    if constexpr (may_be_missing<std::remove_cvref_t<decltype(value)>>) {
      const bool named = I == 0 ? in.skip_first_member(kMember<I>) : in.skip_member(kMember<I>);
      if (named) return read_json(in, value ? *value : value.emplace());
      value.reset();
      return true;
    } else {
      const bool named = I == 0 ? in.expect_first_member(kMember<I>) : in.expect_member(kMember<I>);
      return named && read_json(in, value);
    }
  }
};

}  // namespace detail

}  // namespace countersign
