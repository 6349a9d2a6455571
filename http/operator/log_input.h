#pragma once
#include <cstdint>
#include <optional>

#include "core/ids.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations that read the log.
namespace countersign::http {

// The longest time that "log tail" of the admin endpoint may wait for an event after `after`,
// {wait?} in seconds. In process, `wait` is accepted and has no effect.
inline constexpr std::uint64_t kTailWaitMaxSeconds = 30;

// The input of "log tail".
struct TailQuery {
  Sequence after;
  std::uint64_t limit = kPageDefault;
  std::optional<std::uint64_t> last{};
  std::uint64_t wait_seconds = 0;
};
template <>
inline constexpr auto members_of<TailQuery> =
    members(Member{"after",
                   &TailQuery::after,
                   "The sequence after which events are answered, by default 0.",
                   kLeftOut},
            Member{"limit",
                   &TailQuery::limit,
                   "The most events in the answer, by default 100.",
                   {.left_out = true, .maximum = kPageMax}},
            Member{"last",
                   &TailQuery::last,
                   "Only the last events of the log, as many as this number says.",
                   {.left_out = true, .maximum = kPageMax}},
            Member{"wait",
                   &TailQuery::wait_seconds,
                   "Seconds that a server waits for an event if there is none yet, by default 0.",
                   {.left_out = true, .maximum = kTailWaitMaxSeconds}});

// The range of "log export": the whole log by default.
struct ExportRange {
  Sequence first{1};
  Sequence last{0};  // 0: the head at the time of the call
};
template <>
inline constexpr auto members_of<ExportRange> = members(
    Member{
        "first", &ExportRange::first, "The sequence of the first event, by default 1.", kLeftOut},
    Member{"last",
           &ExportRange::last,
           "The sequence of the last event, by default the head.",
           kLeftOut});

}  // namespace countersign::http
