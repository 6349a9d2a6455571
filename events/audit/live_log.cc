#include "events/audit/live_log.h"

#include <algorithm>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "events/audit/log_audit.h"
#include "events/audit/streams/entry_print.h"
#include "events/crypto/os_random.h"
#include "events/record/codec.h"

namespace countersign {
namespace {

constexpr std::string_view kEventsOfLog = "events";

// A server runs the audit next to its other work, so the audit has little memory, and leaves half
// of the cores to that work.
constexpr std::size_t kBytesMax = std::size_t{32} << 20;
std::size_t half_of_the_cores() {
  return std::max<std::size_t>(std::thread::hardware_concurrency() / 2, 1);
}

class LiveLog : public AuditedLog {
 public:
  LiveLog(const EventStore& events,
          const TreeTiles& tiles,
          const LogHead& head,
          const GivenUp& given_up)
      : events_(events), tiles_(tiles), head_(head), given_up_(given_up) {}

  // Why the log could not be audited, if it could not.
  const std::optional<StoreError>& failure() const { return failure_; }

  std::string_view events_file() const override { return kEventsOfLog; }

  std::optional<LogFault> read(std::uint64_t size, const Sink& sink) override {
    std::uint64_t given = 0;
    const auto unread = read_lines(size, [&](std::string_view line) {
      ++given;
      return sink(line);
    });
    if (unread == StoreError::Corrupt) return unreadable(given);
    return std::nullopt;
  }

  std::optional<LogFault> compare(std::string_view line, const Digest& leaf) override {
    const std::uint64_t place = compared_++;
    last_ = leaf;
    return is_published(place, line, leaf) ? std::nullopt : std::optional(unreadable(place));
  }

  std::optional<LogFault> compare_end() override {
    const std::uint64_t size = head_.sequence.value();
    if (size == 0 || compared_ < size || Sha256(last_) == head_.leaf) return std::nullopt;
    return LogFault{head_.sequence,
                    std::string(kEventsOfLog),
                    "the last event is not the one that the log's head record names"};
  }

  std::optional<LogFault> compare(const tlog::Tile& tile, std::string_view hashes) override {
    const auto stored = tiles_.tile(tile);
    if (stored && *stored == hashes) return std::nullopt;
    if (!stored && stored.error() != StoreError::Corrupt) failure_ = stored.error();
    return LogFault{std::nullopt, path_of(tile), "the tile's hashes are not those of the events"};
  }

  // Whether the audit is to end, or has failed.
  bool is_stopping() {
    if (given_up_()) failure_ = StoreError::Stopped;
    return failure_.has_value();
  }
  void fail(StoreError error) { failure_ = error; }

  // Whether the event at `sequence` is the event of a list's entry.
  bool is_at(Sequence sequence, const StreamId& stream, StreamVersion version) {
    const auto found = events_.find(sequence);
    if (!found && found.error() != StoreError::Corrupt) failure_ = found.error();
    return found && *found && (*found)->recorded.stream == stream &&
           (*found)->recorded.version == version;
  }

  // The list's entry for an event. Empty: the entry is missing or cannot be read.
  std::optional<Sequence> listed(const StreamId& stream, StreamVersion version) {
    const auto place = events_.place(stream, version);
    if (place) return *place;
    if (place.error() != StoreError::Corrupt) failure_ = place.error();
    return std::nullopt;
  }

 private:
  using LineSink = std::function<bool(std::string_view line)>;

  // The fault of the event with this place, from 0.
  static LogFault unreadable(std::uint64_t place) {
    return {Sequence(place + 1),
            std::string(kEventsOfLog),
            "the event is missing, cannot be read, or does not have the hash that the tree has for "
            "it"};
  }

  // Whether the event has its hash in a tile. The last tile of level 0 is not stored until it is
  // full: its events are decoded instead.
  bool is_published(std::uint64_t place, std::string_view line, const Digest& leaf) {
    const std::uint64_t index = place / tlog::kTileWidth;
    if ((index + 1) * tlog::kTileWidth > head_.sequence.value()) {
      return !decode_into(line, decoded_) && decoded_.sequence == Sequence(place + 1);
    }
    const std::size_t at = place % tlog::kTileWidth * tlog::kHashBytes;
    if (at == 0) read_tile({0, index, tlog::kTileWidth});
    return std::string_view(hashes_).substr(std::min(at, hashes_.size()), tlog::kHashBytes) ==
           text_of(leaf);
  }

  // Reads the tile into hashes_, which stays empty if the tile cannot be read.
  void read_tile(const tlog::Tile& tile) {
    hashes_.clear();
    auto stored = tiles_.tile(tile);
    if (stored && *stored) hashes_ = **std::move(stored);
    if (!stored && stored.error() != StoreError::Corrupt) failure_ = stored.error();
    if (hashes_.size() != tlog::kTileWidth * tlog::kHashBytes) hashes_.clear();
  }

  std::optional<StoreError> read_lines(std::uint64_t size, const LineSink& sink) {
    if (size == 0 || failure_) return failure_;
    const auto read =
        events_.read_unproven(Sequence(1), [&](Sequence sequence, std::string_view line) {
          return !is_stopping() && sink(line) && sequence.value() < size;
        });
    if (read) return failure_;
    if (read.error() != StoreError::Corrupt) failure_ = read.error();
    return read.error();
  }

  const EventStore& events_;
  const TreeTiles& tiles_;
  const LogHead head_;
  const GivenUp& given_up_;
  std::uint64_t compared_ = 0;
  Digest last_{};       // the leaf of the event that was compared last
  std::string hashes_;  // of the tile that it is in
  RecordedEvent decoded_;
  std::optional<StoreError> failure_;
};

// Compares the lists of the streams' events with the events, which come in the order of the log.
class StreamLists {
 public:
  StreamLists(LiveLog& log, Sequence head) : log_(log), head_(head) {}

  void take(const RecordedEvent& recorded) {
    const StreamId& stream = recorded.stream;
    if (log_.listed(stream, recorded.version) != recorded.sequence) blame(recorded);
    if (goes_on_after(recorded)) ++continued_;
    if (recorded.version != StreamVersion(1)) ++continuations_;
  }

  std::optional<AuditFault> end() const {
    if (damaged_)
      return AuditFault{*damaged_, "the list of the events in this event's stream is damaged"};
    if (continued_ == continuations_) return std::nullopt;
    return AuditFault{head_,
                      "a stream's list of events has more entries than the stream has events"};
  }

 private:
  // Whether the list wrongly has an entry after the event's. An entry beyond the head is right if
  // its event exists: that event was appended during the audit, which does not cover it.
  bool goes_on_after(const RecordedEvent& recorded) {
    const StreamVersion version(recorded.version.value() + 1);
    const auto next = log_.listed(recorded.stream, version);
    return next && (*next <= head_ || !log_.is_at(*next, recorded.stream, version));
  }

  // Names the first event of the stream; the event itself if the list has lost the first one.
  void blame(const RecordedEvent& recorded) {
    const StreamVersion first_version(1);
    const auto first = log_.listed(recorded.stream, first_version);
    const bool is_known = recorded.version != first_version && first &&
                          log_.is_at(*first, recorded.stream, first_version);
    const Sequence at = is_known ? *first : recorded.sequence;
    damaged_ = std::min(damaged_.value_or(at), at);
  }

  LiveLog& log_;
  const Sequence head_;
  std::optional<Sequence> damaged_;  // the first event of the first stream whose list is damaged
  std::uint64_t continued_ = 0;      // events after which their list goes on
  std::uint64_t continuations_ = 0;  // events that follow another one in their stream
};

AuditFault in_words(LogFault fault, std::uint64_t events) {
  if (fault.file != kEventsOfLog) fault.why = fault.file + ": " + fault.why;
  return {fault.sequence.value_or(Sequence(events)), std::move(fault.why)};
}

StoreError why_unfinished(const LogVerdict& verdict) {
  if (!verdict.failure) return StoreError::Stopped;
  return verdict.failure->is_full ? StoreError::Full : StoreError::Io;
}

// The fault of the lists, event by event. Reads the events once more.
std::optional<AuditFault> named_fault(LiveLog& live, Sequence head) {
  StreamLists lists(live, head);
  RecordedEvent recorded;
  (void)live.read(head.value(), [&](std::string_view line) {
    if (!decode_into(line, recorded)) lists.take(recorded);
    return true;
  });
  return lists.end();
}

// Compares the lists with `good`, the print of the entries that the events ask for. They are read
// as they lie on the disk; only damaged lists are looked up event by event, to name one.
std::optional<AuditFault> fault_of_lists(const EventStore& events,
                                         LiveLog& live,
                                         Sequence head,
                                         EntryPrint listed,
                                         const EntryPrint& good) {
  bool is_odd = false;
  const auto unread =
      events.read_places([&](const StreamId& stream, StreamVersion version, Sequence place) {
        if (place <= head) {
          listed.add(stream, version, place);
        } else {
          is_odd = !live.is_at(place, stream, version);
        }
        return !is_odd && !live.is_stopping();
      });
  if (unread && *unread != StoreError::Corrupt) live.fail(*unread);
  if (live.failure() || (!is_odd && !unread && listed == good)) return std::nullopt;
  return named_fault(live, head);
}

}  // namespace

Result<LiveVerdict, StoreError> audit_live_log(const EventStore& events,
                                               const TreeTiles& tiles,
                                               std::string origin,
                                               const GivenUp& given_up) {
  const LogHead head = events.head();
  LiveLog live(events, tiles, head, given_up);
  OsRandom random;
  const EntryPrint none(EntryPrint::drawn_from(random));
  EntryPrint entries = none;
  LogAuditOptions options{.tree = {"the head", head.sequence.value(), head.root}};
  options.origin = std::move(origin);
  options.means = {.bytes_max = kBytesMax, .threads = half_of_the_cores()};
  options.given_up = given_up;
  options.each = [&](const RecordedEvent& recorded) {
    entries.add(recorded.stream, recorded.version, recorded.sequence);
  };
  LogVerdict verdict = audit_log(live, options);
  if (live.failure()) return *live.failure();
  if (verdict.is_unfinished) return why_unfinished(verdict);
  LiveVerdict found{head, verdict.events, std::nullopt};
  if (verdict.fault) {
    found.fault = in_words(*std::move(verdict.fault), verdict.events);
    return found;
  }
  found.fault = fault_of_lists(events, live, head.sequence, none, entries);
  if (live.failure()) return *live.failure();
  return found;
}

}  // namespace countersign
