#include "events/audit/range/write_range.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "events/audit/range/verify_range.h"
#include "tests/events/audit/range/made_range.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::write_range_test {

namespace fs = std::filesystem;

constexpr std::uint64_t kSize = 700;

std::string failure_of(const fs::path& folder, const RangeSource& source) {
  return write_range(folder, source).value_or("");
}

TEST_CASE("a range has its events, both checkpoints, the keys and its hashes, and nothing more") {
  const ExportableLog log(kSize, 1);
  for (const auto& [from, to] : {std::pair{1, 2}, {1, 700}, {255, 257}, {256, 512}, {300, 699}}) {
    CAPTURE(from);
    const TempFolder folder;
    CHECK(failure_of(folder.path(), range_source(log, from, to)) == "");
    CHECK((image_of(folder.path()) == range_image(log, from, to)));
  }
}

TEST_CASE("a range is read from its first event to its last and no further") {
  const ExportableLog log(kSize, 1);
  const TempFolder folder;
  RangeSource source = range_source(log, 300, 400);
  std::vector<std::uint64_t> read;
  source.read = [&](Sequence first, const EventStore::BytesSink& sink) {
    return log.source(kSize).read(first, [&](Sequence sequence, std::string_view bytes) {
      read.push_back(sequence.value());
      return sink(sequence, bytes);
    });
  };
  REQUIRE(failure_of(folder.path(), source) == "");
  CHECK(read.size() == 100);
  CHECK(read.front() == 301);
  CHECK(read.back() == 400);
}

TEST_CASE("a folder that has anything else is not written to") {
  const ExportableLog log(kSize, 1);
  const TempFolder folder;
  write_file(folder.path() / "events.jsonl", "mine");
  CHECK(failure_of(folder.path(), range_source(log, 300, 400)) ==
        "the folder " + folder.path().string() +
            " has events.jsonl in it; export a range into a folder of its own");
  CHECK(image_of(folder.path()) == FolderImage{{"events.jsonl", "mine"}});
}

TEST_CASE("a finished range is not written over") {
  const ExportableLog log(kSize, 1);
  const TempFolder folder;
  REQUIRE(failure_of(folder.path(), range_source(log, 300, 400)) == "");
  CHECK(failure_of(folder.path(), range_source(log, 400, 500)).find("in it") != std::string::npos);
  CHECK((image_of(folder.path()) == range_image(log, 300, 400)));
}

TEST_CASE("a range that was not finished is none, and is written anew, also from another place") {
  const ExportableLog log(kSize, 1);
  const TempFolder folder;
  RangeSource broken = range_source(log, 300, 400);
  const auto whole = broken.read;
  broken.read = [&](Sequence first, const EventStore::BytesSink& sink) {
    std::uint64_t given = 0;
    (void)whole(first, [&](Sequence sequence, std::string_view bytes) {
      return sink(sequence, bytes) && ++given < 50;
    });
    return Result<Sequence, StoreError>(StoreError::Io);
  };
  CHECK(failure_of(folder.path(), broken).find("the log cannot be read") == 0);
  CHECK_FALSE(is_range_folder(folder.path()));
  CHECK_FALSE(verify_range(folder.path(), {}).ok());
  CHECK(failure_of(folder.path(), range_source(log, 350, 500)) == "");
  CHECK((image_of(folder.path()) == range_image(log, 350, 500)));
}

TEST_CASE("a source that lies about its log makes no range") {
  const ExportableLog log(kSize, 1);
  const ExportableLog other(kSize, 2);
  const auto refused = [&](const RangeSource& source) {
    const TempFolder folder;
    const std::string why = failure_of(folder.path(), source);
    CHECK_FALSE(is_range_folder(folder.path()));
    return why;
  };
  RangeSource source = range_source(log, 300, 400);
  source.older = other.note(300);
  CHECK(refused(source).find("is of another history than this log") != std::string::npos);

  source = range_source(log, 300, 400);
  source.newer = other.note(400);
  CHECK(refused(source) == "the proof does not lead from the older checkpoint to the newer one");

  source = range_source(log, 300, 400);
  source.newer = log.note(401);
  CHECK(refused(source) == "the checkpoints are not those of the range's ends");

  source = range_source(log, 300, 400);
  source.read = other.source(kSize).read;
  CHECK(refused(source) ==
        "the events and the hashes before them do not give the newer checkpoint's root");

  source = range_source(log, 300, 400);
  source.keys = {tlog::witness_key().verifier()};
  CHECK(refused(source).find("the checkpoint at the beginning of the range is not accepted") == 0);

  source = range_source(log, 300, 400);
  source.read = [](Sequence first, const EventStore::BytesSink&) {
    return Result<Sequence, StoreError>(first);
  };
  CHECK(refused(source) == "the log has fewer events than the range");
}

}  // namespace countersign::write_range_test
