// An audit that goes on from the state of an earlier one finds what a whole audit finds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "events/audit/log_audit.h"
#include "events/audit/streams/session_hash.h"
#include "events/crypto/os_random.h"
#include "tests/events/audit/judged_at_once.h"
#include "tests/events/support/flipped_bit.h"
#include "tests/events/support/sample_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/tree/trees.h"

namespace countersign::continued_audit_test {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;
using Random = std::mt19937_64;

constexpr std::size_t kScantBytes = 4'000;  // so little that all is put aside, and divided

// Lines with the tiles of their tree.
class TiledLog : public AuditedLog {
 public:
  explicit TiledLog(const Lines& lines) : lines_(lines) {}

  std::string_view events_file() const override { return "events"; }
  void begin_behind(const ReadBefore& before) override {
    before_ = before;
    std::uint64_t bytes = 0;
    for (std::uint64_t i = 0; i < before.events; ++i) bytes += lines_[i].size() + 1;
    CHECK(before.bytes == bytes);
  }
  tlog::FetchTile tiles(std::uint64_t size) const override {
    std::vector<Digest> leaves;
    for (std::uint64_t i = 0; i < size; ++i) leaves.push_back(tlog::leaf_hash(lines_[i]));
    const auto stored = std::make_shared<tlog::StoredTiles>(leaves);
    return [stored, size](const tlog::Tile& tile) -> Result<std::string, tlog::ReadError> {
      tlog::Tile there = tile;
      there.width = tlog::width_in_tree(tile.level, tile.index, size);
      return stored->tiles.at(path_of(there)).substr(0, tile.width * tlog::kHashBytes);
    };
  }
  std::optional<LogFault> read(std::uint64_t, const Sink& sink) override {
    for (std::uint64_t i = before_.events; i < lines_.size(); ++i) {
      ++times_read;
      if (!sink(lines_[i])) break;
    }
    return std::nullopt;
  }
  std::optional<LogFault> compare(std::string_view, const Digest&) override { return std::nullopt; }
  std::optional<LogFault> compare_end() override { return std::nullopt; }
  std::optional<LogFault> compare(const tlog::Tile&, std::string_view) override {
    return std::nullopt;
  }

  std::uint64_t times_read = 0;

 private:
  const Lines& lines_;
  ReadBefore before_;
};

// An auditor with a key and a folder, who audits a log as it grows.
class Auditor {
 public:
  LogVerdict audit(const Lines& lines, const AuditMeans& means = {}) {
    auto state = open();
    REQUIRE_MESSAGE(state, (state ? std::string() : state.error()));
    begun_anew = state->refusal();
    TiledLog log(lines);
    tlog::Frontier tree;
    for (const std::string& line : lines) tree.append(tlog::leaf_hash(line));
    LogAuditOptions options{.tree = {"tree", lines.size(), tree.root()}};
    options.origin = origin;
    options.means = means;
    options.state = &*state;
    LogVerdict verdict = audit_log(log, options);
    if (verdict.must_begin_anew) {
      begun_anew = state->refusal();
      log.begin_behind({});
      verdict = audit_log(log, options);
    }
    times_read = log.times_read;
    CHECK_FALSE(verdict.unkept);
    if (!verdict.fault && !verdict.is_unfinished) CHECK_FALSE(state->commit());
    return verdict;
  }

  Result<StateFolder, std::string> open() {
    return StateFolder::open(path(), MasterKey(SecretBytes<32>(key)), origin, rules, random_);
  }
  fs::path path() const { return folder_.path() / "state"; }
  std::vector<fs::path> files(const std::string& kind) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path())) {
      if (entry.path().filename().string().starts_with(kind)) found.push_back(entry.path());
    }
    return found;
  }

  std::string origin = "log.example.org";
  StateRules rules = audit_rules();
  Digest key{7};
  std::optional<std::string> begun_anew;
  std::uint64_t times_read = 0;

 private:
  const TempFolder folder_;
  OsRandom random_;
};

Said said(const LogVerdict& verdict) {
  CHECK_FALSE(verdict.is_unfinished);
  return {verdict.events, verdict.fault, verdict.decisions};
}

Lines sample(std::uint64_t seed, std::size_t size) {
  SampleLog log(seed);
  Lines lines;
  while (lines.size() < size || !log.is_whole()) lines.push_back(log.next().bytes);
  return lines;
}

Lines first_of(const Lines& lines, std::size_t size) {
  return {lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(size)};
}

Lines chained_anew(const std::vector<RecordedEvent>& events) {
  Lines lines;
  std::map<StreamId, StoredEvent> last;
  for (RecordedEvent recorded : events) {
    StoredEvent& before = last[recorded.stream];
    recorded.sequence = Sequence(lines.size() + 1);
    recorded.version = StreamVersion(before.recorded.version.value() + 1);
    recorded.previous = before.leaf;
    before = encode_stored(std::move(recorded));
    lines.push_back(before.bytes);
  }
  return lines;
}

// A log of which one event from `begin` on is left out, repeated, moved or given to another stream.
Lines disturbed(const Lines& lines, std::size_t begin, Random& random) {
  std::vector<RecordedEvent> events;
  for (const std::string& line : lines) events.push_back(*decode(line));
  const std::size_t at = begin + random() % (events.size() - 1 - begin);
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
  return chained_anew(events);
}

// A place where a log can end: not between two events of one decision.
std::size_t cut_before(const Lines& lines, std::size_t size) {
  const auto is_cut = [&](std::size_t at) {
    const StoredEvent last = encode_stored(*decode(lines[at - 1]));
    return !may_begin_a_pair(last);
  };
  while (size > 1 && !is_cut(size)) --size;
  return size;
}

std::string why_of(const Said& what) { return what.fault.value_or(LogFault{}).why; }

TEST_CASE("an honest log is audited in steps, and each verdict is that of a whole audit") {
  Random random(51);
  for (const std::uint64_t seed : {511, 512, 513}) {
    const Lines lines = sample(seed, 3'000);
    Auditor auditor;
    std::size_t size = 0;
    while (size < lines.size()) {
      const std::size_t before = size;
      size = cut_before(lines, std::min<std::size_t>(lines.size(), size + 1 + random() % 900));
      if (size <= before) size = lines.size();
      CAPTURE(size);
      const Lines now = first_of(lines, size);
      const AuditMeans means{.bytes_max = random() % 2 == 0 ? kAuditBytesMax : kScantBytes};
      const LogVerdict verdict = auditor.audit(now, means);
      CHECK_FALSE(auditor.begun_anew);
      CHECK(verdict.read_before == before);
      CHECK(auditor.times_read == size - before);
      const Said at_once = judged_at_once(now, auditor.origin);
      INFO(why_of(said(verdict)));
      CHECK(said(verdict) == at_once);
    }
    // Nothing is new.
    CHECK_FALSE(auditor.audit(lines).fault);
    CHECK(auditor.times_read == 0);
  }
}

TEST_CASE("a fault behind the cut is found by an audit that goes on as by a whole one") {
  Random random(52);
  const Lines honest = sample(520, 600);
  std::size_t faults = 0;
  for (int i = 0; i < 120; ++i) {
    CAPTURE(i);
    const std::size_t cut = cut_before(honest, 50 + random() % 500);
    CAPTURE(cut);
    const Lines lines = disturbed(honest, cut, random);
    Auditor auditor;
    REQUIRE_FALSE(auditor.audit(first_of(honest, cut)).fault);
    const AuditMeans means{.bytes_max = i % 2 == 0 ? kAuditBytesMax : kScantBytes};
    const LogVerdict verdict = auditor.audit(lines, means);
    CHECK(verdict.read_before == cut);
    const Said at_once = judged_at_once(lines, auditor.origin);
    INFO(why_of(at_once));
    INFO(why_of(said(verdict)));
    CHECK(said(verdict) == at_once);
    faults += at_once.fault ? 1 : 0;
    // A fault is no state to go on from.
    if (at_once.fault) CHECK(auditor.audit(first_of(honest, cut)).read_before == cut);
  }
  CHECK(faults > 80);
}

TEST_CASE("a log that does not go on from what was audited has a fault of the state") {
  const Lines lines = sample(530, 700);
  const std::size_t cut = cut_before(lines, 500);
  Auditor auditor;
  REQUIRE_FALSE(auditor.audit(first_of(lines, cut)).fault);
  SUBCASE("events were changed") {
    Random random(53);
    Lines other = sample(531, 700);
    const auto fault = auditor.audit(other).fault;
    REQUIRE(fault);
    CHECK(fault->file == "audit state");
    CHECK(fault->why.starts_with("the first " + std::to_string(cut) + " events are not those"));
  }
  SUBCASE("events are missing") {
    const auto fault = auditor.audit(first_of(lines, cut - 10)).fault;
    REQUIRE(fault);
    CHECK(fault->file == "audit state");
    CHECK(fault->why == std::to_string(cut) +
                            " events were audited before, and this log has only " +
                            std::to_string(cut - 10) + ": it was rolled back, or is an older copy");
  }
  CHECK(auditor.audit(lines).read_before == cut);
}

TEST_CASE("a state of other rules, another program or another log is refused by name") {
  const Lines lines = sample(540, 300);
  Auditor auditor;
  REQUIRE_FALSE(auditor.audit(lines).fault);
  SUBCASE("another program") {
    auditor.rules.program = "0.0.1";
    CHECK_FALSE(auditor.audit(lines).fault);
    CHECK(auditor.begun_anew ==
          "was made by version " + audit_rules().program + " of this program");
  }
  SUBCASE("other rules") {
    ++auditor.rules.rules;
    CHECK_FALSE(auditor.audit(lines).fault);
    CHECK(auditor.begun_anew == "was made by other rules");
  }
  SUBCASE("another log") {
    auditor.origin = "other.example.org";
    CHECK_FALSE(auditor.audit(lines).fault);
    CHECK(auditor.begun_anew == "is of another log, log.example.org");
  }
  CHECK(auditor.times_read == lines.size());
  CHECK(auditor.audit(lines).read_before == lines.size());
  CHECK(auditor.files("run-").size() == 1);
  CHECK(auditor.files("pass-").size() == 1);
}

TEST_CASE("a changed file of a state is refused, and the audit begins anew") {
  const Lines lines = sample(550, 3'000);
  const std::size_t cut = cut_before(lines, 2'000);
  Auditor auditor;
  REQUIRE_FALSE(auditor.audit(first_of(lines, cut)).fault);
  const fs::path run = auditor.files("run-").front();
  const fs::path pass = auditor.files("pass-").front();
  SUBCASE("a run that was cut") { fs::resize_file(run, fs::file_size(run) - 1); }
  SUBCASE("a run that is gone") { fs::remove(run); }
  SUBCASE("the top of a run") { flip_bit(run, fs::file_size(run) - 20); }
  SUBCASE("another file in the place of a run") {
    fs::remove(run);
    fs::copy_file(pass, run);
    fs::resize_file(run, 100);
  }
  SUBCASE("the state of the pass") { flip_bit(pass, 10); }
  const LogVerdict verdict = auditor.audit(lines);
  CHECK(said(verdict) == judged_at_once(lines, auditor.origin));
  REQUIRE(auditor.begun_anew);
  CHECK(auditor.begun_anew->starts_with("was changed: "));
  CHECK(verdict.read_before == 0);
  CHECK(auditor.audit(lines).read_before == lines.size());
}

// A place where the log can end twice, with events of one session of the upper half between.
std::pair<std::size_t, std::size_t> one_session_of(const Lines& lines, std::size_t begin) {
  for (std::size_t cut = begin; cut + 1 < lines.size(); ++cut) {
    const auto recorded = decode(lines[cut]);
    const auto session = session_of(recorded->stream);
    const bool is_upper = session && hash_of(*session) >> 63 == 1;
    if (is_upper && cut_before(lines, cut) == cut && cut_before(lines, cut + 1) == cut + 1) {
      return {cut, cut + 1};
    }
  }
  FAIL("the sample has an event of such a session");
  return {};
}

TEST_CASE("only the blocks of sessions with new events are opened") {
  const Lines lines = sample(590, 6'000);
  const auto [cut, next] = one_session_of(lines, 3'000);
  Auditor auditor;
  REQUIRE_FALSE(auditor.audit(first_of(lines, cut)).fault);
  const fs::path run = auditor.files("run-").front();
  REQUIRE(fs::file_size(run) > 12'000);
  flip_bit(run, 10);  // of the sessions with the lowest hashes
  CHECK(auditor.audit(first_of(lines, next)).read_before == cut);
  CHECK_FALSE(auditor.begun_anew);
  const LogVerdict verdict = auditor.audit(lines);
  CHECK(auditor.begun_anew);
  CHECK(said(verdict) == judged_at_once(lines, auditor.origin));
}

TEST_CASE("a state that does not open under the key stays as it is") {
  const Lines lines = sample(560, 300);
  Auditor auditor;
  REQUIRE_FALSE(auditor.audit(lines).fault);
  const auto refused = [&] {
    const auto state = auditor.open();
    REQUIRE_FALSE(state.has_value());
    return state.error().find("does not open with this key") != std::string::npos;
  };
  auditor.key[3] = 1;
  CHECK(refused());
  auditor.key[3] = 0;
  CHECK(auditor.audit(lines).read_before == lines.size());
  flip_bit(auditor.path() / "manifest", 80);
  CHECK(refused());
}

TEST_CASE("an older state that is put back is true, and costs only time") {
  const Lines lines = sample(570, 900);
  const TempFolder kept;
  Auditor auditor;
  const std::size_t cut = cut_before(lines, 400);
  REQUIRE_FALSE(auditor.audit(first_of(lines, cut)).fault);
  fs::copy(auditor.path(), kept.path() / "older", fs::copy_options::recursive);
  REQUIRE_FALSE(auditor.audit(lines).fault);
  fs::remove_all(auditor.path());
  fs::copy(kept.path() / "older", auditor.path(), fs::copy_options::recursive);
  fs::permissions(auditor.path(), fs::perms::owner_all);
  const LogVerdict verdict = auditor.audit(lines);
  CHECK(verdict.read_before == cut);
  CHECK(said(verdict) == judged_at_once(lines, auditor.origin));
}

TEST_CASE("a file that a crash left is removed by the next audit, and no other file is") {
  const Lines lines = sample(580, 300);
  Auditor auditor;
  REQUIRE_FALSE(auditor.audit(lines).fault);
  const fs::path stray = auditor.path() / ("run-" + std::string(32, 'a'));
  const fs::path other = auditor.path() / "notes.txt";
  std::ofstream(stray) << "cut";
  std::ofstream(other) << "mine";
  CHECK(auditor.audit(lines).read_before == lines.size());
  CHECK_FALSE(fs::exists(stray));
  CHECK(fs::exists(other));
}

TEST_CASE("a state is used by one audit at a time") {
  Auditor auditor;
  const auto first = auditor.open();
  REQUIRE(first.has_value());
  const auto second = auditor.open();
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().starts_with("another audit uses the state in "));
}

}  // namespace countersign::continued_audit_test
