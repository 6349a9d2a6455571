#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "http/call/problem.h"
#include "http/json/members.h"
#include "http/operator/operations.h"
#include "http/operator/person/operations_person.h"
#include "http/sealed/sealed_values.h"

// The texts that the events of a session carry sealed under the session's key, opened for the
// person that the session is about.
namespace countersign::http {

// The texts of one event. An opinion that is hidden still has none, nor has a mark of a frame: it
// is a keyed hash, not a text.
struct PersonText {
  Sequence event;
  std::string type;
  UtcTime at;
  std::string by;
  std::optional<std::string> address{};
  std::optional<std::string> user_agent{};
  std::optional<std::string> words{};
  std::optional<std::string> note{};
  std::optional<std::string> without_look{};
  OpenedValues values{};
};

inline const auto& mrz_of_text(const PersonText& text) { return text.values.zone; }
inline const auto& barcode_of_text(const PersonText& text) { return text.values.barcode; }
inline const auto& printed_of_text(const PersonText& text) { return text.values.printed; }

template <>
inline constexpr auto members_of<PersonText> = members(
    Member{"event", &PersonText::event, "The sequence of the event that has the texts."},
    Member{"type", &PersonText::type, "Of the event."},
    Member{"at", &PersonText::at},
    Member{"by", &PersonText::by, "The client, the reviewer, the operator or the device."},
    Member{"address", &PersonText::address, "From which the request came."},
    Member{"userAgent", &PersonText::user_agent, "As the request named it."},
    Member{"words",
           &PersonText::words,
           "The person's own, those to a person who is asked again, or those of a hand-over."},
    Member{"note", &PersonText::note, "Of the decision."},
    Member{"withoutLook", &PersonText::without_look, "Why the reviewer decided without a look."},
    Member{"mrz", mrz_of_text, "The values of the machine-readable zone."},
    Member{"barcode", barcode_of_text, "The values of the bar code."},
    Member{"printed", printed_of_text, "The values of the print."});

struct PersonTexts {
  SessionId id;
  std::optional<UtcTime> purged_at{};
  std::optional<Sequence> recorded{};
  std::optional<std::vector<PersonText>> texts{};
  std::optional<Sequence> next{};
};
template <>
inline constexpr auto members_of<PersonTexts> = members(
    Member{"sessionId", &PersonTexts::id},
    Member{"purgedAt", &PersonTexts::purged_at, "Null while the files and the key are kept."},
    Member{"event",
           &PersonTexts::recorded,
           "The sequence of the event that records the reading; null if nothing was opened."},
    Member{"texts", &PersonTexts::texts, "In the order of the log; null if the key is gone."},
    Member{"next", &PersonTexts::next, "Give it as `after`; null at the end."});

// Opens a page of a session's sealed texts, once the event that records the reading is durable.
// Reads all of the session's events. Slow; any thread.
Result<PersonTexts, Problem> person_texts(const OperationContext& context, const AskedTexts& asked);

}  // namespace countersign::http
