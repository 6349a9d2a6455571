#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/check.h"
#include "core/enum_names.h"
#include "core/schema.h"
#include "core/strong.h"
#include "events/view.h"

// The stored form of a view's record, derived from its reflected fields:
//
//   record            its fields in their order, without names
//   bool, enum        1 byte
//   unsigned integer  LEB128, 7 bits a byte, the least significant first
//   signed integer    zigzag, then as unsigned
//   Strong<T>         as T
//   fixed-size bytes  as they are
//   text              length as unsigned, bytes
//   optional          0x00, or 0x01 and the value
//   vector            count as unsigned, items
//
// Views are rebuilt from the log whenever their shape changes, so this form needs neither names nor
// versions inside. It is compact because the writer's one thread reads a record to decide on a
// command, and writes one to fold an event.
namespace countersign {

namespace detail {

template <class T>
inline constexpr bool is_strong = false;
template <class Tag, class T>
inline constexpr bool is_strong<Strong<Tag, T>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
inline constexpr bool is_byte_array = false;
template <std::size_t N>
inline constexpr bool is_byte_array<std::array<std::uint8_t, N>> = true;

template <class T>
inline constexpr bool cannot_be_stored = false;

inline void append_unsigned(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

template <class T>
void append_value(std::string& out, const T& value) {
  if constexpr (Reflected<T>) {
    for_each_field(value, [&](std::string_view, const auto& member) { append_value(out, member); });
  } else if constexpr (is_strong<T>) {
    append_value(out, value.value());
  } else if constexpr (NamedEnum<T>) {
    static_assert(sizeof(T) == 1);
    out.push_back(static_cast<char>(value));
  } else if constexpr (std::is_same_v<T, bool>) {
    out.push_back(value ? '\x01' : '\x00');
  } else if constexpr (std::is_unsigned_v<T>) {
    append_unsigned(out, value);
  } else if constexpr (std::is_integral_v<T>) {
    const auto wide = static_cast<std::int64_t>(value);
    append_unsigned(
        out, (static_cast<std::uint64_t>(wide) << 1) ^ static_cast<std::uint64_t>(wide >> 63));
  } else if constexpr (is_byte_array<T>) {
    out.append(reinterpret_cast<const char*>(value.data()), value.size());
  } else if constexpr (std::is_same_v<T, std::string>) {
    append_unsigned(out, value.size());
    out.append(value);
  } else if constexpr (is_optional<T>) {
    append_value(out, value.has_value());
    if (value) append_value(out, *value);
  } else if constexpr (is_vector<T>) {
    append_unsigned(out, value.size());
    for (const auto& item : value) append_value(out, item);
  } else {
    static_assert(cannot_be_stored<T>, "a member of a type that has no stored form");
  }
}

// Takes values off the front of `rest`. After the first value that is missing or out of range,
// good() is false for ever, and the values read must not be used.
class RecordReader {
 public:
  explicit RecordReader(std::string_view rest) : rest_(rest) {}

  bool good() const { return good_; }
  bool at_end() const { return good_ && rest_.empty(); }

  template <class T>
  T take() {
    if constexpr (Reflected<T>) {
      T record{};
      for_each_field(record, [&](std::string_view, auto& member) {
        member = take<std::remove_cvref_t<decltype(member)>>();
      });
      return record;
    } else if constexpr (is_strong<T>) {
      return T(take<typename T::Value>());
    } else if constexpr (NamedEnum<T>) {
      const auto value = static_cast<T>(static_cast<std::uint8_t>(take_bytes(1)[0]));
      for (const auto& entry : enum_names<T>) {
        if (entry.value == value) return value;
      }
      good_ = false;
      return T{};
    } else if constexpr (std::is_same_v<T, bool>) {
      const char byte = take_bytes(1)[0];
      if (byte != '\x00' && byte != '\x01') good_ = false;
      return byte == '\x01';
    } else if constexpr (std::is_unsigned_v<T>) {
      const std::uint64_t value = take_unsigned();
      if (value > std::numeric_limits<T>::max()) good_ = false;
      return static_cast<T>(value);
    } else if constexpr (std::is_integral_v<T>) {
      static_assert(sizeof(T) == 8);
      const std::uint64_t value = take_unsigned();
      return static_cast<T>((value >> 1) ^ (~(value & 1) + 1));
    } else if constexpr (is_byte_array<T>) {
      T bytes{};
      const std::string_view taken = take_bytes(bytes.size());
      if (good_) std::copy(taken.begin(), taken.end(), bytes.begin());
      return bytes;
    } else if constexpr (std::is_same_v<T, std::string>) {
      return std::string(take_counted());
    } else if constexpr (is_optional<T>) {
      if (!take<bool>() || !good_) return std::nullopt;
      return take<typename T::value_type>();
    } else if constexpr (is_vector<T>) {
      T items;
      const std::uint64_t count = take_unsigned();
      // An item takes at least one byte, so a count that the rest cannot hold is refused before
      // memory is reserved for it.
      if (count > rest_.size()) good_ = false;
      if (!good_) return items;
      items.reserve(count);
      for (std::uint64_t i = 0; i < count && good_; ++i) {
        items.push_back(take<typename T::value_type>());
      }
      return items;
    } else {
      static_assert(cannot_be_stored<T>, "a member of a type that has no stored form");
    }
  }

 private:
  static constexpr std::string_view kZeros{"\0", 1};

  // `size` bytes; if there are fewer, good() becomes false and one zero byte is returned, so that
  // [0] is valid.
  std::string_view take_bytes(std::size_t size) {
    if (!good_ || size > rest_.size()) {
      good_ = false;
      return kZeros;
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view take_counted() {
    const std::uint64_t size = take_unsigned();
    const std::string_view taken = take_bytes(size);
    return good_ ? taken : std::string_view();
  }

  std::uint64_t take_unsigned() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(take_bytes(1)[0]);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) != 0) continue;
      // Each number has only one form: no zero bytes at its high end, and nothing beyond 64 bits.
      if (byte > (shift == 63 ? 1 : 0x7f) || (byte == 0 && shift > 0)) good_ = false;
      return value;
    }
    good_ = false;
    return 0;
  }

  std::string_view rest_;
  bool good_ = true;
};

// FNV-1a, 32 bits.
class ShapeHash {
 public:
  constexpr void add(std::string_view text) {
    for (const char c : text) {
      value_ = (value_ ^ static_cast<std::uint8_t>(c)) * 16777619u;
    }
    value_ = (value_ ^ 0xffu) * 16777619u;  // so that "ab","c" is not "a","bc"
  }
  constexpr std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 2166136261u;
};

template <class T>
constexpr void add_shape(ShapeHash& hash) {
  if constexpr (Reflected<T>) {
    hash.add("{");
    fields_of<T>.apply([&]<class... Fields>(const Fields&... field) {
      const auto add_field = [&]<class Record, class M>(const Field<Record, M>& f) {
        hash.add(f.name);
        add_shape<M>(hash);
      };
      (add_field(field), ...);
    });
    hash.add("}");
  } else if constexpr (is_strong<T>) {
    add_shape<typename T::Value>(hash);
  } else if constexpr (NamedEnum<T>) {
    hash.add("enum");
  } else if constexpr (std::is_same_v<T, bool>) {
    hash.add("bool");
  } else if constexpr (std::is_unsigned_v<T>) {
    hash.add("unsigned");
  } else if constexpr (std::is_integral_v<T>) {
    hash.add("signed");
  } else if constexpr (is_byte_array<T>) {
    hash.add(std::tuple_size_v<T> == 16 ? "16 bytes" : "32 bytes");
    static_assert(std::tuple_size_v<T> == 16 || std::tuple_size_v<T> == 32);
  } else if constexpr (std::is_same_v<T, std::string>) {
    hash.add("text");
  } else if constexpr (is_optional<T>) {
    hash.add("?");
    add_shape<typename T::value_type>(hash);
  } else if constexpr (is_vector<T>) {
    hash.add("*");
    add_shape<typename T::value_type>(hash);
  } else {
    static_assert(cannot_be_stored<T>, "a member of a type that has no stored form");
  }
}

}  // namespace detail

template <class T>
std::string to_bytes(const T& value) {
  thread_local std::string bytes;  // grows once; the returned copy has its exact size
  bytes.clear();
  detail::append_value(bytes, value);
  return bytes;
}

// Empty unless `bytes` is exactly what to_bytes() gives for some T. Memory stays in proportion to
// `bytes`, whatever their content.
template <class T>
std::optional<T> from_bytes(std::string_view bytes) {
  detail::RecordReader reader(bytes);
  T value = reader.take<T>();
  if (!reader.at_end()) return std::nullopt;
  return value;
}

// A number that changes when a member of T is added, renamed, moved or given another type. Used in
// a projection's shape().
template <class T>
consteval std::uint32_t shape_of() {
  detail::ShapeHash hash;
  detail::add_shape<T>(hash);
  return hash.value();
}

// The record at `key`, as an open batch sees it. This program's folds never store a record of
// another shape: such a record is a bug, and aborts.
template <class T>
std::optional<T> load(ViewBatch& views, ViewSpace space, std::string_view key) {
  const std::optional<std::string> bytes = views.get(space, key);
  if (!bytes) return std::nullopt;
  std::optional<T> record = from_bytes<T>(*bytes);
  check(record.has_value(), "a record in a view has the shape of its type");
  return record;
}

}  // namespace countersign
