#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/big_endian.h"
#include "core/enum_names.h"
#include "core/ids.h"
#include "core/schema.h"
#include "core/text/utf8.h"
#include "core/utc_time.h"

// Serializes values for messages between the server and the inspector. Both are of one build, so
// there are no versions and no optional fields. A type is described once for both directions, by a
// function `describe(archive, value)` or by its `fields_of`.
//
//   integer   big-endian, in as many bytes as the type has
//   bool      one byte, 0 or 1
//   enum      one byte, a value that has a name
//   text      u32 length, then UTF-8 without control characters
//   optional  bool, then the value if there is one
//   list      u32 count, then the values
namespace countersign::confined {

// Far above what an engine reports, and small enough to be held for every worker.
inline constexpr std::uint32_t kTextMaxBytes = 1024;
inline constexpr std::uint32_t kListMax = 256;

template <class T, class Plain>
concept Like = std::same_as<std::remove_const_t<T>, Plain>;

class Writer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::string take() && { return std::move(bytes_); }

 private:
  template <std::unsigned_integral T>
  void put(T value) {
    append_big_endian(bytes_, value);
  }
  void put(bool value) { put(static_cast<std::uint8_t>(value)); }
  void put(std::int32_t value) { put(static_cast<std::uint32_t>(value)); }
  void put(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
  void put(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  void put(UtcTime time) { put(time.value()); }
  template <class Tag>
  void put(const Strong<Tag, Digest>& digest) {
    bytes_.append(digest.value().begin(), digest.value().end());
  }
  template <NamedEnum E>
  void put(E value) {
    put(static_cast<std::uint8_t>(value));
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put(static_cast<std::uint32_t>(list.size()));
    for (const T& each : list) put(each);
  }
  template <Reflected T>
  void put(const T& record) {
    for_each_field(record, [this](std::string_view, const auto& field) { this->put(field); });
  }
  template <class T>
  requires requires(Writer& writer, const T& value) { describe(writer, value); }
  void put(const T& value) { describe(*this, value); }

  std::string bytes_;
};

// Reads bytes of a hostile sender. Whatever they are, it reads nothing beyond them, allocates no
// more than a small multiple of them, and yields only values that a Writer could have been given.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  // Whether every value was valid and no bytes are left.
  bool finished() const { return sound_ && rest_.empty(); }

 private:
  std::string_view next(std::size_t count) {
    if (!sound_ || rest_.size() < count) {
      sound_ = false;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  template <std::unsigned_integral T>
  void get(T& value) {
    const std::string_view bytes = next(sizeof(T));
    if (sound_) value = big_endian<T>(bytes);
  }
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    sound_ = sound_ && byte <= 1;
    value = byte == 1;
  }
  void get(std::int32_t& value) {
    std::uint32_t bits = 0;
    get(bits);
    value = static_cast<std::int32_t>(bits);
  }
  void get(std::int64_t& value) {
    std::uint64_t bits = 0;
    get(bits);
    value = static_cast<std::int64_t>(bits);
  }
  void get(std::string& text) {
    std::uint32_t length = 0;
    get(length);
    const std::string_view bytes = length <= kTextMaxBytes ? next(length) : refuse();
    for (const char c : bytes) sound_ = sound_ && !(c >= 0 && c < ' ') && c != '\x7f';
    sound_ = sound_ && is_utf8(bytes);
    if (sound_) text = bytes;
  }
  void get(UtcTime& time) {
    std::int64_t micros = 0;
    get(micros);
    time = UtcTime(micros);
  }
  template <class Tag>
  void get(Strong<Tag, Digest>& digest) {
    const std::string_view bytes = next(Digest{}.size());
    if (!sound_) return;
    Digest value;
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<std::uint8_t>(bytes[i]);
    digest = Strong<Tag, Digest>(value);
  }
  template <NamedEnum E>
  void get(E& value) {
    std::uint8_t byte = 0;
    get(byte);
    for (const auto& entry : enum_names<E>) {
      if (static_cast<std::uint8_t>(entry.value) != byte) continue;
      value = entry.value;
      return;
    }
    sound_ = false;
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool present = false;
    get(present);
    value.reset();
    if (!sound_ || !present) return;
    T read{};
    get(read);
    value = std::move(read);
  }
  template <class T>
  void get(std::vector<T>& list) {
    std::uint32_t count = 0;
    get(count);
    list.clear();
    if (count > kListMax) refuse();
    for (std::uint32_t i = 0; sound_ && i < count; ++i) get(list.emplace_back());
  }
  template <Reflected T>
  void get(T& record) {
    for_each_field(record, [this](std::string_view, auto& field) { this->get(field); });
  }
  template <class T>
  requires requires(Reader& reader, T& value) { describe(reader, value); }
  void get(T& value) { describe(*this, value); }
  std::string_view refuse() {
    sound_ = false;
    return {};
  }

  std::string_view rest_;
  bool sound_ = true;
};

}  // namespace countersign::confined
