#include "http/answers/name_schemas.h"

#include <string_view>
#include <utility>
#include <vector>

#include "core/checks/checks.h"
#include "core/checks/codes.h"
#include "core/stream/event.h"

namespace countersign::http {
namespace {

template <std::size_t... I>
std::vector<std::string_view> event_types(std::index_sequence<I...>) {
  return {event_type<std::variant_alternative_t<I, Event::Variant>>.name...};
}

}  // namespace

Schema code_schema() {
  return answer_schema_of<Code>("Code", "Why something was refused, remarked on or not done.");
}

Schema check_schema() { return answer_schema_of<Check>("Check", "One thing that is checked."); }

Schema event_type_schema() {
  constexpr auto kAll = std::make_index_sequence<std::variant_size_v<Event::Variant>>();
  return open_names_schema("EventType", "What happened.", event_types(kAll));
}

}  // namespace countersign::http
