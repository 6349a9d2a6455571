#include "events/rocks/reading/log_check.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rocksdb/db.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "events/record/codec.h"
#include "events/record/log_record.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::log_check_test {

std::string event_of(std::uint64_t number) { return fmt::format("event {}", number); }

// A database with events that an append wrote to tables, and others that a write-ahead log held.
struct Database {
  TempFolder folder;
  std::unique_ptr<RocksDatabase> database =
      std::move(*RocksDatabase::open(folder.path(), true, false));
  std::optional<Anchor> anchor{};

  Database() { put(Family::Records, log_record::kFormatKey, log_record::kFormat); }
  void put(Family family, std::string_view key, std::string_view value) const {
    REQUIRE(database->db()
                .Put({},
                     database->family(family),
                     {key.data(), key.size()},
                     {value.data(), value.size()})
                .ok());
  }
  // Writes the events from `first` to `last` without those of the hole.
  void put_events(std::uint64_t first,
                  std::uint64_t last,
                  std::uint64_t hole_begins = 0,
                  std::uint64_t hole_ends = 0) const {
    for (std::uint64_t number = first; number <= last; ++number) {
      if (number >= hole_begins && number < hole_ends) continue;
      put(Family::Events, log_record::sequence_key(Sequence(number)), event_of(number));
    }
  }
  void make_tables() const {
    REQUIRE(database->db().Flush({}, database->family(Family::Events)).ok());
  }
  // Returns the check's refusal of a log that ends at this event, as ANCHOR says too.
  std::string check_up_to(std::uint64_t last) {
    const Sha256 leaf = leaf_hash(event_of(last));
    put(Family::Records,
        log_record::kHeadKey,
        log_record::head_value({Sequence(last), leaf, UtcTime(1)}));
    anchor = Anchor{Sequence(last), leaf, UtcTime(1)};
    const auto checked = check_log(*database, folder.path(), anchor);
    return checked ? "" : checked.error();
  }
};

TEST_CASE("a hole among the events of the write-ahead logs is found, wherever it is") {
  constexpr std::uint64_t kInTables = 40;
  constexpr std::uint64_t kLast = 60;
  for (const bool has_tables : {true, false}) {
    const std::uint64_t first = has_tables ? kInTables + 1 : 1;
    for (std::uint64_t begins = first; begins < kLast; ++begins) {
      for (std::uint64_t ends = begins + 1; ends <= kLast; ++ends) {
        CAPTURE(begins);
        CAPTURE(ends);
        Database log;
        if (has_tables) {
          log.put_events(1, kInTables);
          log.make_tables();
        }
        log.put_events(first, kLast, begins, ends);
        const std::string refusal = log.check_up_to(kLast);
        CHECK(refusal.find("is missing; restore a backup") != std::string::npos);
        if (begins + 7 < ends) ends += 6;
      }
    }
  }
}

TEST_CASE("a log without a hole passes, wherever its tables end") {
  for (const std::uint64_t in_tables :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{59}, std::uint64_t{60}}) {
    CAPTURE(in_tables);
    Database log;
    log.put_events(1, in_tables);
    log.make_tables();
    log.put_events(in_tables + 1, 60);
    CHECK(log.database->entries_in_memory(Family::Events) == 60 - in_tables);
    CHECK(log.check_up_to(60) == "");
  }
}

TEST_CASE("events that are in tables and in a write-ahead log are no hole") {
  Database log;
  log.put_events(1, 60);
  log.make_tables();
  log.put_events(30, 60);
  CHECK(log.check_up_to(60) == "");
}

}  // namespace countersign::log_check_test
