#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/wire.h"

namespace countersign::tests {

struct Credentials {
  std::string key;
  std::string secret;
};

struct ServerOptions {
  Arguments flags{};
  Variables variables{};
  // How far the server's clock is ahead of the true one, in the notation of faketime(1): "+31d".
  std::optional<std::string> clock_ahead{};
  // Or a file with that text, which may be replaced while the server runs.
  std::optional<std::filesystem::path> clock_file{};
  // Words before the server's command line: a program that becomes the server, such as a shell that
  // sets a limit.
  Arguments before{};
};

// A data folder with a real `countersignd`, which can be stopped, killed and started again. The
// destructor removes everything.
class RunningServer {
 public:
  explicit RunningServer(ServerOptions options = {});
  ~RunningServer();

  std::uint16_t port() const { return port_; }
  std::filesystem::path data() const { return folder_.path() / "data"; }
  std::filesystem::path folder() const { return folder_.path(); }
  Program& program() { return *program_; }
  // The server's stderr so far.
  std::string operator_log() const;

  // Sends SIGTERM and returns the exit status; -1 if the server has not ended within 15 seconds.
  int stop();
  void kill();
  void start();
  void start(ServerOptions options);

  Answer ask(const Request& request) const { return exchange(port_, request); }
  // The value of the /metrics sample `name`, which includes its labels; "" if there is none.
  std::string metric(const std::string& name) const;

  // The operators' command on this folder.
  Finished operate(const Arguments& arguments) const;
  // A client that may do everything, added with the operators' command.
  Credentials add_client(const std::string& name, const Arguments& more = {}) const;

 private:
  TempFolder folder_;
  ServerOptions options_;
  std::unique_ptr<Program> program_;
  std::uint16_t port_ = 0;
};

// The command line of `countersignd` for a data folder, with port 0.
Arguments server_command(const std::filesystem::path& data, const Arguments& flags = {});
// Waits until a started server serves, and returns its port.
std::uint16_t served_port(Program& server);
Finished operate_on(const std::filesystem::path& data, const Arguments& arguments);

}  // namespace countersign::tests
