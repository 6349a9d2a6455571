#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "http/body/body_of.h"
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

// The input of "log range": where it begins by one of the first three members.
struct AskedRange {
  std::optional<std::uint64_t> from{};
  std::optional<PlainText> checkpoint{};  // a note, which has lines
  std::optional<std::string> since{};
  std::optional<std::uint64_t> to{};
};
template <>
inline constexpr auto members_of<AskedRange> = members(
    Member{"from",
           &AskedRange::from,
           "The number of events before the range, at which a checkpoint is kept.",
           kLeftOut},
    Member{"checkpoint",
           &AskedRange::checkpoint,
           "A signed checkpoint of this log, behind whose events the range begins.",
           {.left_out = true, .max_length = 1'000'000}},
    Member{"since",
           &AskedRange::since,
           "A time as RFC 3339, or a day: the range begins at the last checkpoint kept "
           "before it.",
           {.left_out = true, .max_length = 64}},
    Member{"to",
           &AskedRange::to,
           "The number of events at the end of the range, at which a checkpoint is kept, by "
           "default the log as it is now, which is signed.",
           kLeftOut});

}  // namespace countersign::http
