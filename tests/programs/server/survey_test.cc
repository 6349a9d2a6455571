#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

// The survey of the stored files, as the operator of a server sees it.
namespace countersign::tests::survey_test {

namespace fs = std::filesystem;

// Whether the sample gets this value within some seconds.
bool becomes(const RunningServer& server, const std::string& sample, const std::string& value) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (server.metric(sample) != value && std::chrono::steady_clock::now() < limit) {
    std::this_thread::yield();
  }
  return server.metric(sample) == value;
}

TEST_CASE("a server surveys its files after each start, and says what it has found") {
  RunningServer server;
  const Backend backend(server.port(), server.add_client("shop"));
  (void)backend.open("LIVENESS");
  CHECK(becomes(server, "countersign_survey_done", "1"));
  CHECK(server.metric("countersign_unnamed_files") == "0");
  CHECK(server.metric("countersign_missing_files") == "0");
  CHECK(server.metric("countersign_missing_keys") == "0");
  CHECK(server.metric("countersign_survey_failed") == "0");
  CHECK(server.metric("countersign_old_marks_left") == "0");
  CHECK(server.operator_log().find("files: surveyed") != std::string::npos);
  CHECK(server.operator_log().find("does not name") == std::string::npos);

  REQUIRE(server.stop() == 0);
  const fs::path stranger =
      server.data() / "files/20200101/ab" / "abcdef01-2345-4678-9abc-def012345678";
  fs::create_directories(stranger.parent_path());
  std::ofstream(stranger) << "named by another log";
  server.start();
  CHECK(becomes(server, "countersign_survey_done", "1"));
  CHECK(server.metric("countersign_survey_files") == "1");
  CHECK(server.metric("countersign_survey_sessions") == "1");
  CHECK(server.metric("countersign_unnamed_files") == "1");
  CHECK(server.operator_log().find("1 file that the log does not name is kept") !=
        std::string::npos);
  CHECK(fs::exists(stranger));
  CHECK(server.stop() == 0);
}

}  // namespace countersign::tests::survey_test
