#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "events/crypto/sha256.h"
#include "tests/programs/support/bundle.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// Backups made with the operators' command while the server runs, and their restores.
namespace countersign::tests::backup_test {

namespace fs = std::filesystem;

// A file that a device was told is stored.
struct Stored {
  std::string session;
  std::string file;
};

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Json run(const Finished& finished, int status = 0) {
  CAPTURE(finished.err);
  CAPTURE(finished.out);
  REQUIRE(finished.status == status);
  return Json(finished.out);
}

struct Office {
  RunningServer server;
  Credentials client = server.add_client("shop",
                                         {"--quota",
                                          "100000",
                                          "--create-rate",
                                          "9000/1m",
                                          "--bundle-rate",
                                          "9000/1m",
                                          "--read-rate",
                                          "9000/1m"});
  Backend backend{server.port(), client};

  fs::path to() const { return server.folder() / "backups"; }
  fs::path keys_to() const { return server.folder() / "slots"; }
  fs::path restored() const { return server.folder() / "restored"; }

  OpenSession capture() const {
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    device.pass_document();
    device.finalize();
    return session;
  }
  Json back_up() const { return run(server.operate({"backup", "create", to(), "--json"})); }
  fs::path checkpoint(const std::string& name) const {
    const fs::path file = server.folder() / name;
    std::ofstream(file) << run(server.operate({"log", "checkpoint", "--json"})).text("/note");
    return file;
  }

  // The arguments for a server, or a command, on the restored folder, with the keys of this server.
  Arguments with_keys(Arguments more = {}) const {
    more.push_back("--master-key-file=" + server.data().string() + ".master.key");
    more.push_back("--signing-key-file=" + server.data().string() + ".signing.key");
    return more;
  }
  Finished restore(const Arguments& more) const {
    Arguments arguments{"backup", "restore", to(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return operate_on(restored(), arguments);
  }
};

// Devices that upload until they are stopped.
class Uploads {
 public:
  explicit Uploads(const Office& office) : office_(office), thread_([this] { upload(); }) {}
  ~Uploads() {
    stop_ = true;
    thread_.join();
  }
  // The files acknowledged so far.
  std::vector<Stored> stored() const {
    const std::lock_guard lock(mutex_);
    return stored_;
  }

 private:
  void upload() {
    while (!stop_) {
      const OpenSession session = office_.backend.open("DOCUMENT_VERIFICATION");
      const Device device(office_.server.port(), session.token);
      const Answer outcome =
          device.document(device.nonce("document"), document_picture(Side::Front), "ID_CARD");
      if (outcome.status != 200) continue;
      const std::lock_guard lock(mutex_);
      stored_.push_back({session.id, Json(outcome.body).text("/fileId")});
    }
  }

  const Office& office_;
  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_;
  std::vector<Stored> stored_;  // guarded by mutex_
  std::thread thread_;
};

// Waits until the condition holds. Returns false after a minute.
bool comes(const std::function<bool()>& so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::size_t files_below(const fs::path& folder) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    files += entry.is_regular_file();
  return files;
}

TEST_CASE("a backup made while devices upload is restored to a server that serves the same") {
  const Office office;
  const OpenSession before = office.capture();
  const std::string bundle = office.backend.bundle(before.id).body;
  const fs::path old_checkpoint = office.checkpoint("checkpoint.old");
  const std::string vkey =
      run(office.server.operate({"log", "checkpoint", "--json"})).text("/vkey");
  std::vector<Stored> acknowledged;
  {
    const Uploads uploads(office);
    REQUIRE(comes([&] { return uploads.stored().size() >= 3; }));
    const Json first = office.back_up();
    CHECK(first.is_true("/ok"));
    CHECK(first.number("/number") == 1);
    CHECK(first.number("/copiedFiles") == first.number("/files"));
    const std::size_t count = uploads.stored().size();
    REQUIRE(comes([&] { return uploads.stored().size() > count + 2; }));
    acknowledged = uploads.stored();
    const Json second = office.back_up();
    CHECK(second.number("/files") >= static_cast<std::int64_t>(acknowledged.size()) + 1);
    CHECK(second.number("/copiedFiles") == second.number("/files") - first.number("/files"));
    CHECK(files_below(office.to() / "files") == static_cast<std::size_t>(second.number("/files")));
  }
  const Json list = run(run_program({COUNTERSIGN_PATH, "backup", "list", office.to(), "--json"}));
  CHECK(list.size("/backups") == 2);
  const Json sound = run(
      run_program({COUNTERSIGN_PATH, "backup", "verify", office.to(), "--vkey", vkey, "--json"}));
  CHECK(sound.is_true("/ok"));
  CHECK(sound.number("/number") == 2);
  CHECK(
      run(office.server.operate({"backup", "keys", office.keys_to(), "--json"})).number("/slots") >=
      2);

  // Events that only the running server's log has. They are more than the downloads below append to
  // the restored log.
  const OpenSession after = office.capture();
  for (std::size_t i = 0; i < 2 * acknowledged.size(); ++i) office.backend.open("LIVENESS");
  const Answer receipt = office.backend.receipt(after.id);
  REQUIRE(receipt.status == 200);
  const fs::path newer_receipt = office.server.folder() / "receipt.new";
  std::ofstream(newer_receipt) << receipt.body;
  const fs::path newer_checkpoint = office.checkpoint("checkpoint.new");

  const Json restored = run(office.restore({"--keys", office.keys_to()}));
  CHECK(restored.number("/unreadableSessions") == 0);
  CHECK(restored.number("/readableSessions") >= static_cast<std::int64_t>(acknowledged.size()));
  Program server(server_command(office.restored(), office.with_keys()),
                 {},
                 office.server.folder() / "operator.restored.log");
  const std::uint16_t port = served_port(server);
  const Backend backend(port, office.client);
  CHECK(backend.result(before.id).body == office.backend.result(before.id).body);
  CHECK(backend.result(after.id).status == 404);
  const Bundle downloaded(backend.bundle(before.id).body);
  CHECK(downloaded.complaints() == "");
  CHECK(downloaded.names() == Bundle(bundle).names());
  const std::string digest = to_hex(sha256(document_picture(Side::Front)));
  for (const Stored& stored : acknowledged) {
    const Answer file = backend.file(stored.session, stored.file);
    CHECK(file.status == 200);
    CHECK(to_hex(sha256(file.body)) == digest);
  }
  const auto operate = [&](const Arguments& arguments) {
    return operate_on(office.restored(), arguments);
  };
  CHECK(run(operate({"projections", "verify", "--json"})).is_true("/ok"));
  CHECK(run(operate({"log", "verify", "--json"})).is_true("/ok"));

  // An auditor who looked before the backup finds the same log; one who looked after it does not.
  const auto exported = [&](const std::string& name) {
    const fs::path folder = office.server.folder() / name;
    run(operate({"log", "export", folder, "--json"}));
    return folder;
  };
  const auto verified = [&](const fs::path& folder, const Arguments& more, int status) {
    Arguments arguments{COUNTERSIGN_PATH, "log", "verify", folder, "--vkey", vkey, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(run_program(arguments), status).text("/firstError/why");
  };
  const fs::path at_once = exported("export.restored");
  CHECK(verified(at_once, {"--since", old_checkpoint}, 0) == "");
  CHECK(verified(at_once, {"--since", newer_checkpoint}, 1).find("the log was rolled back") !=
        std::string::npos);
  CHECK(verified(at_once, {"--receipt", newer_receipt}, 1).find("the log was rolled back") !=
        std::string::npos);
  // This also holds when the restored log has become the longer one.
  while (run(operate({"log", "checkpoint", "--json"})).number("/size") <
         run(office.server.operate({"log", "checkpoint", "--json"})).number("/size")) {
    REQUIRE(backend.create("LIVENESS").status == 200);
  }
  const fs::path later = exported("export.later");
  CHECK(verified(later, {"--since", old_checkpoint}, 0) == "");
  for (const auto& [option, file] :
       {std::pair{"--since", newer_checkpoint}, std::pair{"--receipt", newer_receipt}}) {
    CHECK(verified(later, {option, file}, 1).find("the log was rolled back and went on") !=
          std::string::npos);
  }
}

TEST_CASE("a backup is made of a folder that no server holds, and is verified without one") {
  Office office;
  const OpenSession session = office.capture();
  REQUIRE(office.server.stop() == 0);
  office.back_up();
  CHECK(run(office.server.operate({"backup", "keys", office.keys_to(), "--json"}))
            .number("/written") >= 2);
  CHECK(run_program({"sh",
                     "-c",
                     "cd \"$1\" && exec \"$2\" backup verify backups",
                     "sh",
                     office.server.folder(),
                     COUNTERSIGN_PATH})
            .status == 0);
  CHECK(office.server.operate({"backup", "list", office.to()}).out.find("logBytes") !=
        std::string::npos);
  // Change one byte of one image.
  fs::path image;
  for (const auto& entry : fs::recursive_directory_iterator(office.to() / "files")) {
    if (entry.is_regular_file()) image = entry.path();
  }
  std::string bytes = content_of(image);
  bytes[bytes.size() / 3] = static_cast<char>(bytes[bytes.size() / 3] ^ 0x10);
  std::ofstream(image, std::ios::binary) << bytes;
  const Json verdict =
      run(run_program({COUNTERSIGN_PATH, "backup", "verify", office.to(), "--json"}), 1);
  CHECK(verdict.text("/firstError/file") == image.lexically_relative(office.to()).string());
  const Finished refused = office.restore({"--keys", office.keys_to()});
  CHECK(refused.status == 1);
  CHECK(refused.err.find(image.filename().string()) != std::string::npos);
  office.server.start();
  CHECK(Backend(office.server.port(), office.client).bundle(session.id).status == 200);
}

TEST_CASE("a server restored from a backup does not serve what was erased after the backup") {
  const Office office;
  const OpenSession session = office.capture();
  const OpenSession kept = office.capture();  // due on the same day
  office.back_up();
  REQUIRE(office.backend.purge(session.id).status == 200);
  CHECK(run(office.restore({"--keys", office.server.data()})).number("/unreadableSessions") == 0);
  Program server(server_command(office.restored(), office.with_keys()),
                 {},
                 office.server.folder() / "operator.restored.log");
  const Backend backend(served_port(server), office.client);
  CHECK(content_of(office.server.folder() / "operator.restored.log")
            .find("1 session without a key is purged") != std::string::npos);
  CHECK(backend.bundle(session.id).status == 410);
  CHECK(backend.result(session.id).status == 200);
  CHECK(backend.timeline(session.id).body.find("\"RESTORE\"") != std::string::npos);
  CHECK(backend.bundle(kept.id).status == 200);
  CHECK(run(operate_on(office.restored(), {"projections", "verify", "--json"})).is_true("/ok"));
  CHECK(run(operate_on(office.restored(), {"log", "verify", "--json"})).is_true("/ok"));
}

TEST_CASE("kill -9 while a backup is made leaves none, and the next one works") {
  Office office;
  office.capture();
  const auto create = [&] {
    return Program(
        {COUNTERSIGN_PATH, "--data", office.server.data(), "backup", "create", office.to()},
        {},
        office.server.folder() / "create.err");
  };
  const auto start_again = [&] {
    office.server.start();
    office.backend = Backend(office.server.port(), office.client);
  };
  {
    // The backup would copy this as a checkpoint, which it does after the database.
    const fs::path gate = office.server.data() / "checkpoints" / std::string(20, '0');
    REQUIRE(::mkfifo(gate.c_str(), 0600) == 0);
    Program creating = create();
    REQUIRE(comes([&] {
      const int fd = ::open(gate.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (fd < 0) return false;
      office.server.kill();
      ::close(fd);
      return true;
    }));
    CHECK(creating.wait(std::chrono::seconds(15)) == 1);
    fs::remove(gate);
  }
  CHECK(fs::exists(office.to() / "UNFINISHED"));
  CHECK(run(run_program({COUNTERSIGN_PATH, "backup", "list", office.to(), "--json"}))
            .size("/backups") == 0);
  start_again();
  office.back_up();
  // Kill the server wherever the backup happens to be.
  for (int round = 0; round < 5; ++round) {
    office.capture();
    Program creating = create();
    REQUIRE(comes([&] { return fs::exists(office.to() / "UNFINISHED") || !creating.running(); }));
    office.server.kill();
    (void)creating.wait(std::chrono::seconds(15));
    start_again();
  }
  const Json last = office.back_up();
  CHECK_FALSE(fs::exists(office.to() / "UNFINISHED"));
  CHECK(last.number("/files") == 6);
  const Json list = run(run_program({COUNTERSIGN_PATH, "backup", "list", office.to(), "--json"}));
  for (std::size_t i = 0; i < list.size("/backups"); ++i) {
    const std::string number =
        std::to_string(list.number("/backups/" + std::to_string(i) + "/number"));
    CHECK(
        run(run_program(
                {COUNTERSIGN_PATH, "backup", "verify", office.to(), "--backup", number, "--json"}))
            .is_true("/ok"));
  }
  run(office.restore({"--keys", office.server.data()}));
}

TEST_CASE("a copy of the keys that is not whole ends with 1 and names the slots") {
  Office office;
  const OpenSession session = office.capture();
  const auto copy = [&] { return office.server.operate({"backup", "keys", office.keys_to()}); };
  REQUIRE(copy().status == 0);
  REQUIRE(office.server.stop() == 0);
  fs::path slot;
  for (const auto& entry : fs::directory_iterator(office.server.data() / "keys")) {
    if (!entry.path().filename().string().starts_with("00000000.")) slot = entry.path();
  }
  const fs::path good = office.keys_to() / "keys" / slot.filename();
  const std::string bytes = content_of(good);
  std::ofstream(slot, std::ios::binary) << "junk";
  office.server.start();
  const Finished failed = copy();
  CHECK(failed.status == 1);
  CHECK(failed.err.find(slot.filename().string()) != std::string::npos);
  CHECK(content_of(good) == bytes);
  REQUIRE(office.server.stop() == 0);
  fs::copy(good, slot, fs::copy_options::overwrite_existing);
  office.server.start();
  CHECK(copy().status == 0);
  CHECK(Backend(office.server.port(), office.client).bundle(session.id).status == 200);
}

TEST_CASE(
    "a wrong command about a backup is one line, and its exit status says whose fault it is") {
  const Office office;
  const auto refused = [&](const Arguments& arguments, int status) {
    const Finished finished = office.server.operate(arguments);
    CAPTURE(arguments[1]);
    CHECK(finished.status == status);
    CHECK(finished.out == "");
    return finished.err;
  };
  const std::string data = office.server.data();
  CHECK(refused({"backup", "create", data + "/backups"}, 1).starts_with("countersign: "));
  CHECK(refused({"backup", "create", "/dev/null/x"}, 1).starts_with("countersign: "));
  refused({"backup", "create"}, 2);
  refused({"backup", "create", office.to(), "--keep", "0"}, 2);
  refused({"backup", "verify", "/nowhere"}, 2);
  CHECK(refused({"backup", "list", data}, 1).find("not a folder of backups") != std::string::npos);
  office.back_up();
  refused({"backup", "restore", office.to()}, 2);
  refused({"backup", "restore", office.to(), "--without-keys", "--keys", data}, 2);
  CHECK(refused({"backup", "restore", office.to(), "--without-keys"}, 1).find("not empty") !=
        std::string::npos);
  CHECK(office.restore({"--without-keys", "--backup", "7"}).err.find("no backup 7") !=
        std::string::npos);
  CHECK(
      run_program({COUNTERSIGN_PATH, "backup", "restore", office.to(), "--without-keys"}).status ==
      2);
}

}  // namespace countersign::tests::backup_test
