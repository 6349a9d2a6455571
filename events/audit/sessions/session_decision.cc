#include "events/audit/sessions/session_decision.h"

#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/binary_record.h"
#include "core/check.h"
#include "core/session/session_event.h"

namespace countersign {
namespace {

constexpr std::size_t kIdBytes = sizeof(Uuid);

// Numbers as they are in memory: writer and reader are one process.
struct PutAsideForm {
  using Count = std::uint32_t;

  template <std::integral T>
  static void append_number(std::string& out, T number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  template <std::integral T>
  static std::optional<T> take_number(std::string_view& rest) {
    if (rest.size() < sizeof(T)) return std::nullopt;
    T number{};
    std::memcpy(&number, rest.data(), sizeof number);
    rest.remove_prefix(sizeof number);
    return number;
  }
  static bool allows_text(std::string_view) { return true; }
  static bool allows_items(Count) { return true; }
};

using Reader = BinaryReader<PutAsideForm>;

template <class T>
void put(std::string& out, const T& value) {
  append_binary<PutAsideForm>(out, value);
}

// The place of E among the events of a session.
template <class E, class... All>
consteval std::uint8_t index_in(const std::variant<All...>* /*all*/) {
  std::uint8_t index = 0;
  (void)((std::is_same_v<E, All> || (++index, false)) || ...);
  return index;
}

// In the binary form of their variant, without a copy of the event.
void put_own(std::string& out, const Event& event) {
  std::visit(
      [&]<class E>(const E& happened) {
        if constexpr (EventOf<E, SessionEvent>) {
          out.push_back(
              static_cast<char>(index_in<E>(static_cast<const SessionEvents::Variant*>(nullptr))));
          put(out, happened);
        }
      },
      event);
}

bool is_of_session(const Event& event) {
  return std::visit([]<class E>(const E&) { return EventOf<E, SessionEvent>; }, event);
}

void put_event(std::string& out, const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  put(out, recorded.version);
  put(out, recorded.previous);
  put(out, event.leaf);
  put(out, recorded.at);
  put(out, recorded.actor);
  put(out, recorded.sealed.has_value());
  put(out, recorded.older_version);
  const bool is_own = is_of_session(recorded.event);
  put(out, is_own);
  if (is_own) put_own(out, recorded.event);
}

Event foreign_event() { return LogBegun{}; }

Event any_event(SessionEvents::Variant event) {
  return std::visit([](auto& happened) -> Event { return std::move(happened); }, event);
}

StoredEvent take_event(Reader& in, const StreamId& stream, Sequence sequence) {
  StoredEvent event;
  RecordedEvent& recorded = event.recorded;
  recorded.sequence = sequence;
  recorded.stream = stream;
  recorded.version = in.take<StreamVersion>();
  recorded.previous = in.take<Sha256>();
  event.leaf = in.take<Sha256>();
  recorded.at = in.take<UtcTime>();
  recorded.actor = in.take<Actor>();
  if (in.take<bool>()) recorded.sealed.emplace();
  recorded.older_version = in.take<std::uint16_t>();
  recorded.event = in.take<bool>() ? any_event(in.take<SessionEvents::Variant>()) : foreign_event();
  return event;
}

}  // namespace

void append_decision(std::string& out,
                     const SessionId& session,
                     const RecordedDecision& decision,
                     const CaseFacts* facts) {
  put(out, session);
  put(out, decision.first->recorded.sequence);
  put(out, decision.second != nullptr);
  put_event(out, *decision.first);
  if (decision.second != nullptr) put_event(out, *decision.second);
  put(out, facts != nullptr);
  if (facts != nullptr) put(out, *facts);
}

SessionDecision read_decision(std::string_view record) {
  Reader in(record);
  SessionDecision decision;
  decision.session = in.take<SessionId>();
  const StreamId stream = stream_of(decision.session);
  const auto sequence = in.take<Sequence>();
  const bool is_pair = in.take<bool>();
  decision.first = take_event(in, stream, sequence);
  if (is_pair) decision.second = take_event(in, stream, Sequence(sequence.value() + 1));
  if (in.take<bool>()) decision.facts = in.take<CaseFacts>();
  check(in.at_end(), "a decision that was put aside is read back whole");
  return decision;
}

SessionId session_in(std::string_view record) {
  Uuid id{};
  check(record.size() >= kIdBytes, "a decision that was put aside has its session");
  std::memcpy(id.data(), record.data(), id.size());
  return SessionId(id);
}

Sequence sequence_in(std::string_view record) {
  std::uint64_t sequence = 0;
  check(record.size() >= kIdBytes + sizeof sequence, "a decision that was put aside has its place");
  std::memcpy(&sequence, record.data() + kIdBytes, sizeof sequence);
  return Sequence(sequence);
}

}  // namespace countersign
