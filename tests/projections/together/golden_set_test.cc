// Folders, backups and exports of each version, which today's code opens, verifies and migrates.
// tests/golden/README.md describes the set.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/version.h"
#include "events/audit/export/verify_export.h"
#include "events/audit/export/write_export.h"
#include "events/audit/live_log.h"
#include "tests/projections/support/golden_story.h"

namespace countersign::golden_set_test {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;
using Version = std::array<int, 3>;

const fs::path kRoot = COUNTERSIGN_SOURCE_DIR;
const fs::path kSets = kRoot / "tests/golden";
constexpr Version kFirst{0, 2, 0};  // version 0.1.0 promised nothing about its files

Lines lines_of(const fs::path& file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in, file);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void write_lines(const fs::path& file, const Lines& lines) {
  std::ofstream out(file);
  for (const std::string& line : lines) out << line << '\n';
  REQUIRE(out.flush());
}

std::optional<Version> version_in(const std::string& text) {
  static const std::regex form(R"((\d{1,4})\.(\d{1,4})\.(\d{1,4}))");
  std::smatch match;
  if (!std::regex_match(text, match, form)) return std::nullopt;
  return Version{std::stoi(match[1]), std::stoi(match[2]), std::stoi(match[3])};
}

// The folders of the versions, the oldest first.
std::vector<fs::path> sets() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kSets)) {
    if (entry.is_directory()) found.push_back(entry.path());
  }
  std::ranges::sort(found, {}, [](const fs::path& set) {
    return version_in(set.filename().string()).value_or(Version{});
  });
  return found;
}

// `sha256  path` of each file of the set but the list itself, as sha256sum writes it.
Lines files_of(const fs::path& set) {
  std::set<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(set)) {
    if (entry.is_regular_file()) paths.insert(entry.path().lexically_relative(set));
  }
  Lines lines;
  for (const fs::path& path : paths) {
    if (path == "files.sha256") continue;
    lines.push_back(to_hex(sha256(content_of(set / path))) + "  " + path.string());
  }
  return lines;
}

std::optional<std::string> bytes_of(const DataFolder& data,
                                    const SessionId& session,
                                    const SessionKey& key,
                                    const StoredFile& file) {
  auto reader = data.vault().open(session, key, file);
  if (!reader) return std::nullopt;
  auto bytes = reader->read_all(1 << 20);
  if (!bytes) return std::nullopt;
  return *std::move(bytes);
}

std::set<SessionId> sessions_in(const DataFolder& data) {
  std::set<SessionId> sessions;
  REQUIRE(data.log().read(Sequence(1), [&](const StoredEvent& event) {
    if (const auto session = session_of(event.recorded.stream)) sessions.insert(*session);
    return true;
  }));
  return sessions;
}

Session state_of(const DataFolder& data, const SessionId& id) {
  const auto session = data.queries().session(id);
  REQUIRE((session && *session));
  return **session;
}

// The files and sealed texts that the key opens, and the leaves that wrap it.
void add_secrets(const DataFolder& data, const Session& session, Lines& lines) {
  const std::string id = to_string(session.id);
  const auto key = data.session_key(session.id);
  lines.push_back("key " + id + (key ? " opens" : " is gone"));
  if (!key) return;
  const auto row = data.log().wrapped_key(session.id);
  REQUIRE((row && *row));
  const auto leaves = leaves_of(WrappedKey(**row));
  REQUIRE(leaves);
  std::size_t rank = 0;
  for (const KeyLeaf& leaf : leaves->all()) {
    lines.push_back("leaf " + id + ' ' + std::to_string(++rank) + ' ' + to_string(leaf));
  }
  for (const StoredFile& file : session.files) {
    const auto bytes = bytes_of(data, session.id, *key, file);
    lines.push_back("file " + id + ' ' + to_string(file.file) + ' ' +
                    (bytes ? to_hex(sha256(*bytes)) : "cannot be read"));
  }
  const auto timeline = data.queries().timeline(session.id);
  REQUIRE(timeline);
  for (const StoredEvent& event : *timeline) {
    if (!event.recorded.sealed) continue;
    const auto text = open_text(*key, session.id, kGoldenContext, *event.recorded.sealed);
    lines.push_back("text " + std::to_string(event.recorded.sequence.value()) + ' ' +
                    text.value_or("cannot be opened"));
  }
}

void add_session(const DataFolder& data, const SessionId& id, Lines& lines) {
  const Session session = state_of(data, id);
  const Review& review = session.review;
  std::string line = "session " + to_string(id) + ' ' + session.client.value();
  line += ' ' + std::string(name_of(session.status)) + ' ' + std::string(name_of(session.result));
  line += " version " + std::to_string(session.version);
  line += " renewals " + std::to_string(session.link.renewals);
  if (session.held) line += " held";
  if (session.purged_at) line += " purged " + to_string(*session.purged_at);
  if (session.consent) line += " consent " + session.consent->text.version;
  if (review.asked) line += " review " + std::to_string(review.asked->value());
  if (review.decision) line += ' ' + std::string(name_of(*review.decision));
  if (review.claim) line += " claimed by " + review.claim->reviewer;
  for (const std::string& reviewer : review.reviewers) line += " decided by " + reviewer;
  lines.push_back(line);
  add_secrets(data, session, lines);
}

void add_others(const DataFolder& data, Lines& lines) {
  const Queries& queries = data.queries();
  const auto clients = queries.clients();
  const auto webhooks = queries.all_webhooks();
  const auto reviewers = queries.reviewers();
  REQUIRE((clients && webhooks && reviewers));
  for (const Client& client : *clients) {
    lines.push_back("client " + client.key.value() + ' ' + client.name +
                    (client.disabled ? " disabled" : "") + " version " +
                    std::to_string(client.version));
  }
  for (const Webhooks& of : *webhooks) {
    for (const Webhook& webhook : of.endpoints) {
      lines.push_back("webhook " + webhook.id.value() + ' ' + webhook.url + ' ' +
                      std::string(name_of(state_of(webhook))) + " generation " +
                      std::to_string(webhook.generation));
    }
  }
  for (const Reviewer& reviewer : *reviewers) {
    lines.push_back("reviewer " + reviewer.id.value() + (reviewer.disabled ? " disabled" : "") +
                    " passkeys " + std::to_string(reviewer.passkeys.size()) + " version " +
                    std::to_string(reviewer.version));
  }
  REQUIRE(data.log().read_stream(thresholds_stream(), [&](const StoredEvent& event) {
    const auto& recorded = std::get<ThresholdsRecorded>(event.recorded.event);
    const auto set = queries.threshold_set(recorded.sha256);
    REQUIRE((set && *set));
    CHECK(Sha256(sha256((*set)->text)) == recorded.sha256);
    lines.push_back("thresholds " + to_hex(recorded.sha256.value()) + " version " +
                    std::to_string((*set)->version));
    return true;
  }));
}

// Everything that expected.txt says of a folder but the time. A later version may add lines here,
// and changes none.
Lines seen_in(const DataFolder& data) {
  const LogHead head = data.log().head();
  const Totals totals = *data.queries().totals();
  Lines lines{"head " + std::to_string(head.sequence.value()),
              "root " + to_hex(head.root),
              "sessions " + std::to_string(totals.sessions_created),
              "files " + std::to_string(totals.files_held())};
  add_others(data, lines);
  for (const SessionId& id : sessions_in(data)) add_session(data, id, lines);
  return lines;
}

const std::string kAtLine = "at ";
const std::string kRootLine = "root ";

std::string expected_root(const fs::path& set) {
  for (const std::string& line : lines_of(set / "expected.txt")) {
    if (line.starts_with(kRootLine)) return line.substr(kRootLine.size());
  }
  FAIL("expected.txt has no root");
  return {};
}

void check_is_expected(const fs::path& set, const DataFolder& data) {
  const Lines seen = seen_in(data);
  std::size_t compared = 0;
  for (const std::string& line : lines_of(set / "expected.txt")) {
    if (line.starts_with(kAtLine)) continue;
    ++compared;
    CHECK_MESSAGE(std::ranges::find(seen, line) != seen.end(), line);
  }
  CHECK(compared > 10);
}

// Copies without the modes, of which git keeps two: the server wants everything to be its user's.
void copy_privately(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  fs::permissions(to, fs::perms::owner_all);
  for (const auto& entry : fs::directory_iterator(from)) {
    const fs::path copy = to / entry.path().filename();
    if (entry.is_directory()) {
      copy_privately(entry.path(), copy);
      continue;
    }
    fs::copy_file(entry.path(), copy);
    fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write);
  }
}

// A copy of a version's set, and its data folder, opened at the time at which the set was made.
struct Golden {
  explicit Golden(const fs::path& of) : set(of) {
    copy_privately(of, copy());
    for (const std::string& line : lines_of(of / "expected.txt")) {
      if (!line.starts_with(kAtLine)) continue;
      const auto at = parse_utc_time(line.substr(kAtLine.size()));
      REQUIRE(at);
      clock.advance(*at - clock.now());
    }
    open(copy() / "data");
  }

  fs::path copy() const { return temp.path() / "set"; }
  void reopen() { open(fs::path(data->path())); }
  void open(const fs::path& path) {
    data.reset();
    std::array<std::uint8_t, 32> bytes;
    bytes.fill(kGoldenMaster);
    DataFolderOptions with{path, MasterKey(SecretBytes<32>(bytes))};
    with.reserve_bytes = 0;
    with.signing_key = tlog::log_key();
    with.warn = [](std::string_view warning) { FAIL_CHECK(warning); };
    auto opened = DataFolder::open(std::move(with), clock, random, [](StoreError) {});
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    data = *std::move(opened);
  }
  bool audit_is_good() const {
    const auto verdict =
        audit_live_log(data->log(), data->log(), tlog::log_key().verifier().name());
    REQUIRE(verdict.has_value());
    if (verdict->fault) MESSAGE(verdict->fault->why);
    return !verdict->fault && verdict->events == data->queries().head().value();
  }
  bool views_are_right() const {
    const auto report = verify(*data);
    REQUIRE(report.has_value());
    return !report->first_difference && report->head == data->queries().head();
  }
  // A session with files that may be erased.
  Session erasable() const {
    for (const SessionId& id : sessions_in(*data)) {
      Session session = state_of(*data, id);
      if (!session.held && !session.purged_at && !session.files.empty()) return session;
    }
    FAIL("no session of the set can be erased");
    return {};
  }

  const fs::path set;
  TempFolder temp;
  FakeClock clock;
  OsRandom random;
  std::unique_ptr<DataFolder> data;
};

void for_each_set(const std::function<void(Golden&)>& test) {
  REQUIRE_FALSE(sets().empty());
  for (const fs::path& set : sets()) {
    CAPTURE(set);
    Golden golden(set);
    test(golden);
  }
}

ExportSource export_of(const DataFolder& data) {
  const auto checkpoint = data.checkpoints()->covering(data.log().head().sequence);
  REQUIRE(checkpoint.has_value());
  return {[&log = data.log()](Sequence first, const EventStore::BytesSink& sink) {
            return log.read_bytes(first, sink);
          },
          checkpoint->note,
          {data.checkpoints()->verifier()},
          {}};
}

ExportFindings verdict_on(const fs::path& exported) {
  VerifyExportOptions options;
  options.keys = {tlog::log_key().verifier()};
  ExportFindings verdict = verify_export(exported, options);
  if (verdict.first_error) MESSAGE(verdict.first_error->file, ": ", verdict.first_error->why);
  return verdict;
}

void must_write_export(const fs::path& to, const DataFolder& data) {
  const auto written = write_export(to, export_of(data));
  REQUIRE_MESSAGE(written.has_value(), (written ? std::string() : written.error()));
}

// RocksDB makes these at each open.
bool is_made_anew(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.parent_path().filename() == "log" && (name.starts_with("LOG") || name == "LOCK");
}

void keep(const fs::path& from, const fs::path& to) {
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file() || is_made_anew(entry.path())) continue;
    const fs::path copy = to / entry.path().lexically_relative(from);
    fs::create_directories(copy.parent_path());
    fs::copy_file(entry.path(), copy);
  }
}

template <class... E>
std::set<std::string_view> names_of_all(std::variant<E...>*) {
  return {event_type<E>.name...};
}

// The types of which the log has no event in the present version.
std::string types_without_event(const DataFolder& data) {
  std::set<std::string_view> names = names_of_all(static_cast<Event*>(nullptr));
  REQUIRE(data.log().read(Sequence(1), [&](const StoredEvent& event) {
    if (event.recorded.older_version == 0) names.erase(type_of(event.recorded.event).name);
    return true;
  }));
  std::string text;
  for (const std::string_view name : names) text += ' ' + std::string(name);
  return text;
}

// The data folder is kept before the backup, which flushes the write-ahead log.
void make_set(const fs::path& set) {
  GoldenStory story;
  story.tell();
  const TempFolder temp;
  const fs::path made = temp.path() / "set";
  must_write_export(made / "export", story.data());
  Lines expected = seen_in(story.data());
  expected.insert(expected.begin(), kAtLine + to_string(story.clock.now()));
  story.close();
  keep(story.path(), made / "data");
  story.open_signing(kGoldenMaster);
  story.back_up();
  story.back_up_slots();
  story.close();
  keep(story.to(), made / "backup");
  keep(story.keys_to(), made / "keys");
  write_lines(made / "expected.txt", expected);
  write_lines(made / "files.sha256", files_of(made));
  fs::copy(made, set, fs::copy_options::recursive);
}

TEST_CASE("the set of this version is made where it is wanted and missing") {
  if (std::getenv("COUNTERSIGN_WRITE_GOLDEN") == nullptr) return;
  const fs::path set = kSets / kVersion;
  if (fs::exists(set)) {
    MESSAGE(set, " exists and stays as it is");
    return;
  }
  make_set(set);
}

TEST_CASE("every version of the changelog from 0.2.0 on has a set") {
  static const std::string heading = "## [";
  std::size_t versions = 0;
  bool has_present = false;
  for (const std::string& line : lines_of(kRoot / "CHANGELOG.md")) {
    if (!line.starts_with(heading)) continue;
    const std::string name = line.substr(heading.size(), line.find(']') - heading.size());
    const auto version = version_in(name);
    CHECK_MESSAGE(version.has_value(), line);
    if (!version || *version < kFirst) continue;
    ++versions;
    has_present = has_present || name == kVersion;
    CHECK_MESSAGE(fs::is_directory(kSets / name),
                  "tests/golden has no ",
                  name,
                  ": tests/golden/README.md says how a set is made");
  }
  CHECK(has_present);
  CHECK(sets().size() == versions);
}

TEST_CASE("the story of the golden set has an event of every type, and so has this version's set") {
  GoldenStory story;
  story.tell();
  CHECK_MESSAGE(types_without_event(story.data()) == "",
                "tests/projections/support/golden_story.h leaves out an event");
  REQUIRE(fs::is_directory(kSets / kVersion));
  const Golden golden(kSets / kVersion);
  CHECK_MESSAGE(types_without_event(*golden.data) == "",
                "remove tests/golden/",
                kVersion,
                " and make it again, see tests/golden/README.md");
}

TEST_CASE("the files of a set are those that were kept") {
  for (const fs::path& set : sets()) {
    CAPTURE(set);
    CHECK(files_of(set) == lines_of(set / "files.sha256"));
  }
}

TEST_CASE("a data folder of each version opens, and everything in it is seen") {
  for_each_set([](Golden& golden) {
    check_is_expected(golden.set, *golden.data);
    golden.reopen();
    check_is_expected(golden.set, *golden.data);
  });
}

TEST_CASE("the files of each version are surveyed, and all of them are as the log says") {
  for_each_set([](Golden& golden) {
    golden.data->survey().run();
    const FileSurvey::Progress found = golden.data->survey().progress();
    CHECK(found.phase == FileSurvey::Phase::Done);
    CHECK(found.names == golden.data->queries().totals()->vault_files_held());
    CHECK(found.missing_files + found.missing_keys + found.strangers + found.removed == 0);
    CHECK(found.old_marks_replaced);
    check_is_expected(golden.set, *golden.data);
  });
}

TEST_CASE("the log of each version passes the audit, and its views are rebuilt alike") {
  for_each_set([](Golden& golden) {
    CHECK(golden.audit_is_good());
    CHECK(golden.views_are_right());
    const ViewGeneration before = golden.data->log().active_generation();
    const auto rebuilt = rebuild(*golden.data);
    REQUIRE(rebuilt.has_value());
    CHECK_FALSE(rebuilt->first_difference.has_value());
    CHECK(golden.data->log().active_generation() != before);
    check_is_expected(golden.set, *golden.data);
  });
}

TEST_CASE("a session of each version is erased") {
  for_each_set([](Golden& golden) {
    const Session session = golden.erasable();
    {
      const auto key = golden.data->session_key(session.id);
      REQUIRE(key.has_value());
      CHECK(bytes_of(*golden.data, session.id, *key, session.files.front()));
    }
    const auto report = purge_session(
        *golden.data, session.id, kClientActor, RequestId("r-erase"), golden.clock.now());
    REQUIRE(report.has_value());
    CHECK(report->purged_files == session.files.size());
    CHECK(report->failed_files == 0);
    golden.reopen();
    CHECK_FALSE(golden.data->session_key(session.id).has_value());
    CHECK(state_of(*golden.data, session.id).purged_at.has_value());
    for (const auto& entry : fs::recursive_directory_iterator(golden.data->path() / "files")) {
      CHECK(entry.path().filename() != to_string(session.files.front().file));
    }
    CHECK(golden.audit_is_good());
    CHECK(golden.views_are_right());
  });
}

TEST_CASE("every session of each version is purged by the sweeps of the years after") {
  for_each_set([](Golden& golden) {
    for (int year = 0; year < 2; ++year) {  // the first sweep expires, the second purges
      golden.clock.advance(365 * kDay);
      REQUIRE(sweep(*golden.data, {.now = golden.clock.now()}).has_value());
    }
    golden.reopen();
    for (const SessionId& id : sessions_in(*golden.data)) {
      const Session session = state_of(*golden.data, id);
      CHECK(session.purged_at.has_value() != session.held);
      CHECK(golden.data->session_key(id).has_value() == session.held);
    }
    CHECK(golden.audit_is_good());
    CHECK(golden.views_are_right());
  });
}

TEST_CASE("a backup of each version is verified and restored") {
  for_each_set([](Golden& golden) {
    const fs::path backup = golden.copy() / "backup";
    const auto key = tlog::log_key().verifier();
    const auto found = verify_backup({.from = backup, .number = {}, .key = key});
    REQUIRE_MESSAGE(found.has_value(), (found ? std::string() : found.error()));
    if (found->damage) MESSAGE(found->damage->file, ": ", found->damage->why);
    CHECK(found->ok());
    CHECK(found->signature_checked);
    CHECK(to_hex(found->record.root.value()) == expected_root(golden.set));
    const fs::path restored = golden.temp.path() / "restored";
    const auto report = restore_backup({.from = backup,
                                        .number = {},
                                        .to = restored,
                                        .keys = golden.copy() / "keys",
                                        .now = golden.clock.now(),
                                        .key = key},
                                       golden.random);
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error()));
    CHECK(report->unreadable == 0);
    golden.open(restored);
    check_is_expected(golden.set, *golden.data);
    CHECK(golden.views_are_right());
  });
}

TEST_CASE("the folder and the backups of each version go on") {
  for_each_set([](Golden& golden) {
    const ClientKey late = client_key("late");
    const Outcome outcome =
        golden.data->writer().submit_and_wait(registering(late, golden.clock.now()));
    REQUIRE(std::holds_alternative<Committed>(outcome));
    golden.reopen();
    CHECK((*golden.data->queries().client(late)).has_value());
    const fs::path backup = golden.copy() / "backup";
    const auto made = create_backup(*golden.data, {backup});
    REQUIRE_MESSAGE(made.has_value(), (made ? std::string() : made.error().why));
    CHECK(made->complete());
    CHECK(made->record.copied_files == 0);
    const auto kept = back_up_keys(*golden.data, golden.copy() / "keys", golden.random);
    REQUIRE_MESSAGE(kept.has_value(), (kept ? std::string() : kept.error().why));
    const auto found = verify_backup({.from = backup, .number = {}, .key = {}});
    REQUIRE_MESSAGE(found.has_value(), (found ? std::string() : found.error()));
    CHECK(found->ok());
  });
}

TEST_CASE("an export of each version is verified, and a later one continues it") {
  for_each_set([](Golden& golden) {
    const fs::path exported = golden.copy() / "export";
    const ExportFindings verdict = verdict_on(exported);
    CHECK(verdict.ok());
    REQUIRE(verdict.root.has_value());
    CHECK(to_hex(*verdict.root) == expected_root(golden.set));
    const Outcome outcome =
        golden.data->writer().submit_and_wait(registering(client_key("late"), golden.clock.now()));
    REQUIRE(std::holds_alternative<Committed>(outcome));
    must_write_export(exported, *golden.data);
    const ExportFindings later = verdict_on(exported);
    CHECK(later.ok());
    CHECK(later.size > verdict.size);
    CHECK(later.checkpoints == 1);
  });
}

}  // namespace countersign::golden_set_test
