#include "tests/torture/campaigns/mutated/json_text.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/base64url.h"
#include "tests/torture/campaigns/mutated/bytes.h"

namespace countersign::torture {
namespace {

using rapidjson::Document;
using rapidjson::SizeType;
using rapidjson::Value;

// Shorter texts are words, and not bytes.
constexpr std::size_t kEncodedLeast = 16;

// A member of an object or an element of an array.
struct Place {
  Value* holder;
  SizeType at;
  std::string name;

  Value& value() const {
    return holder->IsObject() ? (holder->MemberBegin() + at)->value : (*holder)[at];
  }
};

std::vector<Place> places_in(Value& root) {
  std::vector<Place> places;
  std::vector<Value*> open{&root};
  while (!open.empty()) {
    Value* holder = open.back();
    open.pop_back();
    const bool is_object = holder->IsObject();
    const SizeType count = is_object           ? holder->MemberCount()
                           : holder->IsArray() ? holder->Size()
                                               : 0;
    for (SizeType i = 0; i < count; ++i) {
      const std::string name =
          is_object ? (holder->MemberBegin() + i)->name.GetString() : std::to_string(i);
      places.push_back({holder, i, name});
      open.push_back(&places.back().value());
    }
  }
  return places;
}

std::optional<std::string> bytes_in(const Value& value) {
  if (!value.IsString() || value.GetStringLength() < kEncodedLeast) return std::nullopt;
  return from_base64url(std::string_view(value.GetString(), value.GetStringLength()));
}

std::string mutated_encoded(const std::string& name, std::string bytes, Draw& draw) {
  if (name == "authenticatorData") return mutated_authenticator_data(std::move(bytes), draw);
  if (name == "signature") return mutated_der(std::move(bytes), draw);
  if (name != "clientDataJSON") return mutated_bytes(std::move(bytes), draw);
  std::string what;
  return mutated_json(bytes, draw, what);
}

void set_text(Value& value, const std::string& text, Document& document) {
  value.SetString(text.data(), static_cast<SizeType>(text.size()), document.GetAllocator());
}

// A list of lists, or of nothing.
void set_list(Value& value, std::size_t size, bool nested, Document& document) {
  value.SetArray();
  for (std::size_t i = 0; i < size; ++i) {
    if (!nested) {
      value.PushBack(Value(), document.GetAllocator());
      continue;
    }
    Value outer(rapidjson::kArrayType);
    outer.PushBack(std::move(value), document.GetAllocator());
    value = std::move(outer);
  }
}

void set_extreme(Value& value, Draw& draw, Document& document) {
  static const std::string texts[] = {"",
                                      "\n",
                                      std::string(1, '\0'),
                                      "*",
                                      "../../../etc/passwd",
                                      "%00%2e%2e%2f",
                                      "\xf0\x9f\x98\x80\xe2\x80\xae",
                                      "00000000-0000-0000-0000-000000000000",
                                      std::string(5'000, 'A'),
                                      std::string(100'000, 'A')};
  switch (below(draw, 10)) {
    case 0:
      value.SetNull();
      return;
    case 1:
      value.SetBool(true);
      return;
    case 2:
      value.SetUint64(~std::uint64_t{0});
      return;
    case 3:
      value.SetInt64(-1);
      return;
    case 4:
      value.SetDouble(1.7e308);
      return;
    case 5:
      return set_list(value, 1 + below(draw, 20'000), false, document);
    case 6:
      return set_list(value, 1 + below(draw, 400), true, document);
    case 7:
      value.SetObject();
      return;
    default:
      return set_text(value, texts[below(draw, std::size(texts))], document);
  }
}

// Changes what the place is in its holder.
void mutate_holder(const Place& place, Draw& draw, Document& document) {
  auto& memory = document.GetAllocator();
  const SizeType kind = static_cast<SizeType>(below(draw, 3));
  if (place.holder->IsArray()) {
    if (kind == 0) {
      place.holder->Erase(place.holder->Begin() + place.at);
      return;
    }
    const Value same(place.value(), memory);
    for (std::size_t i = kind == 1 ? 1 : below(draw, 300); i > 0; --i) {
      place.holder->PushBack(Value(same, memory), memory);
    }
    return;
  }
  const auto member = place.holder->MemberBegin() + place.at;
  if (kind == 0) {
    place.holder->EraseMember(member);
    return;
  }
  Value name(place.name.c_str(), memory);
  if (kind == 1) {
    Value twice(place.value(), memory);
    place.holder->AddMember(name, twice, memory);
    return;
  }
  set_text(member->name, place.name + (chance(draw, 50) ? " " : "2"), document);
}

std::string text_of(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// Text that no writer of JSON makes.
std::string mutated_text(std::string text, Draw& draw) {
  switch (below(draw, 6)) {
    case 0:
      return std::string(1 + below(draw, 30'000), '[');
    case 1:
      return text + text;
    case 2:
      return R"({"a":1e)" + std::string(1 + below(draw, 400), '9') + "}";
    case 3:
      return text.insert(below(draw, text.size() + 1), "\xed\xa0\x80");
    case 4:
      return "\xef\xbb\xbf" + text;
    default:
      return mutated_bytes(std::move(text), draw);
  }
}

// Prefers bytes in base64url: readers of bytes trust lengths.
const Place& drawn_place(const std::vector<Place>& places, Draw& draw) {
  std::vector<const Place*> encoded;
  for (const Place& place : places) {
    if (!bytes_in(place.value())) continue;
    encoded.push_back(&place);
    // Where there is a form inside.
    const bool is_form = place.name == "authenticatorData" || place.name == "signature";
    if (is_form) encoded.insert(encoded.end(), 3, &place);
  }
  if (!encoded.empty() && chance(draw, 60)) return *encoded[below(draw, encoded.size())];
  return places[below(draw, places.size())];
}

}  // namespace

std::string mutated_json(const std::string& text, Draw& draw, std::string& what) {
  Document document;
  document.Parse(text.data(), text.size());
  auto places = document.HasParseError() ? std::vector<Place>() : places_in(document);
  if (places.empty() || chance(draw, 8)) {
    what += "the text";
    return mutated_text(text, draw);
  }
  const Place place = drawn_place(places, draw);
  what += place.name;
  const auto bytes = bytes_in(place.value());
  if (bytes && chance(draw, 80)) {
    what += ", its bytes";
    set_text(place.value(), to_base64url(mutated_encoded(place.name, *bytes, draw)), document);
  } else if (chance(draw, 40)) {
    what += ", in its holder";
    mutate_holder(place, draw, document);
  } else {
    set_extreme(place.value(), draw, document);
  }
  return text_of(document);
}

}  // namespace countersign::torture
