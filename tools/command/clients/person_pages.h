#pragma once
#include <functional>
#include <optional>
#include <string>

#include "core/text/json_document.h"
#include "tools/command/command.h"

namespace countersign {

// The person, as typed.
struct TypedPerson {
  std::string client{};
  std::string user_ref{};
  std::string session{};
  std::string reason{};
  std::string folder{};
  bool without_texts = false;
};

}  // namespace countersign

// The questions of the commands about a person to the server, and the reading of its answers. All
// functions run on the thread of the command, and keep nothing.
namespace countersign::person_pages {

inline const OperatorFault kNotUnderstood{"the answer is not understood"};

// The JSON of a value.
std::string json_of(const rapidjson::Value& value);
// A member's text; empty if the object has no such member or another type of value in it.
std::string text_or_empty(const rapidjson::Value& object, const char* member);
// A member that is a list; nullptr if the object has none.
const rapidjson::Value* list_in(const rapidjson::Value& object, const char* member);

// Asks for one page after the other, from the newest session to the oldest, and hands each to
// `take`, until the end or until `take` returns a fault.
using AskPage = std::function<OperatorAnswer(const std::optional<std::string>& after)>;
using TakePage = std::function<std::optional<OperatorFault>(const rapidjson::Value& page)>;
std::optional<OperatorFault> for_each_page(const AskPage& ask, const TakePage& take);

// The same of the list of a person's sessions.
std::optional<OperatorFault> for_each_page_of(Operator& op,
                                              const TypedPerson& person,
                                              const TakePage& take);

// All that is held of one session.
OperatorAnswer session_of(Operator& op, const std::string& session);

}  // namespace countersign::person_pages
