// One audit behind every way to read a log: an exported folder, the lines that a server sends, the
// log of a data folder.
#include "events/audit/log_audit.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "events/audit/export/verify_export.h"
#include "events/audit/export/verify_source.h"
#include "events/audit/live_log.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/frozen_log.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::log_audit_test {

using Lines = std::vector<std::string>;
using Place = std::pair<StreamId, StreamVersion>;

constexpr std::uint64_t kSize = 700;

struct NoHistory {
  History history;
};

// The log of a data folder with any lines, whose tree and lists are those of the lines until a test
// changes them.
class ForgedLog : private NoHistory, public FrozenLog, public TreeTiles {
 public:
  explicit ForgedLog(const ExportableLog& log)
      : FrozenLog(history), lines(log.events()), tiles(tlog::StoredTiles(log.leaves()).tiles) {
    last.sequence = Sequence(log.size());
    last.leaf = Sha256(log.leaves().back());
    last.root = log.checkpoint(log.size()).root;
    for (std::uint64_t n = 1; n <= log.size(); ++n) {
      if (const auto recorded = decode(lines[n - 1])) {
        lists[{recorded->stream, recorded->version}] = Sequence(n);
      }
    }
  }

  LogHead head() const override { return last; }
  Result<Sequence, StoreError> read_bytes(Sequence, const BytesSink& sink) const override {
    ++events_read;
    for (std::uint64_t n = 1; n <= lines.size(); ++n) {
      if (n == failing) return failure;
      if (!sink(Sequence(n), lines[n - 1])) return Sequence(n);
    }
    return Sequence(lines.size());
  }
  Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const override {
    if (sequence == Sequence(0) || sequence.value() > lines.size()) {
      return std::optional<StoredEvent>();
    }
    const auto recorded = decode(lines[sequence.value() - 1]);
    if (!recorded) return StoreError::Corrupt;
    return std::optional(encode_stored(*recorded));
  }
  Result<std::optional<Sequence>, StoreError> place(const StreamId& stream,
                                                    StreamVersion version) const override {
    if (unreadable.contains({stream, version})) return failure;
    const auto found = lists.find({stream, version});
    return found == lists.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<StoreError> read_places(const PlaceSink& sink) const override {
    ++lists_read;
    for (const auto& [place, sequence] : lists) {
      if (unreadable.contains(place)) return failure;
      if (!sink(place.first, place.second, sequence)) break;
    }
    return std::nullopt;
  }
  Result<std::optional<std::string>, StoreError> tile(const tlog::Tile& tile) const override {
    const auto found = tiles.find(path_of(tile));
    return found == tiles.end() ? std::nullopt : std::optional(found->second);
  }

  Lines lines;
  LogHead last;
  std::map<Place, Sequence> lists;
  std::set<Place> unreadable;
  FolderImage tiles;
  std::uint64_t failing = 0;  // the event that cannot be read
  mutable int lists_read = 0;
  mutable int events_read = 0;  // from the first
  StoreError failure = StoreError::Corrupt;
};

Result<LiveVerdict, StoreError> audited(const ForgedLog& log) { return audit_live_log(log, log); }

std::string said(std::optional<Sequence> sequence, const std::string& why) {
  return (sequence ? std::to_string(sequence->value()) + ": " : "") + why;
}

std::string said(const Result<LiveVerdict, StoreError>& verdict) {
  if (!verdict) return std::string(describe(verdict.error()));
  return verdict->fault ? said(verdict->fault->sequence, verdict->fault->why) : "";
}

std::string said(const ExportFindings& findings) {
  return findings.ok() ? "" : said(findings.first_error->sequence, findings.first_error->why);
}

// The findings of each way to read a log of these lines, and the number of good events.
struct Verdicts {
  explicit Verdicts(const Lines& lines) {
    const ExportableLog log(lines);
    const TempFolder folder;
    change_folder(folder.path(), {}, log.image());
    const ExportFindings exported = verify_export(folder.path(), {});
    const ExportFindings sent = verify_source(log.source(log.size()), {});
    const auto live = audited(ForgedLog(log));
    of_folder = said(exported);
    of_source = said(sent);
    of_live = said(live);
    CHECK(sent.events == exported.events);
    CHECK(live->events == exported.events);
  }
  std::string of_folder;
  std::string of_source;
  std::string of_live;
};

// The lines with one event that is changed, and chained as it was before.
Lines changed(Lines lines, const std::function<bool(RecordedEvent&)>& change) {
  for (std::size_t i = 100; i < lines.size(); ++i) {
    RecordedEvent recorded = *decode(lines[i]);
    if (!change(recorded)) continue;
    lines[i] = encode(recorded);
    break;
  }
  return lines;
}

template <class E>
auto first(const std::function<void(RecordedEvent&, E&)>& change) {
  return [change](RecordedEvent& recorded) {
    auto* event = std::get_if<E>(&recorded.event);
    if (event != nullptr) change(recorded, *event);
    return event != nullptr;
  };
}

TEST_CASE("a log is found good, or its first fault in the same words, wherever it is read") {
  const Lines honest = ExportableLog(kSize, 41).events();
  Lines spaced = honest;
  spaced[300] += ' ';
  Lines shorter = honest;
  shorter.erase(std::ranges::find_if(shorter, [](const std::string& line) {
    return line.find("\"type\":\"SessionCreated\"") != line.npos;
  }));
  using Created = SessionCreated;
  const struct {
    const char* forgery;
    Lines lines;
    std::string why;
  } rows[] = {
      {"none", honest, ""},
      {"a byte too many", spaced, "301: the line is not an event in its stored form"},
      {"an event left out", shorter, ": the event's sequence is not its place in the log"},
      {"a time",
       changed(honest, first<Created>([](RecordedEvent& recorded, Created&) {
                 recorded.at = recorded.at - std::chrono::hours(24 * 365);
               })),
       ": the event's time is before that of the event before it"},
      {"a version",
       changed(honest, first<Created>([](RecordedEvent& recorded, Created&) {
                 recorded.version = StreamVersion(2);
               })),
       ": the event's version does not follow that of the event before it in the stream"},
      {"the chain",
       changed(honest, first<Created>([](RecordedEvent& recorded, Created&) {
                 recorded.previous = Sha256(tlog::leaf_hash("another"));
               })),
       ": the event's `previous` is not the hash of the event before it in the stream"},
      {"a sandbox",
       changed(honest, first<Created>([](RecordedEvent&, Created& created) {
                 created.sandbox = !created.sandbox;
               })),
       ": the session's sandbox flag is not that of its client"},
      {"a result",
       changed(honest, first<SessionFinalized>([](RecordedEvent&, SessionFinalized& finalized) {
                 finalized.result = finalized.result == ResultStatus::Passed ? ResultStatus::Failed
                                                                             : ResultStatus::Passed;
               })),
       ": the rules of a session do not allow the event at this place"},
  };
  for (const auto& row : rows) {
    INFO(row.forgery);
    const Verdicts verdicts(row.lines);
    INFO(verdicts.of_live);
    CHECK(verdicts.of_source == verdicts.of_folder);
    CHECK(verdicts.of_live == verdicts.of_folder);
    CHECK(verdicts.of_live.find(row.why) != std::string::npos);
    CHECK(verdicts.of_live.empty() == row.why.empty());
  }
}

struct Live {
  const ExportableLog made{kSize, 42};
  ForgedLog log{made};

  std::string verdict() const { return said(audited(log)); }
  Place place_of(std::uint64_t n) const {
    const auto recorded = decode(log.lines[n - 1]);
    return {recorded->stream, recorded->version};
  }
  // The last event of a stream with several events, and the first of that stream.
  std::pair<std::uint64_t, std::uint64_t> last_and_first() const {
    for (std::uint64_t n = log.lines.size(); n > 0; --n) {
      const auto [stream, version] = place_of(n);
      if (version.value() > 2) return {n, log.lists.at({stream, StreamVersion(1)}).value()};
    }
    return {};
  }
};

TEST_CASE_FIXTURE(Live, "the audit of a live log ends at the head that it began with") {
  CHECK(verdict() == "");
  const ExportableLog longer(kSize + 1, 42);
  log.lines = longer.events();
  log.lists[place_of(kSize + 1)] = Sequence(kSize + 1);
  CHECK(verdict() == "");
  CHECK(audited(log)->events == kSize);
  CHECK(audited(log)->head.sequence == Sequence(kSize));
}

TEST_CASE_FIXTURE(Live,
                  "a sound log and its lists are read once, and damaged lists name an event") {
  CHECK(verdict() == "");
  CHECK(log.events_read == 1);
  CHECK(log.lists_read == 1);
  const auto [last, first] = last_and_first();
  log.lists.erase(place_of(last));
  CHECK(verdict() ==
        std::to_string(first) + ": the list of the events in this event's stream is damaged");
  CHECK(log.events_read == 3);
}

TEST_CASE_FIXTURE(Live, "an empty log is sound") {
  log.last = {};
  CHECK(verdict() == "");
}

TEST_CASE_FIXTURE(Live, "an event of a live log that cannot be read is a fault, no other failure") {
  log.failing = 500;
  CHECK(verdict() ==
        "500: the event is missing, cannot be read, or does not have the hash that the tree has "
        "for it");
  log.failure = StoreError::Io;
  CHECK(verdict() == "the disk failed");
}

TEST_CASE_FIXTURE(Live, "the head and the tree of a live log are those of its events") {
  ForgedLog other(made);
  other.last.leaf = Sha256();
  CHECK(said(audited(other)) ==
        "700: the last event is not the one that the log's head record names");
  other.last = log.last;
  other.last.root[0] ^= 1;
  CHECK(said(audited(other)) ==
        "700: the head: the root is not the Merkle root of these events: an event, or the root, "
        "was changed");
  other.last = log.last;
  other.tiles.at("tile/1/000.p/2")[40] ^= 1;
  CHECK(said(audited(other)) ==
        "700: tile/1/000.p/2: the tile's hashes are not those of the events");
}

TEST_CASE_FIXTURE(Live, "a damaged list of a stream is named by the stream's first event") {
  const auto [last, first] = last_and_first();
  const auto named =
      std::to_string(first) + ": the list of the events in this event's stream is damaged";
  log.unreadable = {place_of(last)};
  CHECK(verdict() == named);
  log.unreadable.clear();

  const auto lists = log.lists;
  log.lists.erase(place_of(last));
  CHECK(verdict() == named);
  log.lists[place_of(last)] = Sequence(1);
  CHECK(verdict() == named);

  log.lists = lists;
  const auto [stream, version] = place_of(last);
  log.lists[{stream, StreamVersion(version.value() + 1)}] = Sequence(1);
  CHECK(verdict() == "700: a stream's list of events has more entries than the stream has events");
  log.lists[{stream, StreamVersion(version.value() + 1)}] = Sequence(kSize + 1);
  CHECK(verdict() == "700: a stream's list of events has more entries than the stream has events");

  log.lists = lists;
  const StreamId of_first = place_of(first).first;
  log.lists[{of_first, StreamVersion(1)}] = Sequence(1);
  CHECK(verdict() == named);

  log.lists = lists;
  log.unreadable = {place_of(last)};
  log.failure = StoreError::Io;
  CHECK(verdict() == "the disk failed");
}

TEST_CASE_FIXTURE(Live, "the audit of a live log is given up between any two events") {
  std::atomic<std::uint64_t> asked{0};  // by several threads
  const auto after = [&](std::uint64_t questions) {
    asked = 0;
    return audit_live_log(
        log, log, "", GivenUp([&asked, questions] { return ++asked > questions; }));
  };
  for (const std::uint64_t questions : {std::uint64_t{0}, std::uint64_t{1}, kSize / 2, kSize - 1}) {
    CAPTURE(questions);
    CHECK(after(questions).error() == StoreError::Stopped);
    CHECK(asked > questions);
    CHECK(asked < questions + 8);  // the reader, and each thread that judges
  }
  const auto whole = audit_live_log(log, log);
  REQUIRE(whole.has_value());
  CHECK(whole->events == kSize);
}

}  // namespace countersign::log_audit_test
