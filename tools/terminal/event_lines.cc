#include "tools/terminal/event_lines.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/text/json_document.h"
#include "core/text/printable.h"
#include "events/record/canonical_json.h"
#include "events/record/codec.h"
#include "tools/terminal/event_sentence.h"
#include "tools/terminal/table.h"
#include "tools/terminal/time_text.h"

namespace countersign {
namespace {

using rapidjson::Value;

bool is_text(const Value& object, const char* name) {
  const auto member = object.FindMember(name);
  return member != object.MemberEnd() && member->value.IsString();
}

bool is_event(const Value& value) {
  return value.IsObject() && value.HasMember("sequence") && value["sequence"].IsUint64() &&
         is_text(value, "stream") && is_text(value, "at") && is_text(value, "type") &&
         value.HasMember("typeVersion") && value.HasMember("actor") && value["actor"].IsObject() &&
         is_text(value["actor"], "kind") && value.HasMember("data");
}

bool write_stored(CanonicalJson& out, const Value& value);

bool write_number(CanonicalJson& out, const Value& value) {
  const auto most = static_cast<std::int64_t>(kJsonIntegerMax);
  if (!value.IsInt64() || value.GetInt64() < -most || value.GetInt64() > most) return false;
  out.signed_number(value.GetInt64());
  return true;
}

bool write_array(CanonicalJson& out, const Value& value) {
  out.raw('[');
  for (const Value& each : value.GetArray()) {
    if (&each != value.Begin()) out.raw(',');
    if (!write_stored(out, each)) return false;
  }
  out.raw(']');
  return true;
}

bool write_object(CanonicalJson& out, const Value& value) {
  out.raw('{');
  for (auto member = value.MemberBegin(); member != value.MemberEnd(); ++member) {
    if (member != value.MemberBegin()) out.raw(',');
    out.text(string_in(member->name));
    out.raw(':');
    if (!write_stored(out, member->value)) return false;
  }
  out.raw('}');
  return true;
}

// Writes a value that was parsed in its stored form again. Returns false for a number that has no
// stored form.
bool write_stored(CanonicalJson& out, const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      out.raw("null");
      return true;
    case rapidjson::kFalseType:
      out.raw("false");
      return true;
    case rapidjson::kTrueType:
      out.raw("true");
      return true;
    case rapidjson::kStringType:
      out.text(string_in(value));
      return true;
    case rapidjson::kNumberType:
      return write_number(out, value);
    case rapidjson::kArrayType:
      return write_array(out, value);
    case rapidjson::kObjectType:
      return write_object(out, value);
  }
  return false;
}

std::optional<RecordedEvent> record_of(const Value& event) {
  std::string bytes;
  CanonicalJson out(bytes);
  if (!write_stored(out, event)) return std::nullopt;
  auto decoded = decode(bytes);
  if (!decoded) return std::nullopt;
  return std::move(decoded).value();
}

EventSentence sentence_of_value(const Value& event) {
  const auto recorded = record_of(event);
  if (recorded) return sentence_of(recorded->event);
  return {std::string(string_in(event["type"]))};
}

}  // namespace

bool is_event_list(const Value& value) {
  return value.IsArray() && !value.Empty() && std::all_of(value.Begin(), value.End(), is_event);
}

void append_events(StyledText& out,
                   const Value& events,
                   const std::string& indent,
                   const Screen& screen,
                   StreamColumn stream) {
  Table table({});
  for (const Value& event : events.GetArray()) {
    std::vector<Cell> row;
    row.push_back({.text = std::to_string(event["sequence"].GetUint64()), .is_number = true});
    const std::string at = printable(string_in(event["at"]));
    row.push_back({.text = screen.columns ? to_the_second(at) : at, .is_time = true});
    if (stream == StreamColumn::Shown) row.push_back({printable(string_in(event["stream"]))});
    if (!screen.columns) {
      row.push_back({printable(string_in(event["type"]))});
      row.push_back({printable(string_in(event["actor"]["kind"]))});
    }
    const EventSentence sentence = sentence_of_value(event);
    row.push_back({.text = printable(sentence.text), .style = sentence.style});
    table.add(std::move(row));
  }
  table.append_to(out, indent, screen.columns);
}

}  // namespace countersign
