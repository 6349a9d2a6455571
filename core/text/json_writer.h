#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/utc_time.h"

namespace countersign {

// Builds one JSON text (RFC 8259) piece by piece, without spaces. Escapes text as it is added.
// Bytes that are not UTF-8 become U+FFFD, so that the result is always valid. Bad nesting is a bug
// of the caller and aborts.
//
// One thread at a time. Memory: the text itself.
class JsonWriter {
 public:
  JsonWriter();
  ~JsonWriter();
  JsonWriter(JsonWriter&&) noexcept;
  JsonWriter& operator=(JsonWriter&&) noexcept;

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);

  JsonWriter& text(std::string_view value);
  JsonWriter& number(std::uint64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  // A number in thousandths as a decimal: 12500 is 12.5.
  JsonWriter& milli(std::int64_t value);
  // Adds text that is JSON already. REQUIRES: it is one value.
  JsonWriter& raw(std::string_view json);

  // Members: a name and its value.
  JsonWriter& milli_member(std::string_view name, const std::optional<std::int64_t>& value) {
    key(name);
    return value ? milli(*value) : null();
  }
  JsonWriter& member(std::string_view name, std::string_view value) {
    return key(name).text(value);
  }
  JsonWriter& member(std::string_view name, const char* value) { return key(name).text(value); }
  JsonWriter& member(std::string_view name, const std::string& value) {
    return key(name).text(value);
  }
  JsonWriter& member(std::string_view name, std::uint64_t value) { return key(name).number(value); }
  JsonWriter& member(std::string_view name, std::uint32_t value) { return key(name).number(value); }
  JsonWriter& member(std::string_view name, bool value) { return key(name).boolean(value); }
  JsonWriter& member(std::string_view name, UtcTime value) {
    return key(name).text(to_string(value));
  }
  JsonWriter& member(std::string_view name, const Sha256& value) {
    return key(name).text(to_hex(value.value()));
  }
  template <NamedEnum E>
  JsonWriter& member(std::string_view name, E value) {
    return key(name).text(name_of(value));
  }
  // Writes null for nullopt.
  template <class T>
  JsonWriter& member(std::string_view name, const std::optional<T>& value) {
    return value ? member(name, *value) : key(name).null();
  }

  // Returns the finished text. REQUIRES: one complete value was written; the writer is not used
  // again.
  std::string take();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign
