#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string>

#include "events/audit/range/range_file.h"
#include "tests/http/support/desk.h"

namespace countersign::http::operations_range_test {

// A log with a kept checkpoint, and events behind it.
class Log {
 public:
  Log() {
    stream_of_capture(rig_);
    desk_.done("log checkpoint", "");
    // The keeper may have signed and kept an earlier one by itself.
    const CheckpointKeeper& keeper = *rig_.data().checkpoints();
    const auto sizes = keeper.kept_sizes();
    REQUIRE(sizes.has_value());
    REQUIRE_FALSE(sizes->empty());
    older_ = sizes->front();
    note_ = keeper.kept(older_)->value();
    stream_of_capture(rig_);
  }

  std::uint64_t older() const { return older_; }
  const std::string& note() const { return note_; }
  std::uint64_t head() { return rig_.data().log().head().sequence.value(); }
  rapidjson::Document range(const std::string& input) { return desk_.done("log range", input); }
  std::string refused(const std::string& input) {
    const OperationResult result = desk_.run("log range", input);
    return result ? "done" : result.error().detail;
  }

 private:
  Rig rig_{{}, Rig::Checkpoints::Signed};
  Desk desk_{rig_};
  std::uint64_t older_ = 0;
  std::string note_;
};

std::string note_input(const std::string& note) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  writer.StartObject();
  writer.Key("checkpoint");
  writer.String(note.c_str());
  writer.EndObject();
  return buffer.GetString();
}

TEST_CASE("a range begins at a kept checkpoint, by its size or its note, and ends with the log") {
  Log log;
  REQUIRE(log.older() > 0);
  REQUIRE(log.older() < log.head());
  for (const std::string& input :
       {fmt::format(R"({{"from":{}}})", log.older()), note_input(log.note())}) {
    CAPTURE(input);
    const auto answer = log.range(input);
    CHECK(answer["from"].GetUint64() == log.older());
    CHECK(answer["to"].GetUint64() == log.head());
    CHECK(answer["older"].GetString() == log.note());
    const auto range = parse_range_file(answer["range"].GetString());
    REQUIRE(range.has_value());
    CHECK(range->from() == log.older());
    CHECK(range->to == log.head());
  }
}

TEST_CASE("a range that is empty, reversed, beyond the end or at no checkpoint says so") {
  Log log;
  const auto refused = [&](std::uint64_t from, std::uint64_t to) {
    return log.refused(fmt::format(R"({{"from":{},"to":{}}})", from, to));
  };
  CHECK(refused(log.older(), log.older()) ==
        fmt::format("The range is empty: it begins and ends at {} events.", log.older()));
  const auto newest = log.range(fmt::format(R"({{"from":{}}})", log.older()))["to"].GetUint64();
  CHECK(refused(newest, log.older()).find("The range is reversed") == 0);
  CHECK(refused(log.older(), newest + 1000) ==
        fmt::format("The log has {} events, and not {}.", log.head(), newest + 1000));
  CHECK(refused(log.older() + 1, newest).find("The log keeps no checkpoint of") == 0);
  CHECK(refused(0, newest).find("is the whole log") != std::string::npos);
}

TEST_CASE("a range has one beginning, which is a checkpoint of this log or a time") {
  Log log;
  CHECK(log.refused("{}").find("begins at one place") != std::string::npos);
  CHECK(log.refused(R"({"from":1,"since":"2026-01-01"})").find("begins at one place") !=
        std::string::npos);
  CHECK(log.refused(R"({"since":"yesterday"})").find("nor a day") != std::string::npos);
  CHECK(log.refused(R"({"since":"1990-01-01"})").find("no checkpoint from before") !=
        std::string::npos);
  CHECK(log.refused(note_input("nothing")).find("is not one of this log") != std::string::npos);
}

}  // namespace countersign::http::operations_range_test
