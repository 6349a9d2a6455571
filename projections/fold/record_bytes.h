#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/binary_record.h"
#include "core/check.h"
#include "events/view.h"

// The stored form of a view's record: binary_record.h, with these numbers:
//
//   unsigned integer  LEB128, 7 bits a byte, the least significant first
//   signed integer    zigzag, then as unsigned
//
// Views are rebuilt from the log whenever their shape changes, so this form needs neither names nor
// versions inside. It is compact because the writer's one thread reads a record to decide on a
// command, and writes one to fold an event.
namespace countersign {

namespace detail {

// Folds of this program wrote the records, so there are no limits.
struct StoredForm {
  using Count = std::uint64_t;

  template <std::integral T>
  static void append_number(std::string& out, T number) {
    if constexpr (std::is_unsigned_v<T>) {
      append_leb128(out, number);
    } else {
      const auto wide = static_cast<std::int64_t>(number);
      append_leb128(
          out, (static_cast<std::uint64_t>(wide) << 1) ^ static_cast<std::uint64_t>(wide >> 63));
    }
  }

  template <std::integral T>
  static std::optional<T> take_number(std::string_view& rest) {
    const std::optional<std::uint64_t> bits = take_leb128(rest);
    if (!bits) return std::nullopt;
    if constexpr (std::is_unsigned_v<T>) {
      if (*bits > std::numeric_limits<T>::max()) return std::nullopt;
      return static_cast<T>(*bits);
    } else {
      static_assert(sizeof(T) == 8);
      return static_cast<T>((*bits >> 1) ^ (~(*bits & 1) + 1));
    }
  }

  static bool allows_text(std::string_view) { return true; }
  static bool allows_items(Count) { return true; }

 private:
  static void append_leb128(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
      out.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    out.push_back(static_cast<char>(value));
  }

  static std::optional<std::uint64_t> take_leb128(std::string_view& rest) {
    constexpr std::size_t kLast = 9;  // this byte has the 64th bit
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < rest.size() && i <= kLast; ++i) {
      const auto byte = static_cast<std::uint8_t>(rest[i]);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
      if ((byte & 0x80) != 0) continue;
      // Each number has only one form: no zero bytes at its high end, and nothing beyond 64 bits.
      if ((i == kLast && byte > 1) || (byte == 0 && i > 0)) return std::nullopt;
      rest.remove_prefix(i + 1);
      return value;
    }
    return std::nullopt;
  }
};

// Takes the members of a stored record one by one.
using RecordReader = BinaryReader<StoredForm>;

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
  thread_local std::string bytes;  // allocated once; the returned copy has the exact size
  bytes.clear();
  append_binary<detail::StoredForm>(bytes, value);
  return bytes;
}

// Empty unless `bytes` is exactly what to_bytes() gives for some T. Memory stays in proportion to
// `bytes`, whatever their content.
template <class T>
std::optional<T> from_bytes(std::string_view bytes) {
  return read_binary<detail::StoredForm, T>(bytes);
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
