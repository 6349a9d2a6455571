#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// A full disk: writes are refused with 503, reads go on, and writes go on too when there is room
// again.
namespace countersign::tests::disk_full_test {

namespace fs = std::filesystem;

constexpr std::uint64_t kMarginBytes = 64ull << 20;

// Fills the disk of a folder to below the reserve, and empties it at the end of its life.
class Filler {
 public:
  Filler(const fs::path& folder, std::uint64_t bytes) : path_(folder / "filler") {
    const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(fd >= 0);
    const int failed = ::posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    ::close(fd);
    REQUIRE(failed == 0);
  }
  ~Filler() { fs::remove(path_); }

 private:
  fs::path path_;
};

// A small file system of its own if the tests may mount one, otherwise the one of temporary files.
class Disk {
 public:
  explicit Disk(const fs::path& folder) : folder_(folder) {
    mounted_ = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256m") == 0;
  }
  ~Disk() {
    if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  std::uint64_t free_bytes() const { return fs::space(folder_).available; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

// Asks until the answer has the status, for at most twenty seconds. The server looks at the free
// space once a second.
template <class Ask>
Answer eventually(int status, Ask ask) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  Answer answer = ask();
  while (answer.status != status && std::chrono::steady_clock::now() < deadline) answer = ask();
  return answer;
}

// A server on a small disk, with a client.
struct Scene {
  TempFolder folder;
  Disk disk{folder.path()};
  Program server;
  std::uint16_t port = 0;
  Credentials client;

  explicit Scene(const std::function<std::uint64_t(std::uint64_t free_bytes)>& reserve_of)
      : server(server_command(folder.path() / "data",
                              {"--reserve-bytes=" + std::to_string(reserve_of(disk.free_bytes())),
                               "--create-rate=10000000/1m",
                               "--device-rate=10000000/1m"}),
               {},
               folder.path() / "operator.log") {
    port = served_port(server);
    const Json made(operate_on(folder.path() / "data", {"client", "add", "shop", "--json"}).out);
    client = {made.text("/clientKey"), made.text("/clientSecret")};
  }
  Backend backend() const { return {port, client}; }
  void check_ends_well() {
    CHECK(operate_on(folder.path() / "data", {"log", "verify"}).status == 0);
    server.signal(SIGTERM);
    CHECK(server.wait(std::chrono::seconds(15)) == 0);
  }
};

bool metrics_say(std::uint16_t port, const std::string& line) {
  return exchange(port, {"GET", "/metrics"}).body.find(line + "\n") != std::string::npos;
}

TEST_CASE("without room for files uploads are 503, and room heals it without a restart") {
  Scene scene([](std::uint64_t free_bytes) { return free_bytes - 2 * kMarginBytes; });
  const OpenSession session = scene.backend().open("DOCUMENT_VERIFICATION");
  const Device device(scene.port, session.token);
  const std::string nonce = device.nonce("document");
  const auto upload = [&] { return device.document(nonce, document_picture(Side::Front)); };
  {
    const Filler filler(scene.folder.path(), 2 * kMarginBytes);
    CHECK(eventually(503, [&] {
            return device.document("none", document_picture(Side::Front));
          }).status == 503);
    const Answer refused = upload();
    check_problem(refused, 503, "SVC_UNAVAILABLE");
    CHECK_FALSE(refused.header("retry-after").empty());
    check_problem(exchange(scene.port, {"GET", "/readyz"}), 503, "SVC_UNAVAILABLE");
    CHECK(metrics_say(scene.port, "countersign_disk_has_room 0"));
    // Calls that need no room for files still succeed.
    CHECK(scene.backend().create("LIVENESS").status == 200);
    CHECK(scene.backend().result(session.id).status == 200);
    CHECK(device.status().status == 200);
  }
  // The refused upload has consumed nothing.
  CHECK(Json(eventually(200, upload).body).is_true("/ok"));
  CHECK(exchange(scene.port, {"GET", "/readyz"}).status == 200);
  CHECK(metrics_say(scene.port, "countersign_disk_has_room 1"));
  scene.check_ends_well();
}

TEST_CASE("without room for events every write is 503, and room heals it without a restart") {
  // The log keeps a quarter of the reserve for itself.
  Scene scene([](std::uint64_t free_bytes) { return 4 * (free_bytes - 2 * kMarginBytes); });
  const auto create = [&] { return scene.backend().create("LIVENESS"); };
  const OpenSession session = scene.backend().open("LIVENESS");
  {
    const Filler filler(scene.folder.path(), 2 * kMarginBytes);
    const Answer refused = eventually(503, create);
    check_problem(refused, 503, "SVC_UNAVAILABLE");
    CHECK_FALSE(refused.header("retry-after").empty());
    CHECK(scene.backend().result(session.id).status == 200);
    CHECK(exchange(scene.port, {"GET", "/healthz"}).status == 200);
  }
  CHECK(eventually(200, create).status == 200);
  scene.check_ends_well();
}

TEST_CASE("a reserve that no disk has refuses every write and serves every read") {
  RunningServer server;
  const Backend before(server.port(), server.add_client("shop"));
  const OpenSession session = before.open("LIVENESS");
  REQUIRE(server.stop() == 0);
  server.start({.flags = {"--reserve-bytes=4096TiB"}});
  const Backend backend(server.port(), before.credentials());
  check_problem(backend.create("LIVENESS"), 503, "SVC_UNAVAILABLE");
  CHECK(backend.result(session.id).status == 200);
  CHECK(Device(server.port(), session.token).status().status == 200);
  CHECK(server.stop() == 0);
}

TEST_CASE("a start that cannot record its thresholds says why") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  const Finished refused = run_program(server_command(
      server.data(), {"--reserve-bytes=4096TiB", "--threshold=document-image-short-side=481/600"}));
  CHECK(refused.status == 1);
  const std::string log = (std::filesystem::path(server.data()) / "log").string();
  CHECK(refused.err.find("look whether the disk of " + log + " has room") != std::string::npos);
  server.start();
}

}  // namespace countersign::tests::disk_full_test
