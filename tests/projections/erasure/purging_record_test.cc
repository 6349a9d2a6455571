#include "projections/erasure/purging_record.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/projections/support/history.h"

namespace countersign::purging_record_test {

const KeySlotId kOne{20261221, 1};
const KeySlotId kOther{20261222, 2};
const std::string kOneName = "20261221.0000000000000001\n";

TEST_CASE("a record of a purge is read as it was written") {
  for (const PurgingRecord& record : {
           PurgingRecord{},
           PurgingRecord{Sequence(41), {}},
           PurgingRecord{Sequence(0), {{kOne, std::nullopt}}},
           PurgingRecord{Sequence(7),
                         {{kOne, PurgingRecord::Members{}},
                          {kOther, PurgingRecord::Members{session_id(1), session_id(2)}}}},
       }) {
    CAPTURE(to_text(record));
    CHECK(parse_purging(to_text(record)) == record);
  }
}

TEST_CASE("the text that 0.2.0 wrote names slots alone") {
  CHECK(parse_purging(kOneName) == PurgingRecord{std::nullopt, {{kOne, std::nullopt}}});
  CHECK(to_text({std::nullopt, {{kOne, std::nullopt}}}) == kOneName);
}

TEST_CASE("members that are not all there are not known") {
  const std::string session = to_string(session_id(1)) + '\n';
  const PurgingRecord unknown{std::nullopt, {{kOne, std::nullopt}}};
  for (const std::string& members : {std::string("members 2\n") + session,
                                     std::string("members 1\nnonsense\n"),
                                     std::string("members -1\n"),
                                     std::string("members 1x\n") + session,
                                     std::string("members 18446744073709551615\n") + session,
                                     std::string("members 1\n")}) {
    CAPTURE(members);
    CHECK(parse_purging(kOneName + members) == unknown);
  }
  CHECK(parse_purging(kOneName + "nonsense\nmembers 1\n" + session) == unknown);
  CHECK(parse_purging("members 1\n" + session) == PurgingRecord{});
}

TEST_CASE("no text names the service slot, and no line that cannot be read hides the others") {
  const PurgingRecord record =
      parse_purging("00000000.0000000000000000\nmembers 0\nnonsense\n\n" + kOneName);
  CHECK(record == PurgingRecord{std::nullopt, {{kOne, std::nullopt}}});
}

TEST_CASE("a record without its members has the same slots") {
  const PurgingRecord record{Sequence(7), {{kOne, PurgingRecord::Members{session_id(1)}}}};
  CHECK(without_members(to_text(record)) == "since 7\n" + kOneName);
}

TEST_CASE("a text has a limited number of members") {
  const PurgingRecord::Members most(PurgingRecord::kMembersMost, session_id(1));
  PurgingRecord record{std::nullopt, {{kOne, most}, {kOther, PurgingRecord::Members{}}}};
  CHECK(parse_purging(to_text(record)) == record);
  record.slots[kOther] = PurgingRecord::Members{session_id(2)};
  const PurgingRecord read = parse_purging(to_text(record));
  CHECK(read.slots.at(kOne) == most);
  CHECK_FALSE(read.slots.at(kOther).has_value());
}

}  // namespace countersign::purging_record_test
