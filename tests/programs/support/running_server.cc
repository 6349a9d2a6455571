#include "tests/programs/support/running_server.h"

#include <signal.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/programs/support/json.h"

namespace countersign::tests {

namespace {

constexpr std::chrono::seconds kStopLimit{15};

// The path of Debian's libfaketime, on any architecture.
std::string fake_clock_library() {
  for (const auto& folder : std::filesystem::directory_iterator("/usr/lib")) {
    const auto library = folder.path() / "faketime" / "libfaketimeMT.so.1";
    if (std::filesystem::exists(library)) return library;
  }
  throw std::runtime_error("libfaketime is not installed; see ./dev setup");
}

Variables variables_of(const ServerOptions& options) {
  Variables variables = options.variables;
#if defined(__SANITIZE_THREAD__)
  // The sanitizer makes an inspection 15 times as slow, so that a good one would end as 503.
  variables.emplace_back("COUNTERSIGN_INSPECTION_TIMEOUT", "5m");
#endif
  if (!options.clock_ahead && !options.clock_file) return variables;
  variables.emplace_back("LD_PRELOAD", fake_clock_library());
  if (options.clock_ahead) variables.emplace_back("FAKETIME", *options.clock_ahead);
  if (options.clock_file) {
    variables.emplace_back("FAKETIME_TIMESTAMP_FILE", options.clock_file->string());
    variables.emplace_back("FAKETIME_NO_CACHE", "1");
  }
  // Waits use the true monotonic clock. A sanitizer's runtime must accept that it is not the first
  // library.
  variables.emplace_back("FAKETIME_DONT_FAKE_MONOTONIC", "1");
  variables.emplace_back("ASAN_OPTIONS", "verify_asan_link_order=0");
  return variables;
}

std::optional<std::uint16_t> port_in(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  if (line.find("listening on") == std::string::npos || colon == std::string::npos) {
    return std::nullopt;
  }
  std::uint16_t port = 0;
  const auto parsed = std::from_chars(line.data() + colon + 1, line.data() + line.size(), port);
  if (parsed.ec != std::errc{}) return std::nullopt;
  return port;
}

}  // namespace

Arguments server_command(const std::filesystem::path& data, const Arguments& flags) {
  Arguments command{COUNTERSIGND_PATH, "--data", data.string(), "--listen", "127.0.0.1:0"};
  // Reading takes a second for each document; those that test it say so.
  const auto names_reader = [](const std::string& flag) { return flag.starts_with("--reader"); };
  if (std::ranges::none_of(flags, names_reader)) {
    command.insert(command.end(), {"--reader", "none"});
  }
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

std::uint16_t served_port(Program& server) {
  while (const auto line = server.read_line()) {
    if (const auto port = port_in(*line)) return *port;
  }
  throw std::runtime_error("the server did not start");
}

Finished operate_on(const std::filesystem::path& data, const Arguments& arguments) {
  Arguments command{COUNTERSIGN_PATH, "--data", data.string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command);
}

RunningServer::RunningServer(ServerOptions options) : options_(std::move(options)) { start(); }

RunningServer::~RunningServer() = default;

void RunningServer::start(ServerOptions options) {
  options_ = std::move(options);
  start();
}

void RunningServer::start() {
  program_.reset();
  Arguments command = options_.before;
  const Arguments server = server_command(data(), options_.flags);
  command.insert(command.end(), server.begin(), server.end());
  program_ =
      std::make_unique<Program>(command, variables_of(options_), folder_.path() / "operator.log");
  try {
    port_ = served_port(*program_);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(error.what() + (": " + operator_log()));
  }
}

std::string RunningServer::metric(const std::string& name) const {
  std::istringstream page(ask({"GET", "/metrics"}).body);
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(name + " ")) return line.substr(name.size() + 1);
  }
  return {};
}

std::string RunningServer::operator_log() const {
  std::ostringstream text;
  text << std::ifstream(folder_.path() / "operator.log").rdbuf();
  return text.str();
}

int RunningServer::stop() {
  program_->signal(SIGTERM);
  return program_->wait(kStopLimit).value_or(-1);
}

void RunningServer::kill() {
  program_->signal(SIGKILL);
  (void)program_->wait(kStopLimit);
}

Finished RunningServer::operate(const Arguments& arguments) const {
  return operate_on(data(), arguments);
}

Credentials RunningServer::add_client(const std::string& name, const Arguments& more) const {
  Arguments arguments{"client", "add", name, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Finished finished = operate(arguments);
  if (finished.status != 0) throw std::runtime_error("no client: " + finished.err);
  const Json made(finished.out);
  return {made.text("/clientKey"), made.text("/clientSecret")};
}

}  // namespace countersign::tests
