#pragma once
#include <rapidjson/document.h>
#include <rapidjson/pointer.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace countersign::tests {

// A received JSON document. Reading a missing member gives an empty value, so a failing test shows
// the value that it wanted.
class Json {
 public:
  explicit Json(std::string_view text) {
    document_.Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
  }

  bool valid() const { return !document_.HasParseError(); }
  const rapidjson::Value& root() const { return document_; }

  // Finds a value by JSON pointer (RFC 6901), such as "/files/0/id"; null if absent.
  const rapidjson::Value* find(const std::string& pointer) const {
    if (!valid()) return nullptr;
    return rapidjson::Pointer(pointer.c_str(), pointer.size()).Get(document_);
  }
  bool has(const std::string& pointer) const { return find(pointer) != nullptr; }
  bool is_null(const std::string& pointer) const {
    const auto* value = find(pointer);
    return value != nullptr && value->IsNull();
  }
  std::string text(const std::string& pointer) const {
    const auto* value = find(pointer);
    return value != nullptr && value->IsString()
               ? std::string(value->GetString(), value->GetStringLength())
               : std::string();
  }
  std::int64_t number(const std::string& pointer) const {
    const auto* value = find(pointer);
    return value != nullptr && value->IsInt64() ? value->GetInt64() : -1;
  }
  bool is_true(const std::string& pointer) const {
    const auto* value = find(pointer);
    return value != nullptr && value->IsTrue();
  }
  std::size_t size(const std::string& pointer) const {
    const auto* value = find(pointer);
    return value != nullptr && value->IsArray() ? value->Size() : 0;
  }
  // The value written as text again.
  std::string dump(const std::string& pointer) const {
    const auto* value = find(pointer);
    if (value == nullptr) return "(absent)";
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    value->Accept(writer);
    return {buffer.GetString(), buffer.GetSize()};
  }

 private:
  rapidjson::Document document_;
};

}  // namespace countersign::tests
