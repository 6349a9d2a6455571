#include "projections/folder/begin_log.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "projections/folder/data_folder.h"
#include "projections/folder/rebuild.h"
#include "tests/projections/support/open_folder.h"

// Tests which logs get the event that names the version of the program, and when.
namespace countersign::begin_log_test {

namespace fs = std::filesystem;

// Returns the events of the log, in order.
std::vector<RecordedEvent> events_of(const DataFolder& data) {
  std::vector<RecordedEvent> events;
  if (data.log().head().sequence == Sequence(0)) return events;
  REQUIRE(data.log().read(Sequence(1), [&](const StoredEvent& event) {
    events.push_back(event.recorded);
    return true;
  }));
  return events;
}

// A place for a folder, in which nothing has happened yet.
struct Place {
  TempFolder temp;
  FakeClock clock;
  OsRandom random;

  fs::path path() const { return temp.path() / "data"; }
  DataFolderOptions options(const std::string& version) const {
    std::array<std::uint8_t, 32> bytes;
    bytes.fill(7);
    DataFolderOptions options{path(), MasterKey(SecretBytes<32>(bytes))};
    options.reserve_bytes = 0;
    options.begun_by = version;
    return options;
  }
  Result<std::unique_ptr<DataFolder>, std::string> try_open(DataFolderOptions with) {
    return DataFolder::open(std::move(with), clock, random, [](StoreError) {});
  }
  std::unique_ptr<DataFolder> open(const std::string& version) {
    auto opened = try_open(options(version));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    return *std::move(opened);
  }
};

TEST_CASE_FIXTURE(Place, "a new log begins with the version of the program") {
  {
    const auto data = open("1.2.3");
    const auto events = events_of(*data);
    REQUIRE(events.size() == 1);
    CHECK(events[0].stream == log_stream());
    CHECK(events[0].version == StreamVersion(1));
    CHECK(events[0].at == clock.now());
    CHECK(events[0].actor == Actor{ActorKind::Sweep, {}});
    CHECK(events[0].event == Event(LogBegun{"1.2.3"}));
    CHECK_FALSE(verify(*data)->first_difference.has_value());
    CHECK(fs::exists(path() / "MASTER-KEY-ID"));
  }
  CHECK(events_of(*open("1.2.4")).size() == 1);
}

TEST_CASE_FIXTURE(Place, "a log that begins again is refused by the writer") {
  const auto data = open("1.2.3");
  const Outcome outcome = data->writer().submit_and_wait(
      {log_stream(), BeginLog{clock.now(), "1.2.4"}, {ActorKind::Sweep, {}}, RequestId()});
  const auto* rejection = std::get_if<Rejection>(&outcome);
  REQUIRE(rejection != nullptr);
  CHECK(rejection->why == Refusal::NothingToDo);
}

TEST_CASE_FIXTURE(Place, "a log stays empty if nobody says which program begins it") {
  CHECK(events_of(*open("")).empty());
}

TEST_CASE_FIXTURE(Place, "a first start that was cut short before the event is made up for") {
  open("").reset();
  REQUIRE(fs::exists(path() / "MASTER-KEY-ID"));
  const auto events = events_of(*open("1.2.3"));
  REQUIRE(events.size() == 1);
  CHECK(events[0].event == Event(LogBegun{"1.2.3"}));
}

TEST_CASE_FIXTURE(Place, "a folder that is only read gets no event") {
  open("").reset();
  DataFolderOptions reading = options("1.2.3");
  reading.read_only = true;
  const auto opened = try_open(std::move(reading));
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  CHECK(events_of(**opened).empty());
}

TEST_CASE_FIXTURE(Place,
                  "without room for the event the start is refused, and a later one begins") {
  open("").reset();
  DataFolderOptions tight = options("1.2.3");
  tight.reserve_bytes = std::uint64_t{1} << 52;  // more than a disk has
  const std::string log = (tight.path / "log").string();
  const auto refused = try_open(std::move(tight));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error() == "the log in " + log +
                               " cannot be begun: the disk has too little free space; free some "
                               "on the disk of " +
                               log + ", or lower --reserve-bytes, of which a quarter must be free");
  CHECK(events_of(*open("1.2.3")).size() == 1);
}

TEST_CASE_FIXTURE(OpenFolder, "a log that has events already is not begun") {
  create(1);
  const auto before = events_of(data());
  close();
  DataFolderOptions newer = options();
  newer.begun_by = "1.2.3";
  auto opened = try_open(std::move(newer));
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  CHECK(events_of(**opened) == before);
  CHECK(std::holds_alternative<ClientRegistered>(before.front().event));
}

}  // namespace countersign::begin_log_test
