#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wait_until.h"
#include "tests/programs/support/wire.h"

// A server whose pictures real inspectors judge, over TCP and TLS, with keys that the operators'
// command has made.
namespace countersign::tests::remote_inspector_test {

namespace fs = std::filesystem;

class RemoteInspector {
 public:
  RemoteInspector(const RunningServer& server, const std::string& name, Arguments more = {})
      : key_(server.folder() / (name + ".key")), log_(server.folder() / (name + ".log")) {
    const Finished added = server.operate({"inspector", "add", name, "--out", key_.string()});
    REQUIRE_MESSAGE(added.status == 0, added.err);
    more_ = std::move(more);
    start();
  }
  void start() {
    Arguments command{INSPECTOR_PATH,
                      "--listen",
                      "127.0.0.1:" + std::to_string(port_.number()),
                      "--key=" + key_.string(),
                      "--workers=4"};
    command.insert(command.end(), more_.begin(), more_.end());
    program_ = std::make_unique<Program>(command, Variables{}, log_);
    REQUIRE(program_->read_line().value_or("").find("listening") != std::string::npos);
  }
  void kill() {
    program_->signal(SIGKILL);
    REQUIRE(program_->wait(std::chrono::seconds(15)).has_value());
  }
  int stop() {
    program_->signal(SIGTERM);
    return program_->wait(std::chrono::seconds(15)).value_or(-1);
  }
  std::uint16_t port() const { return port_.number(); }
  std::string address() const { return "127.0.0.1:" + std::to_string(port_.number()); }
  const fs::path& key() const { return key_; }

 private:
  ReservedPort port_;
  const fs::path key_;
  const fs::path log_;
  Arguments more_;
  std::unique_ptr<Program> program_;
};

std::string metric_of(const RunningServer& server,
                      const std::string& name,
                      const RemoteInspector& inspector) {
  return server.metric("countersign_remote_inspector_" + name +
                       "{program=\"inspector\",address=\"" + inspector.address() + "\"}");
}
void wait_for_up(const RunningServer& server, const RemoteInspector& inspector, const char* up) {
  wait_until([&] { return metric_of(server, "up", inspector) == up; });
}
int ready(const RunningServer& server) { return server.ask({"GET", "/readyz"}).status; }

TEST_CASE("a capture is judged on another machine, which gets no key that the server has") {
  RunningServer server;
  const RemoteInspector inspector(server, "east-1");
  struct ::stat status {};
  REQUIRE(::stat(inspector.key().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(server.stop() == 0);
  server.start({.flags = {"--remote-inspector", inspector.address()}});
  wait_for_up(server, inspector, "1");
  CHECK(ready(server) == 200);
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("FULL_CAPTURE");
  const Device device(server.port(), session.token);
  CHECK(device.pass_document().status == 200);
  CHECK(device.pass_liveness().status == 200);
  CHECK(std::stoi(metric_of(server, "judged_total", inspector)) >= 2);
  CHECK(server.operate({"inspector", "list"}).out.find("east-1") != std::string::npos);
}

TEST_CASE("a killed inspector costs no attempt: another one judges, or the device comes again") {
  RunningServer server;
  RemoteInspector east(server, "east-1");
  RemoteInspector west(server, "west-1");
  CHECK(server.stop() == 0);
  server.start({.flags = {"--remote-inspector", east.address() + " " + west.address()}});
  wait_for_up(server, east, "1");
  wait_for_up(server, west, "1");
  const Backend backend(server.port(), server.add_client("shop"));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  east.kill();
  CHECK(device.pass_document().status == 200);
  west.kill();
  wait_for_up(server, east, "0");
  wait_for_up(server, west, "0");
  CHECK(ready(server) == 503);
  const OpenSession later = backend.open("DOCUMENT_VERIFICATION");
  const Device waiting(server.port(), later.token);
  CHECK(waiting.pass_document().status == 503);
  west.start();
  wait_for_up(server, west, "1");
  CHECK(waiting.pass_document().status == 200);
}

TEST_CASE("without an inspector the local workers judge where the operator wants that") {
  RunningServer server;
  RemoteInspector east(server, "east-1");
  east.kill();
  CHECK(server.stop() == 0);
  server.start({.flags = {"--remote-inspector", east.address(), "--inspector-fallback=local"}});
  CHECK(ready(server) == 200);
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
  CHECK(device.pass_document().status == 200);
  CHECK(server.metric("countersign_remote_inspection_fallbacks_total{program=\"inspector\"}") ==
        "1");
}

TEST_CASE("an inspector that was removed, or has other limits, judges nothing") {
  RunningServer server;
  RemoteInspector east(server, "east-1");
  RemoteInspector west(server, "west-1", {"--max-pixels=1000000"});
  CHECK(server.stop() == 0);
  server.start({.flags = {"--remote-inspector", east.address() + " " + west.address()}});
  wait_for_up(server, east, "1");
  wait_until([&] {
    return server.operator_log().find("its --max-pixels is 1000000") != std::string::npos;
  });
  CHECK(metric_of(server, "up", west) == "0");
  CHECK(server.operate({"inspector", "remove", "east-1"}).status == 0);
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
  CHECK(device.pass_document().status == 503);
  CHECK(metric_of(server, "judged_total", east) == "0");
  CHECK(east.stop() == 0);
}

TEST_CASE("strangers who begin handshakes and say nothing keep no server out") {
  RunningServer server;
  const RemoteInspector inspector(server, "east-1");
  CHECK(server.stop() == 0);
  constexpr std::size_t kAtOnce = 100;
  std::vector<std::unique_ptr<Wire>> strangers;
  const auto more = [&] {
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      strangers.push_back(std::make_unique<Wire>(inspector.port(), "127.0.0.9"));
    }
  };
  more();
  server.start({.flags = {"--remote-inspector", inspector.address()}});
  wait_until([&] {
    if (strangers.size() < 4 * kAtOnce) more();
    return metric_of(server, "up", inspector) == "1";
  });
  const Backend backend(server.port(), server.add_client("shop"));
  const Device device(server.port(), backend.open("DOCUMENT_VERIFICATION").token);
  CHECK(device.pass_document().status == 200);
  CHECK(strangers.front()->at_end());  // the oldest one was cut off
}

}  // namespace countersign::tests::remote_inspector_test
