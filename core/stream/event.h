#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/client/client_event.h"
#include "core/keys/key_event.h"
#include "core/log/log_event.h"
#include "core/one_of.h"
#include "core/reviewer/reviewer_event.h"
#include "core/schema.h"
#include "core/session/session_event.h"
#include "core/thresholds/threshold_event.h"
#include "core/webhook/webhook_event.h"

// All events. The payloads reach the disk as declared and stay readable to every later release. To
// change an event, raise its version and write the upcaster from the previous version, or add a new
// event with a new number.
//
// No event holds a secret. Personal data gets in only where a client or an operator writes it into
// a text that they choose, such as `userRef`, a label or the reason of a hold.
namespace countersign {

namespace detail {

// The variant of all events of the streams, in the order of their numbers.
template <class... Events>
struct ByNumber {
  static constexpr auto kOrder = [] {
    constexpr std::array<std::uint16_t, sizeof...(Events)> kNumbers{event_type<Events>.number...};
    std::array<std::size_t, sizeof...(Events)> order{};
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return kNumbers[i]; });
    return order;
  }();
  template <std::size_t... I>
  static std::variant<std::variant_alternative_t<kOrder[I], std::variant<Events...>>...> sorted(
      std::index_sequence<I...>);
  using Variant = decltype(sorted(std::index_sequence_for<Events...>()));
};

template <class... S, class... C, class... K, class... T, class... R, class... W, class... L>
ByNumber<S..., C..., K..., T..., R..., W..., L...> joined(std::variant<S...>,
                                                          std::variant<C...>,
                                                          std::variant<K...>,
                                                          std::variant<T...>,
                                                          std::variant<R...>,
                                                          std::variant<W...>,
                                                          std::variant<L...>);

}  // namespace detail

struct AllEvents {
  using Variant = decltype(detail::joined(std::declval<SessionEvents::Variant>(),
                                          std::declval<ClientEvent>(),
                                          std::declval<KeyEvent>(),
                                          std::declval<ThresholdEvent>(),
                                          std::declval<ReviewerEvent>(),
                                          std::declval<WebhookEvent>(),
                                          std::declval<LogEvent>()))::Variant;
};
static_assert(events_are_sound<AllEvents::Variant>, "two streams use one number or one name");

// An event of any stream. The list is flat, so a reader of one event needs only the event's type; a
// fold takes the events of its own stream.
using Event = OneOf<AllEvents>;
extern template class OneOf<AllEvents>;

const EventType& type_of(const Event& event);
KeyEffect key_effect_of(const Event& event);
bool may_seal_document_values(const Event& event);
// The session that the event opens in the same append: a decision that asks again. Null if none.
const SessionId* successor_in(const Event& event);

// The events of one stream, as events of any stream.
template <class StreamEvent>
std::vector<Event> any_stream(std::vector<StreamEvent> events);

}  // namespace countersign
