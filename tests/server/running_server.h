#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "tests/events/temp_folder.h"
#include "tests/server/program.h"
#include "tests/server/wire.h"

namespace countersign::tests {

struct Credentials {
  std::string key;
  std::string secret;
};

struct ServerOptions {
  Arguments flags{};
  Variables variables{};
  // How far the server's clock is ahead of the true one, as faketime(1) writes it: "+31d".
  std::optional<std::string> clock_ahead{};
  // Or a file that says so, and may be replaced while the server runs.
  std::optional<std::filesystem::path> clock_file{};
  // Words in front of its command line, of a program that becomes it, such as a shell that has set
  // a limit.
  Arguments before{};
};

// A data folder with a real `countersignd` on it, that can be stopped, killed
// and started again. Everything is removed at the end.
class RunningServer {
 public:
  explicit RunningServer(ServerOptions options = {});
  ~RunningServer();

  std::uint16_t port() const { return port_; }
  std::filesystem::path data() const { return folder_.path() / "data"; }
  std::filesystem::path folder() const { return folder_.path(); }
  Program& program() { return *program_; }
  // What it has written to stderr so far.
  std::string journal() const;

  // SIGTERM, and its exit status; -1 when it has not ended within 15 seconds.
  int stop();
  void kill();
  void start();
  void start(ServerOptions options);

  Answer ask(const Request& request) const { return exchange(port_, request); }
  // The value of one sample of /metrics, which `name` begins with its labels; "" without it.
  std::string metric(const std::string& name) const;

  // The operators' command on this folder.
  Finished operate(const Arguments& arguments) const;
  // A client that may do everything, made with the operators' command.
  Credentials add_client(const std::string& name, const Arguments& more = {}) const;

 private:
  TempFolder folder_;
  ServerOptions options_;
  std::unique_ptr<Program> program_;
  std::uint16_t port_ = 0;
};

// The command line of `countersignd` for a data folder, with port 0.
Arguments server_command(const std::filesystem::path& data, const Arguments& flags = {});
// Waits until a server that was started serves, and returns its port.
std::uint16_t served_port(Program& server);
Finished operate_on(const std::filesystem::path& data, const Arguments& arguments);

}  // namespace countersign::tests
