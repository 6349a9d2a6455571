// That what operations answer is what they declare.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/http/support/desk.h"

namespace countersign::http::operation_answers_test {

TEST_CASE("an answer that is not as its operation declares it is found") {
  const Schema answer = find_operation("hold set")->answer();
  const DeclaredSchemas declared({answer});
  const auto violation = [&](std::string_view held) {
    return declared.violation(
        answer, fmt::format(R"({{"sessionId":"01890a5d-ac96-7b7c-8f3e-0a1b2c3d4e5f"{}}})", held));
  };
  CHECK(violation(R"(,"held":true)") == std::nullopt);
  CHECK(violation(R"(,"held":1)") != std::nullopt);
  CHECK(violation("") != std::nullopt);
}

// The operations that operations_test.cc does not call.
TEST_CASE("the answers about backups, keys, checkpoints and thresholds are as they are declared") {
  Rig rig({}, Rig::Checkpoints::Signed);
  Desk desk(rig);
  stream_of_capture(rig);
  const TempFolder elsewhere;
  const auto path = [&](const char* name) { return (elsewhere.path() / name).string(); };
  const auto to = [&](const char* name) { return fmt::format(R"({{"to":"{}"}})", path(name)); };

  CHECK(desk.done("backup create", to("backups"))["ok"].IsTrue());
  CHECK(desk.done("backup keys", to("slots"))["written"].GetUint() > 0);
  CHECK(desk.done("log checkpoint", "")["size"].GetUint() > 0);

  std::string thresholds;
  const auto page = desk.done("log tail", "");
  for (const auto& event : page["events"].GetArray()) {
    if (event["type"] == "ThresholdsRecorded") thresholds = event["data"]["sha256"].GetString();
  }
  CHECK(desk.done("threshold show", R"({"sha256":")" + thresholds + "\"}")["sequence"].GetUint() >
        0);

  std::ofstream(path("key")) << std::string(64, 'a') << "\n";
  std::filesystem::permissions(path("key"), std::filesystem::perms::owner_read);
  CHECK(
      desk.done("key rotate", R"({"newMasterKeyFile":")" + path("key") + "\"}")["slots"].GetUint() >
      0);
}

}  // namespace countersign::http::operation_answers_test
