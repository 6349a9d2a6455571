// An audit that puts sessions aside says what one says that judges each decision when it is read.
#include "events/audit/history_audit.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "events/audit/log_audit.h"
#include "tests/events/audit/judged_at_once.h"
#include "tests/events/support/chained_events.h"
#include "tests/events/support/sample_log.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::history_audit_test {

using Lines = std::vector<std::string>;
using Random = std::mt19937_64;

constexpr std::size_t kScantBytes = 4'000;  // so little that all is put aside, and divided
constexpr std::size_t kBytes = std::size_t{1} << 20;  // enough for a part for each of four threads

// A log of at least so many events.
Lines sample(std::uint64_t seed, std::size_t size) {
  SampleLog log(seed);
  Lines lines;
  while (lines.size() < size || !log.is_whole()) lines.push_back(log.next().bytes);
  return lines;
}

// A log of which one to three events are left out, repeated, moved or given to another stream.
Lines disturbed(const Lines& lines, Random& random) {
  std::vector<RecordedEvent> events;
  for (const std::string& line : lines) events.push_back(*decode(line));
  for (std::uint64_t times = 1 + random() % 3; times > 0; --times) {
    const std::size_t at = 1 + random() % (events.size() - 2);
    const auto place = events.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random() % 4) {
      case 0:
        events.erase(place);
        break;
      case 1:
        events.insert(place, RecordedEvent(events[at]));
        break;
      case 2:
        std::swap(events[at].event, events[at + 1].event);
        break;
      default:
        events[at].stream = events[random() % events.size()].stream;
        break;
    }
  }
  return chained_anew(events);
}

TEST_CASE("a disturbed log has one first fault, however much memory and how many threads") {
  Random random(41);
  const Lines honest = sample(410, 600);
  std::size_t faults = 0;
  for (int i = 0; i < 150; ++i) {
    CAPTURE(i);
    const Lines lines = disturbed(honest, random);
    const Said at_once = judged_at_once(lines);
    INFO(at_once.fault.value_or(LogFault{}).why);
    faults += at_once.fault ? 1 : 0;
    CHECK(judged_apart(lines, {}) == at_once);
    CHECK(judged_apart(lines, {.bytes_max = kScantBytes, .folder = {}, .threads = 1}) == at_once);
    CHECK(judged_apart(lines, {.bytes_max = kBytes, .folder = {}, .threads = 4}) == at_once);
  }
  CHECK(faults > 100);
}

TEST_CASE("an honest log is good, however much memory and how many threads") {
  for (const std::uint64_t seed : {411, 412, 413}) {
    const Lines lines = sample(seed, 3'000);
    const Said at_once = judged_at_once(lines);
    INFO(at_once.fault.value_or(LogFault{}).why);
    CHECK_FALSE(at_once.fault);
    CHECK(at_once.events == lines.size());
    CHECK(judged_apart(lines, {}) == at_once);
    CHECK(judged_apart(lines, {.bytes_max = kScantBytes, .folder = {}, .threads = 3}) == at_once);
    CHECK(judged_apart(lines, {.bytes_max = kBytes, .folder = {}, .threads = 4}) == at_once);
  }
}

TEST_CASE("an audit reads each event once, also where it has little memory") {
  const Lines lines = sample(414, 2'000);
  LinesLog log(lines);
  tlog::Frontier tree;
  for (const std::string& line : lines) tree.append(tlog::leaf_hash(line));
  LogAuditOptions options{.tree = {"tree", lines.size(), tree.root()}};
  options.means.bytes_max = kScantBytes;
  const LogVerdict verdict = audit_log(log, options);
  CHECK_FALSE(verdict.is_unfinished);
  CHECK_FALSE(verdict.fault);
  CHECK(log.times_read == lines.size());
}

TEST_CASE("an audit without room for its temporary file has no verdict, and says why") {
  const TempFolder folder;
  const Lines lines = sample(415, 2'000);
  const AuditMeans scant{.bytes_max = kScantBytes, .folder = folder.path() / "none", .threads = 1};
  const Said said = judged_apart(lines, scant);
  REQUIRE(said.fault);
  CHECK(said.fault->file == "unfinished");
  CHECK(said.fault->why == "cannot make a temporary file of the audit in " + scant.folder.string() +
                               ": No such file or directory; name another folder");
  // A log that fits into memory needs no file.
  CHECK_FALSE(judged_apart(lines, {.folder = scant.folder}).fault);
}

}  // namespace countersign::history_audit_test
