#pragma once
#include <variant>

#include "core/one_of.h"

namespace countersign {

// E is a type of event of the stream whose events are `StreamEvent`.
template <class E, class StreamEvent>
concept EventOf = is_alternative_of<E, StreamEvent>;

// Refers to one event of a stream, wherever the event is kept. Does not own it.
template <class StreamEvent>
class EventRef;

template <class... Events>
class EventRef<std::variant<Events...>> {
 public:
  template <EventOf<std::variant<Events...>> E>
  EventRef(const E& event) : event_(&event) {}

  // Calls `visitor` with the event. The visitor must accept every event of the stream, and no
  // others.
  template <class Visitor>
  void visit(const Visitor& visitor) const {
    std::visit([&](const auto* event) { visitor(*event); }, event_);
  }

 private:
  std::variant<const Events*...> event_;
};

template <class List>
class EventRef<OneOf<List>> : public EventRef<typename List::Variant> {
 public:
  using EventRef<typename List::Variant>::EventRef;
};

}  // namespace countersign
