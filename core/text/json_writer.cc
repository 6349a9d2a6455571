#include "core/text/json_writer.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <utility>

#include "core/check.h"
#include "core/text/milli.h"
#include "core/text/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::string made_valid(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    valid.append(length == 0 ? kReplacement : text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

rapidjson::SizeType size_of(std::string_view text) {
  return static_cast<rapidjson::SizeType>(text.size());
}

}  // namespace

class JsonWriter::Impl {
 public:
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer{buffer};
};

JsonWriter::JsonWriter() : impl_(std::make_unique<Impl>()) {}
JsonWriter::~JsonWriter() = default;
JsonWriter::JsonWriter(JsonWriter&&) noexcept = default;
JsonWriter& JsonWriter::operator=(JsonWriter&&) noexcept = default;

JsonWriter& JsonWriter::begin_object() {
  impl_->writer.StartObject();
  return *this;
}
JsonWriter& JsonWriter::end_object() {
  impl_->writer.EndObject();
  return *this;
}
JsonWriter& JsonWriter::begin_array() {
  impl_->writer.StartArray();
  return *this;
}
JsonWriter& JsonWriter::end_array() {
  impl_->writer.EndArray();
  return *this;
}
JsonWriter& JsonWriter::key(std::string_view name) {
  impl_->writer.Key(name.data(), size_of(name));
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
  if (value.empty()) {
    impl_->writer.String("", 0);  // an empty view may hold a null pointer
  } else if (is_ascii(value)) {
    impl_->writer.String(value.data(), size_of(value));
  } else {
    const std::string valid = made_valid(value);
    impl_->writer.String(valid.data(), size_of(valid));
  }
  return *this;
}
JsonWriter& JsonWriter::number(std::uint64_t value) {
  impl_->writer.Uint64(value);
  return *this;
}
JsonWriter& JsonWriter::boolean(bool value) {
  impl_->writer.Bool(value);
  return *this;
}
JsonWriter& JsonWriter::null() {
  impl_->writer.Null();
  return *this;
}
JsonWriter& JsonWriter::milli(std::int64_t value) {
  const std::string decimal = milli_to_decimal(value);
  impl_->writer.RawValue(decimal.data(), decimal.size(), rapidjson::kNumberType);
  return *this;
}
JsonWriter& JsonWriter::raw(std::string_view json) {
  impl_->writer.RawValue(json.data(), json.size(), rapidjson::kObjectType);
  return *this;
}

std::string JsonWriter::take() {
  check(impl_->writer.IsComplete(), "a JSON text is complete when the writer returns the text");
  return {impl_->buffer.GetString(), impl_->buffer.GetSize()};
}

}  // namespace countersign
