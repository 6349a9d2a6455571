#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "tests/programs/support/running_server.h"

// Data folders to which other users of the machine could write, given to the real programs.
namespace countersign::tests::data_folder_test {

namespace fs = std::filesystem;

void set_mode(const fs::path& path, ::mode_t mode) { REQUIRE(::chmod(path.c_str(), mode) == 0); }

::mode_t mode_of(const fs::path& path) {
  struct ::stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

TEST_CASE("a data folder that others may write to is refused by the server and by the command") {
  RunningServer server;
  (void)server.add_client("shop");
  REQUIRE(server.stop() == 0);
  for (const char* part : {"", "keys", "log", "files"}) {
    const fs::path place = *part == '\0' ? server.data() : server.data() / part;
    CAPTURE(place);
    const ::mode_t before = mode_of(place);
    for (const ::mode_t mode : {0777U, 0770U}) {
      set_mode(place, mode);
      const Finished served = run_program(server_command(server.data()));
      CHECK(served.status == 1);
      CHECK(served.err.find("others may write to it") != std::string::npos);
      CHECK(served.err.find("chmod go-w") != std::string::npos);
      const Finished offline = server.operate({"client", "list"});
      CHECK(offline.status == 1);
      CHECK(offline.err.find("others may write to it") != std::string::npos);
    }
    set_mode(place, before);
  }
  server.start();
  CHECK(server.operate({"client", "list"}).out.find("shop") != std::string::npos);
}

TEST_CASE("operators do not talk to a socket that another user may have put there") {
  RunningServer server;
  CHECK(server.operate({"client", "list"}).status == 0);
  set_mode(server.data(), 0777);
  const Finished asked = server.operate({"client", "add", "shop", "--quota", "1"});
  CHECK(asked.status == 1);
  CHECK(asked.err.find("others may write to it") != std::string::npos);
  set_mode(server.data(), 0700);
  CHECK(server.operate({"client", "list"}).out.find("shop") == std::string::npos);
  (void)server.add_client("shop");
}

TEST_CASE("under every umask, a server and a command make folders that they can open again") {
  for (const char* mask : {"000", "002", "022", "077"}) {
    CAPTURE(mask);
    const TempFolder folder;
    const fs::path data = folder.path() / "data";
    const std::string run = "umask " + std::string(mask) + "; exec \"$@\"";
    // First the command runs without a server; it makes the folder and the keys next to it.
    for (int i = 0; i < 2; ++i) {
      const Finished listed = run_program({"sh",
                                           "-c",
                                           run,
                                           "sh",
                                           COUNTERSIGN_PATH,
                                           "--data",
                                           data,
                                           "client",
                                           "add",
                                           "shop" + std::to_string(i)});
      CHECK_MESSAGE(listed.status == 0, listed.err);
    }
    CHECK(mode_of(data) == 0700);
    CHECK((mode_of(data / "keys") & 077) == 0);
    Arguments command{"sh", "-c", run, "sh"};
    for (const std::string& word : server_command(data)) command.push_back(word);
    for (int i = 0; i < 2; ++i) {
      Program server(command, {});
      CHECK(served_port(server) != 0);
      server.signal(SIGTERM);
      CHECK(server.wait(std::chrono::seconds(30)) == 0);
    }
  }
}

}  // namespace countersign::tests::data_folder_test
