#include "tools/command/clients/person_pages.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "core/text/json_document.h"
#include "http/operator/operation_input.h"
#include "http/operator/person/operations_person.h"

namespace countersign::person_pages {

using http::given;
using http::input_of;
using http::unless_empty;
using rapidjson::Value;

std::string json_of(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string text_or_empty(const Value& object, const char* member) {
  const auto found = object.FindMember(member);
  const bool is_text = found != object.MemberEnd() && found->value.IsString();
  return is_text ? std::string(string_in(found->value)) : std::string();
}

const Value* list_in(const Value& object, const char* member) {
  const auto found = object.FindMember(member);
  return found != object.MemberEnd() && found->value.IsArray() ? &found->value : nullptr;
}

std::optional<OperatorFault> for_each_page(const AskPage& ask, const TakePage& take) {
  std::optional<std::string> after;
  do {
    const auto answer = ask(after);
    if (!answer) return answer.error();
    rapidjson::Document page;
    if (!parse_json(page, *answer, kOwnJson) || !page.IsObject()) return kNotUnderstood;
    if (auto fault = take(page)) return fault;
    after = unless_empty(text_or_empty(page, "next"));
  } while (after);
  return std::nullopt;
}

std::optional<OperatorFault> for_each_page_of(Operator& op,
                                              const TypedPerson& person,
                                              const TakePage& take) {
  return for_each_page(
      [&](const std::optional<std::string>& after) {
        return op.client().run(
            "person show",
            input_of<http::AskedPerson>(given<"clientKey">(unless_empty(person.client)),
                                        given<"userRef">(unless_empty(person.user_ref)),
                                        given<"sessionId">(unless_empty(person.session)),
                                        given<"after">(after)));
      },
      take);
}

OperatorAnswer session_of(Operator& op, const std::string& session) {
  return op.client().run("person session",
                         input_of<http::PersonsSession>(given<"sessionId">(session)));
}

}  // namespace countersign::person_pages
