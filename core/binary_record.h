#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/enum_names.h"
#include "core/schema.h"
#include "core/strong.h"

// The binary form of a record, derived from its reflected fields:
//
//   record            its fields in their order, without names
//   bool, enum        1 byte; an enum's value has a name
//   integer           as the `Form` writes numbers
//   Strong<T>         as T
//   fixed-size bytes  as they are
//   text              length as Form::Count, bytes
//   optional          0x00, or 0x01 and the value
//   vector            count as Form::Count, items
//   variant           index in 1 byte, the alternative
//
// A value has exactly one form. The form has no versions: writer and reader belong to the same
// build. Each use of the binary form chooses a Form, which has:
//
//   using Count                                       the unsigned type of lengths and counts
//   static void append_number(std::string&, T)        any integer
//   static std::optional<T> take_number(string_view&) off the front; empty if there is none
//   static bool allows_text(std::string_view)
//   static bool allows_items(Count)
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
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

template <class T>
inline constexpr bool is_byte_array = false;
template <std::size_t N>
inline constexpr bool is_byte_array<std::array<std::uint8_t, N>> = true;

template <class T>
inline constexpr bool cannot_be_stored = false;

}  // namespace detail

template <class Form, class T>
void append_binary(std::string& out, const T& value) {
  using Count = typename Form::Count;
  if constexpr (Reflected<T>) {
    for_each_field(value,
                   [&](std::string_view, const auto& member) { append_binary<Form>(out, member); });
  } else if constexpr (detail::is_strong<T>) {
    append_binary<Form>(out, value.value());
  } else if constexpr (NamedEnum<T>) {
    static_assert(sizeof(T) == 1);
    out.push_back(static_cast<char>(value));
  } else if constexpr (std::is_same_v<T, bool>) {
    out.push_back(value ? '\x01' : '\x00');
  } else if constexpr (std::integral<T>) {
    Form::append_number(out, value);
  } else if constexpr (detail::is_byte_array<T>) {
    out.append(reinterpret_cast<const char*>(value.data()), value.size());
  } else if constexpr (std::is_same_v<T, std::string>) {
    Form::append_number(out, static_cast<Count>(value.size()));
    out.append(value);
  } else if constexpr (detail::is_optional<T>) {
    append_binary<Form>(out, value.has_value());
    if (value) append_binary<Form>(out, *value);
  } else if constexpr (detail::is_vector<T>) {
    Form::append_number(out, static_cast<Count>(value.size()));
    for (const auto& item : value) append_binary<Form>(out, item);
  } else if constexpr (detail::is_variant<T>) {
    static_assert(std::variant_size_v<T> <= 256);
    out.push_back(static_cast<char>(value.index()));
    std::visit([&](const auto& alternative) { append_binary<Form>(out, alternative); }, value);
  } else {
    static_assert(detail::cannot_be_stored<T>, "a member of a type that has no binary form");
  }
}

// Takes values off the front of `rest`, which may be hostile: the reader never reads beyond it, and
// allocates memory in proportion to it. After the first value that is missing or not allowed,
// good() stays false, and the values read must not be used.
template <class Form>
class BinaryReader {
 public:
  explicit BinaryReader(std::string_view rest) : rest_(rest) {}

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
    } else if constexpr (detail::is_strong<T>) {
      return T(take<typename T::Value>());
    } else if constexpr (NamedEnum<T>) {
      return take_enum<T>();
    } else if constexpr (std::is_same_v<T, bool>) {
      const std::uint8_t byte = take_byte();
      if (byte > 1) good_ = false;
      return byte == 1;
    } else if constexpr (std::integral<T>) {
      return take_number<T>();
    } else if constexpr (detail::is_byte_array<T>) {
      T bytes{};
      std::ranges::copy(take_bytes(bytes.size()), bytes.begin());
      return bytes;
    } else if constexpr (std::is_same_v<T, std::string>) {
      const std::string_view text = take_bytes(take_number<Count>());
      if (!Form::allows_text(text)) good_ = false;
      return std::string(good_ ? text : std::string_view());
    } else if constexpr (detail::is_optional<T>) {
      if (!take<bool>() || !good_) return std::nullopt;
      return take<typename T::value_type>();
    } else if constexpr (detail::is_vector<T>) {
      return take_items<T>();
    } else if constexpr (detail::is_variant<T>) {
      return take_alternative<T>(std::make_index_sequence<std::variant_size_v<T>>{});
    } else {
      static_assert(detail::cannot_be_stored<T>, "a member of a type that has no binary form");
    }
  }

 private:
  using Count = typename Form::Count;

  // Empty if there are fewer than `size`.
  std::string_view take_bytes(Count size) {
    if (!good_ || size > rest_.size()) {
      good_ = false;
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::uint8_t take_byte() {
    const std::string_view byte = take_bytes(1);
    return byte.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(byte[0]);
  }

  template <class T>
  T take_number() {
    const std::optional<T> number = good_ ? Form::template take_number<T>(rest_) : std::nullopt;
    good_ = number.has_value();
    return number.value_or(0);
  }

  template <class T>
  T take_enum() {
    const auto value = static_cast<T>(take_byte());
    for (const auto& entry : enum_names<T>) {
      if (entry.value == value) return value;
    }
    good_ = false;
    return T{};
  }

  template <class T>
  T take_items() {
    T items;
    const auto count = take_number<Count>();
    // An item takes at least one byte, so a count that the rest cannot hold is refused before
    // memory is reserved for it.
    if (count > rest_.size() || !Form::allows_items(count)) good_ = false;
    if (!good_) return items;
    items.reserve(count);
    for (Count i = 0; i < count && good_; ++i) items.push_back(take<typename T::value_type>());
    return items;
  }

  template <class T, std::size_t... Index>
  T take_alternative(std::index_sequence<Index...>) {
    const std::size_t index = take_byte();
    T value;
    const auto take_if = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      if (index != I) return false;
      value.template emplace<I>(take<std::variant_alternative_t<I, T>>());
      return true;
    };
    if (!(take_if(std::integral_constant<std::size_t, Index>{}) || ...)) good_ = false;
    return value;
  }

  std::string_view rest_;
  bool good_ = true;
};

// Empty unless `bytes` is exactly what append_binary() writes for some T that `Form` allows.
template <class Form, class T>
std::optional<T> read_binary(std::string_view bytes) {
  BinaryReader<Form> reader(bytes);
  T value = reader.template take<T>();
  if (!reader.at_end()) return std::nullopt;
  return value;
}

// A compact form, whose texts and lists have no limits but that of the bytes that are read:
//
//   unsigned integer  LEB128, 7 bits a byte, the least significant first
//   signed integer    zigzag, then as unsigned
struct CompactForm {
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

namespace detail {

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

// A number that changes when a member of T is added, renamed, moved or given another type.
template <class T>
consteval std::uint32_t shape_of() {
  detail::ShapeHash hash;
  detail::add_shape<T>(hash);
  return hash.value();
}

}  // namespace countersign
