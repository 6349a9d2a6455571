#include "core/stream/event.h"

#include <array>
#include <cstddef>
#include <utility>

namespace countersign {

template class OneOf<AllEvents>;

namespace {

// One row for each event, in the order of the variant's alternatives.
struct Facts {
  const EventType* type;
  KeyEffect key_effect;
  bool may_seal_document_values;
};

template <class... E>
constexpr std::array<Facts, sizeof...(E)> facts_of(const std::variant<E...>*) {
  return {Facts{&event_type<E>, key_effect<E>, seals_document_values<E>}...};
}
constexpr auto kFacts = facts_of(static_cast<const AllEvents::Variant*>(nullptr));

}  // namespace

const EventType& type_of(const Event& event) { return *kFacts[event.index()].type; }

KeyEffect key_effect_of(const Event& event) { return kFacts[event.index()].key_effect; }

bool may_seal_document_values(const Event& event) {
  return kFacts[event.index()].may_seal_document_values;
}

const SessionId* successor_in(const Event& event) {
  const auto* decided = std::get_if<ReviewDecided>(&event);
  if (decided == nullptr || !decided->again || !decided->again->successor) return nullptr;
  return &decided->again->successor->session;
}

template <class StreamEvent>
std::vector<Event> any_stream(std::vector<StreamEvent> events) {
  std::vector<Event> any;
  any.reserve(events.size());
  for (StreamEvent& event : events) {
    std::visit([&](auto& happened) { any.emplace_back(std::move(happened)); }, event);
  }
  return any;
}

template std::vector<Event> any_stream(std::vector<SessionEvent>);
template std::vector<Event> any_stream(std::vector<ClientEvent>);
template std::vector<Event> any_stream(std::vector<KeyEvent>);
template std::vector<Event> any_stream(std::vector<ThresholdEvent>);
template std::vector<Event> any_stream(std::vector<ReviewerEvent>);
template std::vector<Event> any_stream(std::vector<WebhookEvent>);
template std::vector<Event> any_stream(std::vector<LogEvent>);

}  // namespace countersign
