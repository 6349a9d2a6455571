#include "tools/operator/event_tail.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdio>
#include <string>

#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "core/text/printable.h"
#include "tools/machine/terminal.h"

namespace countersign {

namespace {

using rapidjson::Value;

constexpr std::uint64_t kPageEvents = 500;
constexpr std::uint64_t kWaitSeconds = 25;

std::string text_of(const Value& object, const char* name) {
  const auto member = object.FindMember(name);
  if (member == object.MemberEnd()) return "-";
  if (member->value.IsString()) return member->value.GetString();
  if (member->value.IsUint64()) return std::to_string(member->value.GetUint64());
  return "-";
}

void print_event(const Value& event, bool json) {
  if (json) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    event.Accept(writer);
    return print_json(std::string(buffer.GetString(), buffer.GetSize()) + "\n");
  }
  const auto actor = event.FindMember("actor");
  const std::string line =
      text_of(event, "sequence") + "  " + text_of(event, "at") + "  " + text_of(event, "stream") +
      "  " + text_of(event, "type") + "  " +
      (actor == event.MemberEnd() || !actor->value.IsObject() ? "-"
                                                              : text_of(actor->value, "kind"));
  print_out(printable(line) + "\n");
}

std::string input_of(const std::optional<std::uint64_t>& after, std::uint64_t last, bool wait) {
  JsonWriter json;
  json.begin_object();
  if (after) json.member("after", *after).member("limit", kPageEvents);
  if (!after) json.member("last", last);
  if (wait) json.member("wait", kWaitSeconds);
  return json.end_object().take();
}

}  // namespace

std::optional<OperatorFault> print_tail(OperatorDesk& desk, const OperatorWish& wish, bool json) {
  if (wish.follow && !desk.server_runs()) {
    return OperatorFault{"nothing can be followed: no server runs on this data folder"};
  }
  std::optional<std::uint64_t> after;
  if (wish.last == 0) after = wish.after;
  bool caught_up = false;
  while (true) {
    auto answer = desk.run(wish.operation, input_of(after, wish.last, wish.follow && caught_up));
    if (!answer) return answer.error();
    rapidjson::Document page;
    if (!parse_json(page, *answer) || !page.IsObject() || !page.HasMember("events") ||
        !page.HasMember("next")) {
      return OperatorFault{"the answer is not understood"};
    }
    for (const Value& event : page["events"].GetArray()) print_event(event, json);
    std::fflush(stdout);
    caught_up = page["events"].Size() < kPageEvents;
    if (caught_up && !wish.follow) return std::nullopt;
    after = page["next"].GetUint64();
  }
}

}  // namespace countersign
