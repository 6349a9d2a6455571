#include "tools/command/clients/person_texts.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/text/json_document.h"
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/person/operations_person.h"
#include "tools/command/clients/person_pages.h"

namespace countersign::person_texts {
namespace {

using http::given;
using http::input_of;
using person_pages::json_of;
using person_pages::kNotUnderstood;
using person_pages::list_in;
using person_pages::text_or_empty;
using rapidjson::Value;

constexpr const char* kValues[] = {"mrz", "barcode", "printed"};
constexpr const char* kNotes[] = {"note", "withoutLook"};
constexpr const char* kOrigin[] = {"address", "userAgent"};
constexpr const char* kWords[] = {"words"};
constexpr const char* kPlace[] = {"at", "by", "type", "event"};
constexpr const char* kPlaceInTable[] = {"at", "by", "type"};

bool is_null(const Value& object, const char* member) {
  const auto found = object.FindMember(member);
  return found == object.MemberEnd() || found->value.IsNull();
}

template <class Names>
bool has_one_of(const Value& text, const Names& names) {
  bool has = false;
  for (const char* name : names) has = has || !is_null(text, name);
  return has;
}

template <class Names>
void put_given(JsonWriter& json, const Value& text, const Names& names) {
  for (const char* name : names) {
    if (!is_null(text, name)) json.key(name).raw(json_of(text[name]));
  }
}

// The words that say what the words of an event are.
const char* title_of_words(std::string_view type) {
  if (type == "LivenessNotPossible") return "words of the person";
  if (type == "SessionCreated") return "words to the person, who was asked again";
  return "words of a reviewer to the supervisors";
}

// Prints one text below `title`, with the event that has it.
template <class Names>
void print_text(const Operator& op, const Value& text, std::string_view title, const Names& names) {
  JsonWriter json;
  json.begin_object().key(title).begin_object();
  put_given(json, text, kPlace);
  put_given(json, text, names);
  op.print(json.end_object().end_object().take());
}

}  // namespace

OperatorAnswer texts_of(Operator& op, const std::string& session, const std::string& reason) {
  JsonWriter texts;
  texts.begin_array();
  std::optional<std::string> purged_at;
  bool has_key = true;
  std::optional<std::uint64_t> after;
  do {
    const auto answer = op.client().run("person texts",
                                        input_of<http::AskedTexts>(given<"sessionId">(session),
                                                                   given<"reason">(reason),
                                                                   given<"after">(after),
                                                                   given<"limit">(http::kPageMax)));
    if (!answer) return answer.error();
    rapidjson::Document page;
    if (!parse_json(page, *answer, kOwnJson) || !page.IsObject()) return kNotUnderstood;
    purged_at = http::unless_empty(text_or_empty(page, "purgedAt"));
    has_key = !is_null(page, "texts");
    const Value* const opened = list_in(page, "texts");
    if (has_key && opened == nullptr) return kNotUnderstood;
    if (has_key) {
      for (const Value& text : opened->GetArray()) texts.raw(json_of(text));
    }
    if (is_null(page, "next")) break;
    const Value& next = page["next"];
    if (!next.IsUint64() || next.GetUint64() <= after.value_or(0)) return kNotUnderstood;
    after = next.GetUint64();
  } while (has_key);
  JsonWriter all;
  all.begin_object().member("sessionId", session).member("purgedAt", purged_at).key("texts");
  texts.end_array();
  if (has_key) {
    all.raw(texts.take());
  } else {
    all.null();
  }
  return all.end_object().take();
}

OperatorAnswer with_texts(const std::string& session, const std::string& texts) {
  rapidjson::Document all;
  rapidjson::Document opened;
  const bool is_understood = parse_json(all, session, kOwnJson) && all.IsObject() &&
                             parse_json(opened, texts, kOwnJson) && opened.IsObject() &&
                             opened.HasMember("texts");
  if (!is_understood) return kNotUnderstood;
  all.AddMember("texts", Value(opened["texts"], all.GetAllocator()), all.GetAllocator());
  return json_of(all);
}

std::optional<OperatorFault> print_texts(Operator& op, const std::string& texts) {
  rapidjson::Document answer;
  if (!parse_json(answer, texts, kOwnJson) || !answer.IsObject()) return kNotUnderstood;
  const Value* const opened = list_in(answer, "texts");
  if (opened == nullptr) {
    op.print(std::string(R"({"sealed texts":"none: they were erased with the session's key"})"));
    return std::nullopt;
  }
  JsonWriter origins;
  origins.begin_object().key("origins of requests").begin_array();
  bool any_origin = false;
  for (const Value& text : opened->GetArray()) {
    if (!text.IsObject()) return kNotUnderstood;
    if (has_one_of(text, kValues)) print_text(op, text, "values of the document", kValues);
    if (has_one_of(text, kNotes)) print_text(op, text, "note of a decision", kNotes);
    if (!is_null(text, "words")) {
      print_text(op, text, title_of_words(text_or_empty(text, "type")), kWords);
    }
    if (!has_one_of(text, kOrigin)) continue;
    any_origin = true;
    origins.begin_object();
    put_given(origins, text, kPlaceInTable);
    put_given(origins, text, kOrigin);
    origins.end_object();
  }
  if (any_origin) op.print(origins.end_array().end_object().take());
  if (opened->Empty()) op.print(std::string(R"({"sealed texts":"none"})"));
  return std::nullopt;
}

}  // namespace countersign::person_texts
